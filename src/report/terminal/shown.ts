import type { Finding } from '../../model/finding.ts'
import { bySeverity } from '../../model/locations.ts'
import type { RenderOptions, Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { isUnaccepted } from '../build.ts'
import { liveOf } from '../labels.ts'
import { listed } from '../listing/alike.ts'
import { byImpact } from '../summary/impact.ts'
import { joinedOf, locationTexts, reachOf } from '../summary/reach.ts'

type Expand = Pick<RenderOptions, 'expand'>

/** Returns the findings that a terminal shows, accepted ones last. */
export function findingsOf(report: Report): readonly Finding[] {
  const all = report.kind === 'diff' ? report.findings : liveOf(report)
  return [...all.filter(isUnaccepted), ...all.filter((finding) => !isUnaccepted(finding))]
}

/** Returns the findings to list: grouped ones merged to one unless `expand` is set. */
export function listedOf(report: Report, { expand }: Expand): readonly Finding[] {
  return expand === true ? findingsOf(report) : listed(findingsOf(report))
}

/** Returns the `most` worst findings in their original order: unaccepted first, then by severity, then by number of operations. */
export function worstOf(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings
  const worst = new Set(findings.toSorted(byWorst).slice(0, most))
  return findings.filter((finding) => worst.has(finding))
}

function byWorst(a: Finding, b: Finding): number {
  return (
    Number(isUnaccepted(b)) - Number(isUnaccepted(a)) ||
    bySeverity(a.severity, b.severity) ||
    byImpact(a, b) ||
    b.reaches.length - a.reaches.length
  )
}

/** Returns the option that shows every finding. */
export function flagOf({ kind }: Report): string {
  return kind === 'diff' ? '--all' : '--expand'
}

/** Returns a hint if findings or operations are hidden, with the option that shows them. */
export function leftOut(report: Report, shown: readonly Finding[], all: number): readonly string[] {
  const found = report.kind === 'diff' ? all : findingsOf(report).length
  const grouped = found > all ? [`${plural(found, 'finding')} in ${plural(all, 'line')}: --expand shows each.`] : []
  if (shown.length >= all) {
    const isCut =
      report.kind !== 'diff' && shown.some(({ reaches, joined = [] }) => reaches.length > 3 || joined.length > 3)
    return grouped.length === 0 && isCut ? ['--expand shows every operation of each finding.'] : grouped
  }
  const others = report.kind === 'diff' ? '' : ' or the report'
  const rest = `${flagOf(report)}${others} has them all.`
  return grouped.length === 0
    ? [`${shown.length} of ${plural(all, 'finding')} are shown, the worst: ${rest}`]
    : [`${plural(found, 'finding')} in ${plural(all, 'line')}, of which the ${shown.length} worst are shown: ${rest}`]
}

/** Returns rows with a finding's locations and its newly affected operations; one row per location when expanded. */
export function reachRows(
  finding: Finding,
  { expand }: Expand,
): readonly (readonly [name: string, text: string | undefined])[] {
  const { reaches, locations } = finding
  const isListed = expand === true && locations !== undefined
  return [
    ['reaches', isListed ? `${plural(reaches.length, 'operation')}:` : reachOf(finding)],
    ...(isListed ? locationTexts(finding).map((each) => [' ', each] as const) : []),
    ['now on', joinedOf(finding, expand)],
  ]
}
