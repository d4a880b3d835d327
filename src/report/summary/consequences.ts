import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'
import { isUnaccepted } from '../build.ts'
import { contractOf } from '../labels.ts'
import { type Impact, impactOf, impacts } from './impact.ts'

/** The changes of one rule with one consequence, as a line of the first screen. */
export interface Consequence {
  readonly impact: Impact
  readonly ruleId: string
  /** `37 × Operation removed, 14 of them below /orgs/{org}/teams/{team_slug}`. */
  readonly text: string
  readonly findings: readonly Finding[]
}

/** Changes of a contract, the breaking and risky ones unless given, by what they mean for a client: the gravest first, then by how many changes there are. */
export function consequencesOf(
  report: Report,
  findings: readonly Finding[] = contractOf(report).filter((one) => isUnaccepted(one) && one.severity !== 'info'),
): readonly Consequence[] {
  const titles = new Map(report.rules.map(({ id, title }) => [id, title]))
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = `${impacts.indexOf(impactOf(finding))} ${finding.ruleId}`
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups]
    .sort(([a, x], [b, y]) => Number(a[0]) - Number(b[0]) || y.length - x.length || byText(a, b))
    .flatMap(([, members]) => {
      const [first] = members
      if (first === undefined) return []
      const title = titles.get(first.ruleId) ?? first.ruleId
      const text = `${members.length} × ${title}${commonPath(members)}`
      return [{ impact: impactOf(first), ruleId: first.ruleId, text, findings: members }]
    })
}

/** `, 14 of them below /orgs/{org}/teams`: the longest path that at least half of the operations share; empty for few. */
function commonPath(findings: readonly Finding[]): string {
  const paths = findings.flatMap(({ site }) => site.operation?.split(' ')[1] ?? [])
  if (paths.length < 3) return ''
  const counts = new Map<string, number>()
  for (const path of paths) {
    const segments = path.split('/')
    for (let length = 2; length <= segments.length; length++) {
      const prefix = segments.slice(0, length).join('/')
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    }
  }
  const [longest] = [...counts]
    .filter(([, count]) => count * 2 >= paths.length && count > 1)
    .sort(([a, x], [b, y]) => b.split('/').length - a.split('/').length || y - x || byText(a, b))
  if (longest === undefined) return ''
  const [prefix, count] = longest
  return count === findings.length ? ` below ${prefix}` : `, ${count} of them below ${prefix}`
}

/** `3 operations`: the operations that some of the findings reach. */
export function reachedBy(findings: readonly Finding[]): string {
  const operations = findings.flatMap(({ reaches, site }) => [...reaches, ...(site.operation ? [site.operation] : [])])
  return plural(new Set(operations).size, 'operation')
}
