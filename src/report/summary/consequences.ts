import { type Finding, type Impact, impacts, type Severity } from '../../model/finding.ts'
import { bySeverity } from '../../model/locations.ts'
import type { OperationKey } from '../../model/operation.ts'
import type { Report } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'
import { isUnaccepted } from '../build.ts'
import { contractOf, countByPolicy, locationOf } from '../labels.ts'
import { isOfOperation } from '../listing/alike.ts'
import { groupBy } from '../listing/group-by.ts'
import { commonPath, partsOfApi } from '../listing/path-clusters.ts'
import { impactOf, impactTitle } from './impact.ts'

/** Findings of one rule, shown as a line of the first screen. */
export interface RuleGroup {
  readonly ruleId: string
  readonly title: string
  /** `9 breaking and 6 risky × Bound tightened`. */
  readonly kind: string
  /** `37 breaking × Operation removed: 14 below /orgs/{org}/teams/{team_slug}/discussions and 23 more operations`. */
  readonly text: string
  readonly findings: readonly Finding[]
}

/** Changes of one rule with the same impact on clients. */
export interface Consequence extends RuleGroup {
  readonly impact: Impact
}

/** Groups contract changes (by default the unaccepted breaking and risky ones) by their impact on clients, most severe first. */
export function consequencesOf(
  report: Report,
  findings: readonly Finding[] = contractOf(report).filter((one) => isUnaccepted(one) && one.severity !== 'info'),
): readonly Consequence[] {
  return impacts.flatMap((impact) =>
    ruleGroups(
      report,
      findings.filter((finding) => impactOf(finding) === impact),
    ).map((group) => ({ impact, ...group })),
  )
}

/** Groups findings by rule, ordered by worst severity, then by the number of findings that have it. */
export function ruleGroups({ rules }: Report, findings: readonly Finding[]): readonly RuleGroup[] {
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  return [...groupBy(findings, ({ ruleId }) => ruleId)]
    .sort(([a, x], [b, y]) => bySeverity(worst(x), worst(y)) || worstCount(y) - worstCount(x) || byText(a, b))
    .map(([ruleId, members]) => {
      const counts = countByPolicy(members).replaceAll(' · ', ' and ')
      const title = titleOf(members, titles.get(ruleId) ?? ruleId)
      const kind = `${counts} × ${title}`
      return { ruleId, title, kind, text: `${kind}: ${placesOf(members)}${originOf(members)}`, findings: members }
    })
}

/** Returns the title of a rule. A required property that is new in a response isn't required from clients. */
function titleOf(findings: readonly Finding[], title: string): string {
  const isNewInResponse = findings.every(
    ({ ruleId, site }) => ruleId === 'required-property-added' && site.direction === 'response',
  )
  return isNewInResponse ? 'New response property (always sent)' : title
}

/** Returns the old place of moved operations, because their location is the new one: `, before below /organizations/{org}`. */
function originOf(findings: readonly Finding[]): string {
  const paths = findings.flatMap(({ ruleId, message }) =>
    ruleId === 'operation-moved' ? (/^moved from \S+ (\/\S*) to /.exec(message)?.[1] ?? []) : [],
  )
  return paths.length === 0 ? '' : `, before ${paths.length > 1 ? 'below' : 'at'} ${commonPath(paths) || '/'}`
}

export interface Kinds {
  readonly main: readonly RuleGroup[]
  /** `and 2 more kinds: 3 breaking × Values added to an enum, 1 risky × Servers changed`. Undefined if all are in `main`. */
  readonly rest: string | undefined
}

