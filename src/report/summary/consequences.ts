import { type Finding, type Impact, impacts } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { groupBy } from '../../util/group-by.ts'
import { byText, firstOf, plural } from '../../util/text.ts'
import { isUnaccepted } from '../build.ts'
import { contractOf, locationOf } from '../labels.ts'
import { commonPath, partsOfApi } from '../listing/path-clusters.ts'
import { impactOf } from './impact.ts'

/** The changes of one rule with one impact, as a line of the first screen. */
export interface Consequence {
  readonly impact: Impact
  readonly ruleId: string
  /** `37 × Operation removed: 14 below /orgs/{org}/teams/{team_slug}/discussions, 23 more`. */
  readonly text: string
  readonly findings: readonly Finding[]
}

/** Changes of a contract, the breaking and risky ones unless given, by what they mean for a client: the gravest first, then by how many operations they reach. */
export function consequencesOf(
  report: Report,
  findings: readonly Finding[] = contractOf(report).filter((one) => isUnaccepted(one) && one.severity !== 'info'),
): readonly Consequence[] {
  const titles = new Map(report.rules.map(({ id, title }) => [id, title]))
  return impacts.flatMap((impact) => {
    const some = findings.filter((finding) => impactOf(finding) === impact)
    return [...groupBy(some, ({ ruleId }) => ruleId)]
      .sort(([a, x], [b, y]) => operationsOf(y).size - operationsOf(x).size || y.length - x.length || byText(a, b))
      .map(([ruleId, members]) => {
        const text = `${members.length} × ${titles.get(ruleId) ?? ruleId}: ${placesOf(members)}`
        return { impact, ruleId, text, findings: members }
      })
  })
}

/** `14 below /orgs/{org}/teams, 3 in Loan and 9 more`: where findings are most often. */
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

/** `3 operations`: the operations that some of the findings reach. */
export function reachedBy(findings: readonly Finding[]): string {
  return plural(operationsOf(findings).size, 'operation')
}

function operationsOf(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ reaches, site }) => [...reaches, ...(site.operation ? [site.operation] : [])]))
}
