// Compares another build with this one on real version pairs: totals, and every breaking finding that only one of them reports.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { home } from './cache.mjs'
import { realPairs } from './real-pairs.mjs'
import { table } from './table.mjs'
import { build, specdrift } from './tools.mjs'
import { jsonOf, twoAtATime } from './two-at-a-time.mjs'

const timeLimit = 120
const shownPerClass = 40

/** Prints and writes the page. The first word is the other build's command-line file; the rest select pairs. */
export async function beforeAfter([file, ...words]) {
  if (file === undefined) throw new Error('usage: npm run bench -- diff before-after <dist/cli.js of another build>')
  const other = build(file)
  const pairs = await twoAtATime(realPairs(words), async (pair) => ({
    name: pair.name,
    before: await jsonOf(other, pair, timeLimit),
    after: await jsonOf(specdrift, pair, timeLimit),
  }))
  const text = page(pairs)
  process.stdout.write(text)
  if (words.length === 0) writeFileSync(join(home, 'results', 'before-after.md'), text)
}

function page(pairs) {
  const compared = pairs.filter(({ before, after }) => before.json && after.json)
  const failed = pairs.filter((pair) => !compared.includes(pair))
  const [before, after] = ['before', 'after'].map((side) => totalsOf(compared.map((pair) => pair[side].json)))
  const changes = compared.flatMap(changesOf)
  return `${[
    '# Before and after',
    `${compared.length} pairs of real descriptions (\`bench/real-pairs.mjs\`), each compared by another build of specdrift and by this one. Written by \`npm run bench -- diff before-after <dist/cli.js of the other build>\`.`,
    table(
      ['all pairs', 'before', 'after'],
      Object.keys(before).map((key) => [key, before[key], after[key]]),
    ),
    failed.length === 0
      ? ''
      : `No result:\n\n${failed.map(({ name, before, after }) => `- ${name}: before ${before.problem ?? 'fine'}, after ${after.problem ?? 'fine'}`).join('\n')}`,
    'A breaking finding counts once per operation and direction. Its location decides; the words of its message do not.',
    ...['disappeared', 'new'].map((kind) =>
      section(
        kind,
        changes.filter((change) => change.kind === kind),
      ),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function totalsOf(reports) {
  const findings = reports.flatMap((report) => report.findings)
  const ofVerdict = (verdict) => findings.filter((finding) => finding.verdict === verdict).length
  const ledgers = reports.map(({ ledger }) => ledger)
  // Older builds have no ledger.
  const ofLedger = (key) =>
    ledgers.includes(undefined) ? '–' : ledgers.reduce((sum, ledger) => sum + (ledger[key] ?? 0), 0)
  return {
    breaking: ofVerdict('breaking'),
    risky: ofVerdict('risky'),
    compatible: ofVerdict('compatible'),
    'without effect': ofLedger('withoutEffect'),
    'not compared': ofLedger('notCompared'),
    proven: findings.filter(({ witness }) => witness?.proven).length,
  }
}

/** Returns the breaking findings that only one build reports, with the other build's findings at the same place. */
function changesOf({ name, before, after }) {
  const [old, now] = [rowsOf(before.json), rowsOf(after.json)]
  const only = (kind, mine, theirs) => {
    const breaking = theirs.filter(isBreaking)
    const known = new Set(breaking.map(keyOf))
    const anywhere = new Set(breaking.map(keyOfEdit))
    const coarse = new Set(breaking.filter(({ isCoarse }) => isCoarse).map(keyOfEdit))
    const others = indexOf(theirs)
    const isKnown = (row) =>
      known.has(keyOf(row)) || (row.isCoarse ? anywhere.has(keyOfEdit(row)) : coarse.has(keyOfEdit(row)))
    return mine
      .filter((row) => isBreaking(row) && !isKnown(row))
      .map((row) => ({ ...row, pair: name, kind, instead: insteadOf(row, others) }))
  }
  return [...only('disappeared', old, now), ...only('new', now, old)]
}

/** Returns one row per finding, operation and direction. Coarse if the finding doesn't state which of two directions it breaks. */
function rowsOf({ findings }) {
  return findings.flatMap(({ ruleId: rule, verdict, site, uses, reaches }) => {
    const location = `${site.component ?? site.part ?? ''} ${site.pointer}`.trim()
    const isCoarse = uses === undefined && site.direction === 'both'
    const all = uses ?? reaches.map((operation) => ({ operation, direction: site.direction, verdict }))
    const isOwned = site.component !== undefined
    return all.map((use) => ({ rule, location, isCoarse, isOwned, ...use, direction: use.direction ?? '' }))
  })
}

const isBreaking = ({ verdict }) => verdict === 'breaking'
const keyOf = ({ rule, operation, direction, location }) => [rule, operation, direction, location].join(' | ')
/** Identifies an edit, regardless of uses. */
const keyOfEdit = ({ rule, operation, location, isOwned }) => [rule, isOwned ? '' : operation, location].join(' | ')
/** Degrees of similarity, closest first. */
const likenesses = {
  'another verdict': ['rule', 'operation', 'direction', 'location'],
  'the other direction': ['rule', 'operation', 'location'],
  'another rule at the same location': ['operation', 'direction', 'location'],
  'another location, same rule': ['rule', 'operation', 'direction'],
  'another finding of the operation': ['operation', 'direction'],
}

function indexOf(rows) {
  return Object.fromEntries(
    Object.entries(likenesses).map(([name, keys]) => {
      const held = new Map()
      for (const row of rows) {
        const key = keys.map((one) => row[one]).join(' | ')
        if (!isBreaking(held.get(key) ?? {})) held.set(key, row)
      }
      return [name, held]
    }),
  )
}

function insteadOf(row, others) {
  for (const [name, keys] of Object.entries(likenesses)) {
    const found = others[name].get(keys.map((one) => row[one]).join(' | '))
    if (found !== undefined) return `${name}, ${found.verdict}`
  }
  return 'nothing at the operation'
}

function section(kind, changes) {
  const classes = new Map()
  for (const one of changes) classes.set(classOf(one), [...(classes.get(classOf(one)) ?? []), one])
  const sorted = [...classes].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
  const overview = table(
    ['rule', 'direction', 'instead', 'rows', 'locations', 'explanation'],
    sorted.map(([, rows]) => {
      const [{ rule, direction, instead }] = rows
      return [rule, direction, instead, rows.length, locations(rows).length, explanationOf(kind, rule, instead)]
    }),
  )
  return [
    `## ${kind === 'new' ? 'New' : 'Disappeared'}: ${changes.length}`,
    changes.length === 0 ? 'None.' : overview,
    ...sorted.map(([name, rows]) => `### ${kind}: ${name}\n\n${list(rows).join('\n')}`),
  ].join('\n\n')
}

/** Why classes of findings changed, from reading samples of each with the ledger. The first match wins. */
const explanations = {
  disappeared: [
    [/^((required-)?property-added|schema-opened),/, 'a property added to a closed response is risky by default'],
    [/^(bound|format)-.*risky/, 'risky, because no plausible value shows the break'],
    [/^property-refused,/, 'the objects refuse the parts they extend, so no request satisfied them before'],
    [
      /^(required-property-removed|type-changed), another finding of the operation, breaking/,
      'a new success status is no longer compared with `default`: the status that is gone is reported',
    ],
    [
      /^property-became-required, another finding of the operation, breaking/,
      'another part of the base required it already, or a new required property states it',
    ],
    [/another location, same rule/, 'the same edit, reported where it is written'],
    [/another rule at the same location/, 'another rule reports the edit there, such as an enum in place of a bound'],
    [/the other direction/, 'only the direction in which a whole schema loses or gains values is breaking'],
    [/another verdict/, 'no value, or no plausible one, is lost'],
    [/./, 'the ledger or another finding names the reason: a branch or edit around it allows the same values'],
  ],
  new: [
    [
      /another (rule at the|location|verdict)/,
      'the edit itself, which the other build reported as a part of another one',
    ],
    [/./, 'an edit inside a part that branches share: the other build reported the branch or nothing'],
  ],
}

function explanationOf(kind, rule, instead) {
  return explanations[kind].find(([pattern]) => pattern.test(`${rule}, ${instead}`))[1]
}

const classOf = ({ rule, direction, instead }) => `${rule}, ${direction}: ${instead}`

function locations(rows) {
  const held = new Map()
  for (const row of rows) {
    const key = `${row.pair}: \`${row.location || row.operation}\``
    held.set(key, [...(held.get(key) ?? []), row.operation])
  }
  return [...held]
}

function list(rows) {
  const all = locations(rows).map(([line, operations]) => {
    const others = operations.length > 1 ? ` and ${operations.length - 1} more` : ''
    return `- ${line} at \`${operations[0]}\`${others}`
  })
  const rest = all.length - shownPerClass
  return rest > 0 ? [...all.slice(0, shownPerClass), `- … ${rest} more locations`] : all
}