/** Selects the largest breaking kind of each impact, then the second largest. Risky kinds follow. Keeps the order of `all`. */
export function mainKinds(all: readonly Consequence[], most: number): Kinds {
  const ranks = new Map(
    [...groupBy(all, ({ impact }) => impact).values()].flatMap((some) => some.map((each, at) => [each, at] as const)),
  )
  const chosen = new Set(
    all
      .toSorted((a, b) => bySeverity(worst(a.findings), worst(b.findings)) || (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
      .slice(0, most),
  )
  return {
    main: all.filter((each) => chosen.has(each)),
    rest: otherKinds(
      all.filter((each) => !chosen.has(each)),
      3,
    ),
  }
}

/** Returns `and 2 more kinds: 3 breaking × Values added to an enum, 1 risky × Servers changed`; undefined for an empty list. */
export function otherKinds(others: readonly RuleGroup[], mostRisky = others.length): string | undefined {
  const breaking = others.filter(({ findings }) => worst(findings) === 'error')
  const milder = others.filter(({ findings }) => worst(findings) !== 'error')
  const isShort = milder.length <= mostRisky
  const named = [...breaking, ...(isShort ? milder : [])].map(({ kind }) => kind)
  const words = named.length === 0 ? [] : [`${plural(named.length, 'more kind')}: ${named.join(', ')}`]
  const counts = countByPolicy(milder.flatMap(({ findings }) => findings))
  const cut = isShort ? [] : [`${plural(milder.length, 'more kind')} with ${counts} changes`]
  return others.length === 0 ? undefined : `and ${[...words, ...cut].join(', and ')}`
}

/** Returns a heading such as `Calls stop working (40 breaking in 40 operations)`. */
export function impactHeading(impact: Impact, groups: readonly Consequence[]): string {
  const findings = groups.flatMap((group) => group.findings)
  return `${impactTitle(impact, findings)} (${countsAndReach(findings)})`
}

/** Returns the number of changes and operations per severity: `18 breaking in 1 operation · 3 risky in 99 operations`. */
export function countsAndReach(findings: readonly Finding[]): string {
  return [
    ...groupBy(
      findings.toSorted((a, b) => bySeverity(a.severity, b.severity)),
      ({ severity }) => severity,
    ),
  ]
    .map(([, some]) => `${countByPolicy(some)} in ${reachedBy(some)}`)
    .join(' · ')
}

/** Lists the places with the most findings: `14 below /orgs/{org}/teams, 3 in Loan and 9 more changes in 2 places`. */
function placesOf(findings: readonly Finding[]): string {
  const paths = findings.map(({ site }) => (site.component === undefined ? (site.operation?.split(' ')[1] ?? '') : ''))
  const parts = partsOfApi(paths)
  const places = groupBy(findings.keys(), (at) => findings[at]?.site.component ?? parts[at])
  const groups = [...places.values()].sort((a, b) => b.length - a.length)
  const texts = groups.slice(0, mostParts).map((members) =>
    placeOf(
      members.flatMap((at) => findings[at] ?? []),
      members.map((at) => paths[at] ?? ''),
    ),
  )
  const noun = findings.every(({ site }) => isOfOperation(site)) ? 'operation' : 'change'
  const rest = groups.slice(mostParts)
  return `${texts.join(', ')}${moreIn(rest.flat().length, noun, rest.length)}`
}

/** Returns ` and 4 more operations in 2 groups`. Names the groups only if there are fewer than members. */
function moreIn(count: number, noun: string, groups: number): string {
  if (count === 0) return ''
  const places = noun === 'operation' ? 'group' : 'other place'
  return ` and ${plural(count, `more ${noun}`)}${count === groups ? '' : ` in ${plural(groups, places)}`}`
}

function placeOf([first, ...others]: readonly Finding[], paths: readonly string[]): string {
  const { component, operation } = first?.site ?? {}
  const count = others.length === 0 ? '' : `${others.length + 1} `
  if (first !== undefined && component !== undefined)
    return others.length === 0 ? locationOf(first.site) : `${count}in ${locationOf({ component, pointer: '' })}`
  return others.length === 0 ? (operation ?? 'the API') : `${count}below ${commonPath(paths) || '/'}`
}

const worst = (findings: readonly Finding[]): Severity =>
  findings.map(({ severity }) => severity).toSorted(bySeverity)[0] ?? 'off'

function worstCount(findings: readonly Finding[]): number {
  const severity = worst(findings)
  return findings.filter((finding) => finding.severity === severity).length
}

/** Returns the number of affected operations: `3 operations`, `breaking: 1 operation · risky: 99 operations`. */
export function reachBySeverity(findings: readonly Finding[]): string {
  const groups = [...groupBy(findings, ({ severity }) => severity)].sort(([a], [b]) => bySeverity(a, b))
  if (groups.length < 2) return reachedBy(findings)
  return groups.map(([, some]) => `${countByPolicy(some).replace(/^\d+ /, '')}: ${reachedBy(some)}`).join(' · ')
}

export function reachedBy(findings: readonly Finding[]): string {
  return plural(operationsReached(findings).size, 'operation')
}

const mostParts = 3

/** Lists operations, or the largest parts of the API: `16 below /dialogs, 8 below /users and 4 more operations in 2 groups`. */
export function partsOf(operations: readonly OperationKey[]): string {
  if (operations.length <= mostParts) return operations.join(', ')
  const paths = operations.map((key) => key.split(' ')[1] ?? '')
  const parts = partsOfApi(paths)
  const groups = [...groupBy(operations.keys(), (at) => parts[at]).values()].sort((a, b) => b.length - a.length)
  const texts = groups.slice(0, mostParts).map((members) => {
    const [key = ''] = members.map((at) => operations[at])
    const below = commonPath(members.map((at) => paths[at] ?? ''))
    const count = members.length === operations.length ? 'all' : members.length
    return members.length === 1 ? key : `${count} below ${below || '/'}`
  })
  const rest = groups.slice(mostParts)
  return `${texts.join(', ')}${moreIn(rest.flat().length, 'operation', rest.length)}`
}

export function operationsReached(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ reaches, site }) => [...reaches, ...(site.operation ? [site.operation] : [])]))
}
