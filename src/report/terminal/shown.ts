import type { Finding } from '../../model/finding.ts'
import { bySeverity } from '../../model/locations.ts'
import type { RenderOptions, Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { isUnaccepted } from '../build.ts'
import { liveOf } from '../labels.ts'
import { joinedOf, locationTexts, reachOf } from '../reach.ts'

/** What a terminal shows of a live run: read in two minutes. */
export const mostShown = 30

type Expand = Pick<RenderOptions, 'expand'>

/** The findings that are shown, those that are accepted last: of a live run the worst, by severity, then by reach. */
export function shownOf(report: Report, { expand }: Expand): readonly Finding[] {
  const all = report.kind === 'diff' ? report.findings : liveOf(report)
  const sorted = [...all.filter(isUnaccepted), ...all.filter((finding) => !isUnaccepted(finding))]
  if (report.kind === 'diff' || expand === true || sorted.length <= mostShown) return sorted
  const worst = new Set(sorted.toSorted(byWorst).slice(0, mostShown))
  return sorted.filter((finding) => worst.has(finding))
}

function byWorst(a: Finding, b: Finding): number {
  return (
    Number(isUnaccepted(b)) - Number(isUnaccepted(a)) ||
    bySeverity(a.severity, b.severity) ||
    b.reaches.length - a.reaches.length
  )
}

/** The first lines of a list of a live run, and how many more there are. */
export function cut(lines: readonly string[], report: Report, { expand }: Expand): readonly string[] {
  const rest = lines.length - mostShown
  if (report.kind === 'diff' || expand === true || rest <= 0) return lines
  return [...lines.slice(0, mostShown), `and ${rest} more, see the report or --expand`]
}

/** What of a live run is not shown, and how to see it. */
export function leftOut(report: Report, shown: readonly Finding[], { expand }: Expand): readonly string[] {
  if (report.kind === 'diff' || expand === true) return []
  const all = liveOf(report).length
  if (shown.length < all)
    return [`${shown.length} of ${plural(all, 'finding')} are shown, the worst: the report and --expand have them all.`]
  const isCut = shown.some(({ reaches, joined = [] }) => reaches.length > 3 || joined.length > 3)
  return isCut ? ['--expand shows every operation of each finding.'] : []
}

/** Where a finding is, and where it was not before; when expanded a line for each location. */
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
