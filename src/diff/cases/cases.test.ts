import { afterAll, describe, expect, it } from 'vitest'
import { describe as descriptionIn } from '../../description/dialects/operations.ts'
import { parseDocument, sourcesOf } from '../../description/reading/parse.ts'
import type { Change } from '../../model/diff/change.ts'
import type { Ledger } from '../../model/diff/ledger.ts'
import type { Finding } from '../../model/finding.ts'
import type { Pointer } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import { type DiffCase, readDiffCases } from '../../testing/cases/diff-cases.ts'
import { ledgerFaults, ledgerOf } from '../../testing/cases/ledgers.ts'
import { descriptionOf } from '../../testing/rule-tester.ts'
import { parentOf } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { traceComparison } from '../compare/descriptions.ts'
import { type JudgeOptions, judgeChanges } from '../judge.ts'
import type { Prover } from '../proof/prove.ts'
import { rules } from '../rules/index.ts'

const cases = readDiffCases()
const byName = new Map<string, DiffCase[]>()
for (const one of cases) {
  const title = `${one.theme}: ${one.name}`
  byName.set(title, [...(byName.get(title) ?? []), one])
}

const sharing = '3.1'

const rank = { breaking: 0, risky: 1, compatible: 2, nothing: 3 } as const

/** Converts the findings to the format of the cases. */
function resultOf(findings: readonly Finding[]) {
  const verdicts = findings.map((finding) => finding.verdict).sort((a, b) => rank[a] - rank[b])
  return {
    verdict: verdicts[0] ?? 'nothing',
    rules: [...new Set(findings.map((finding) => finding.ruleId))].sort(byText),
  }
}

const parsed = new Map<string, Description>()

/** Parses a description for one side, cached per text and side. */
function sideOf(text: string, name: 'base.yaml' | 'revision.yaml'): Description {
  const found = parsed.get(name + text) ?? descriptionOf(text, name)
  parsed.set(name + text, found)
  return found
}

interface Comparison {
  readonly base: Description
  readonly revision: Description
  readonly changes: readonly Change[]
  readonly findings: readonly Finding[]
  readonly ledger: () => Ledger
}

function compared(base: Description, revision: Description, how: Pick<JudgeOptions, 'prove'> = {}): Comparison {
  const comparison = traceComparison(base, revision, { today: '2026-01-31' })
  const { changes } = comparison
  const judged = new Set<Change>()
  const findings = judgeChanges(changes, { base, revision, ...how, onJudged: (change) => judged.add(change) })
  return { base, revision, changes, findings, ledger: () => ledgerOf({ base, revision, comparison, judged }) }
}

function between(before: string, after: string, how?: Pick<JudgeOptions, 'prove'>): Comparison {
  return compared(sideOf(before, 'base.yaml'), sideOf(after, 'revision.yaml'), how)
}

/** Parses the revision of a case so that it shares the equal parts of the base. */
function sharingWithBase({ before, after }: DiffCase): Description {
  const beside = sourcesOf(sideOf(before, 'base.yaml').document).main
  return descriptionIn(parseDocument({ content: after, name: 'revision.yaml', file: 'revision.yaml' }, { beside }))
}

/** Returns every difference between the result and the expectation of a case. */
function mismatches(one: DiffCase, { base, revision, changes, findings }: Comparison): string[] {
  const { verdict, rules: ids } = resultOf(findings)
  const found: string[] = []
  const expected = one.expected
  if (verdict !== expected.verdict) found.push(`verdict ${verdict} instead of ${expected.verdict}`)
  if (ids.join() !== expected.rules.join())
    found.push(`rules [${ids.join(' ')}] instead of [${expected.rules.join(' ')}]`)
  if (one.count !== undefined && findings.length !== one.count)
    found.push(`${findings.length} findings instead of ${one.count}`)
  found.push(...changes.flatMap((change) => leadsNowhere(change, base, revision)))
  found.push(...findings.filter(({ message }) => /undefined/.test(message)).map(({ message }) => message))
  const unproven = findings.filter((finding) => finding.witness?.proven === false)
  if (one.unproven === undefined)
    found.push(...unproven.map(({ ruleId, witness }) => `${ruleId} unproven: ${witness?.reason}`))
  else if (expected.verdict === 'breaking' && unproven.length === 0) found.push('is proven, yet listed as unproven')
  return found
}

