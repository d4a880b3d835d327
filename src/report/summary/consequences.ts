import { type Finding, type Impact, impacts, type Severity } from '../../model/finding.ts'
import { bySeverity } from '../../model/locations.ts'
import type { OperationKey } from '../../model/operation.ts'
import type { Report } from '../../model/report.ts'
import { byText, firstOf, plural } from '../../util/text.ts'
import { isUnaccepted } from '../build.ts'
import { contractOf, countByPolicy, locationOf } from '../labels.ts'
import { groupBy } from '../listing/group-by.ts'
import { commonPath, partsOfApi } from '../listing/path-clusters.ts'
import { impactOf, impactTitle } from './impact.ts'

/** Findings of one rule, shown as a line of the first screen. */
export interface RuleGroup {
  readonly ruleId: string
  /** `37 × Operation removed: 14 below /orgs/{org}/teams/{team_slug}/discussions and 23 more`. */
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

/** Groups findings by rule, ordered by worst severity, then by number of findings. */
export function ruleGroups({ rules }: Report, findings: readonly Finding[]): readonly RuleGroup[] {
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  return [...groupBy(findings, ({ ruleId }) => ruleId)]
    .sort(([a, x], [b, y]) => bySeverity(worst(x), worst(y)) || y.length - x.length || byText(a, b))
    .map(([ruleId, members]) => {
      const text = `${members.length} × ${titles.get(ruleId) ?? ruleId}: ${placesOf(members)}`
      return { ruleId, text, findings: members }
    })
}

/** Returns a heading such as `Calls stop working (40 breaking · 40 operations)`. */
export function impactHeading(impact: Impact, groups: readonly Consequence[]): string {
  const findings = groups.flatMap((group) => group.findings)
  return `${impactTitle(impact, findings)} (${countByPolicy(findings)} · ${reachedBy(findings)})`
}

/** Lists the places with the most findings: `14 below /orgs/{org}/teams, 3 in Loan and 9 more`. */
function placesOf(findings: readonly Finding[]): string {
  const paths = findings.map(({ site }) => (site.component === undefined ? (site.operation?.split(' ')[1] ?? '') : ''))
  const parts = partsOfApi(paths)
  const places = groupBy(findings.keys(), (at) => findings[at]?.site.component ?? parts[at])
  const texts = [...places.values()]
    .sort((a, b) => b.length - a.length)
    .map((members) =>
      placeOf(
        members.flatMap((at) => findings[at] ?? []),
        members.map((at) => paths[at] ?? ''),
      ),
    )
  return firstOf(texts, 3)
}

function placeOf([first, ...others]: readonly Finding[], paths: readonly string[]): string {
  const { component, operation } = first?.site ?? {}
  const count = others.length === 0 ? '' : `${others.length + 1} `
  if (component !== undefined) return `${count}${count && 'in '}${locationOf({ component, pointer: '' })}`
  return others.length === 0 ? (operation ?? 'the API') : `${count}below ${commonPath(paths) || '/'}`
}

const worst = (findings: readonly Finding[]): Severity =>
  findings.map(({ severity }) => severity).toSorted(bySeverity)[0] ?? 'off'

/** Returns the number of affected operations in words: `3 operations`. */
export function reachedBy(findings: readonly Finding[]): string {
  return plural(operationsReached(findings).size, 'operation')
}

const mostParts = 3

/** Lists operations or, if there are many, the parts of the API with the most: `16 below /dialogs, 8 below /users and 4 more`. */
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
  const rest = groups.slice(mostParts).reduce((sum, members) => sum + members.length, 0)
  return `${texts.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Returns the keys of all operations affected by the findings. */
export function operationsReached(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ reaches, site }) => [...reaches, ...(site.operation ? [site.operation] : [])]))
}
