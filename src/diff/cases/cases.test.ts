import { describe, expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { type DiffCase, readDiffCases } from '../../testing/cases/diff-cases.ts'
import { findingsBetween } from '../../testing/rule-tester.ts'
import { byText } from '../../util/text.ts'
import { rules } from '../rules/index.ts'

const cases = readDiffCases()
const byName = new Map<string, DiffCase[]>()
for (const one of cases) {
  const title = `${one.theme}: ${one.name}`
  byName.set(title, [...(byName.get(title) ?? []), one])
}

const rank = { breaking: 0, risky: 1, compatible: 2, nothing: 3 } as const

/** The result of specdrift, in the form of the cases. */
function resultOf(findings: readonly Finding[]) {
  const verdicts = findings.map((finding) => finding.verdict).sort((a, b) => rank[a] - rank[b])
  return {
    verdict: verdicts[0] ?? 'nothing',
    rules: [...new Set(findings.map((finding) => finding.ruleId))].sort(byText),
  }
}

/** Every difference between the result and the expectation of a case; empty when it is right. */
function mismatches(one: DiffCase): string[] {
  const findings = findingsBetween(one.before, one.after)
  const { verdict, rules: ids } = resultOf(findings)
  const found: string[] = []
  const expected = one.expected
  if (verdict !== expected.verdict) found.push(`verdict ${verdict} instead of ${expected.verdict}`)
  if (ids.join() !== expected.rules.join())
    found.push(`rules [${ids.join(' ')}] instead of [${expected.rules.join(' ')}]`)
  if (one.count !== undefined && findings.length !== one.count)
    found.push(`${findings.length} findings instead of ${one.count}`)
  const unproven = findings.filter((finding) => finding.witness?.proven === false)
  if (one.unproven === undefined)
    found.push(...unproven.map(({ ruleId, witness }) => `${ruleId} unproven: ${witness?.reason}`))
  else if (expected.verdict === 'breaking' && unproven.length === 0) found.push('is proven, yet listed as unproven')
  return found
}

const variantOf = (one: DiffCase) => `${one.dialect} ${one.side}`

describe('the proof table', () => {
  it.each([...byName])('%s', (_, variants) => {
    const wrong = variants.flatMap((one) => {
      const found = mismatches(one)
      if (one.known === undefined) return found.map((mismatch) => `${variantOf(one)}: ${mismatch}`)
      return found.length === 0 ? [`${variantOf(one)}: is right now; remove its mark "${one.known}"`] : []
    })
    expect(wrong).toEqual([])
  })

  it('finds nothing between a description and itself', () => {
    const loud = cases.flatMap((one) =>
      [one.before, one.after]
        .filter((text) => findingsBetween(text, text).length > 0)
        .map(() => `${one.name} ${variantOf(one)}`),
    )
    expect(loud).toEqual([])
  })
})

describe('what narrows one way widens the other way', () => {
  const lawful = new Set(rules.filter((rule) => rule.effect !== undefined).map((rule) => rule.id))

  it.each([...byName])('%s', (_, variants) => {
    const wrong = variants.flatMap((one) => {
      const twin = variants.find((other) => other.dialect === one.dialect && other.side !== one.side)
      if (twin === undefined || one.known !== undefined || twin.known !== undefined) return []
      if (one.oneWay !== undefined) return []
      // A convention has no mirror, nor has a location that one direction does not have.
      const both = [one, twin].map(({ expected }) => expected.verdict)
      if (!both.includes('breaking') || both.includes('nothing')) return []
      if (!one.expected.rules.every((id) => lawful.has(id))) return []
      const { verdict } = resultOf(findingsBetween(one.after, one.before))
      return verdict === twin.expected.verdict ? [] : [`${variantOf(one)}: backwards ${verdict}`]
    })
    expect(wrong).toEqual([])
  })
})

describe('the table itself', () => {
  it('holds at least 150 pairs, each named once and with a reason', () => {
    expect(byName.size).toBeGreaterThanOrEqual(150)
    const twice = cases.map((one) => `${one.theme}: ${one.name} ${variantOf(one)}`)
    expect(twice.filter((name, index) => twice.indexOf(name) !== index)).toEqual([])
    expect(cases.filter((one) => one.because === 'undefined' || one.name === 'undefined')).toEqual([])
  })

  it('meets every rule', () => {
    const met = new Set(cases.flatMap((one) => one.expected.rules))
    expect(rules.map((rule) => rule.id).filter((id) => !met.has(id))).toEqual([])
  })
})