/** Returns violations of rules that apply to every case. */
function faults(one: DiffCase, comparison: Comparison): string[] {
  const { base, findings } = comparison
  const found: string[] = []
  for (const text of [one.before, one.after]) {
    const { findings: none, ledger } = between(text, text)
    if (none.length + ledger().differences > 0) found.push('finds something between a description and itself')
  }
  found.push(...ledgerFaults(comparison))
  // One dialect is enough, because the parser doesn't distinguish them.
  if (one.dialect !== sharing) return found
  if (JSON.stringify(compared(base, sharingWithBase(one)).findings) !== JSON.stringify(findings))
    found.push('has another result if both versions share their equal parts')
  return found
}

/** Returns the locations of a change that don't exist in the descriptions: its object, or the parent of its keyword. */
function leadsNowhere({ kind, site }: Change, base: Description, revision: Description): string[] {
  // Schemas of Swagger forms are synthetic, without a location.
  if (base.document.dialect === '2.0' || revision.document.dialect === '2.0') return []
  const isThere = ({ document }: Description, pointer: Pointer): boolean => document.at(pointer) !== undefined
  const holders = [
    [base, site.base],
    [revision, site.revision],
  ] as const
  const lost = holders.flatMap(([side, keyword]) =>
    keyword === undefined || isThere(side, parentOf(keyword)) ? [] : [keyword],
  )
  const object = site.location
  if (!isThere(base, object) && !isThere(revision, object)) lost.push(object)
  return lost.map((pointer) => `${kind} is at ${pointer}, which is nowhere`)
}

/** Skips the search, for tests of verdicts only. */
const unproven: Prover = (_, { operation, part }) => ({ operation, part, proven: false, reason: 'not looked for' })

const variantOf = (one: DiffCase) => `${one.dialect} ${one.side}`

/** Returns the verdict without client tolerance, which doesn't apply to requests. */
function lawfulVerdict({ verdict, rules: ids }: { verdict: string; rules: readonly string[] }) {
  const isTolerated = rules.some(({ id, tolerance }) => tolerance !== undefined && ids.includes(id))
  return verdict === 'risky' && isTolerated ? 'breaking' : verdict
}

const lawful = new Set(rules.filter((rule) => rule.effect !== undefined).map((rule) => rule.id))

describe.each([...byName])('%s', (_, variants) => {
  // All cases together take half a gigabyte, which slows down garbage collection.
  afterAll(() => parsed.clear())

  it('has the expected result, also next to its base, and no change against itself', () => {
    const wrong = variants.flatMap((one) => {
      const comparison = between(one.before, one.after)
      const found = mismatches(one, comparison)
      if (one.known !== undefined && found.length === 0) found.push(`is right now; remove its mark "${one.known}"`)
      else if (one.known !== undefined) found.length = 0
      return [...found, ...faults(one, comparison)].map((each) => `${variantOf(one)}: ${each}`)
    })
    expect(wrong).toEqual([])
  })

  it('breaks in the opposite direction when reversed', () => {
    const wrong = variants.flatMap((one) => {
      const twin = variants.find((other) => other.dialect === one.dialect && other.side !== one.side)
      if (twin === undefined || one.known !== undefined || twin.known !== undefined) return []
      if (one.oneWay !== undefined) return []
      // Conventions aren't symmetric, and some locations exist in one direction only.
      const both = [one, twin].map(({ expected }) => expected.verdict)
      if (!both.includes('breaking') || both.includes('nothing')) return []
      if (!one.expected.rules.every((id) => lawful.has(id))) return []
      const verdict = lawfulVerdict(resultOf(between(one.after, one.before, { prove: unproven }).findings))
      return verdict === lawfulVerdict(twin.expected) ? [] : [`${variantOf(one)}: backwards ${verdict}`]
    })
    expect(wrong).toEqual([])
  })
})

describe('the table of cases', () => {
  it('has at least 150 pairs with unique names and reasons', () => {
    expect(byName.size).toBeGreaterThanOrEqual(150)
    const twice = cases.map((one) => `${one.theme}: ${one.name} ${variantOf(one)}`)
    expect(twice.filter((name, index) => twice.indexOf(name) !== index)).toEqual([])
    expect(cases.filter((one) => one.because === 'undefined' || one.name === 'undefined')).toEqual([])
  })

  it('has versions that share equal parts', () => {
    const counts = cases
      .filter(({ dialect }) => dialect === sharing)
      .map((one) => sourcesOf(sharingWithBase(one).document).main.scan?.alike.length ?? 0)
    expect(counts.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(100)
  })

  it('covers every rule', () => {
    const met = new Set(cases.flatMap((one) => one.expected.rules))
    expect(rules.map((rule) => rule.id).filter((id) => !met.has(id))).toEqual([])
  })
})
