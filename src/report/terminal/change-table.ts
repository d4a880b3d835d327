import { impacts } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { printable } from '../labels.ts'
import { consequencesOf, impactHeading, otherKinds } from '../summary/consequences.ts'
import type { Paint } from './paint.ts'
import { findingsOf, listedOf } from './shown.ts'
import { wrapped } from './width.ts'

/** Diffs up to this size are shown without a summary. */
const few = { lines: 8, changes: 20 }
const mostOfAnImpact = 3

/** Summarizes a long diff: a heading per impact on clients, then a line per rule. Empty for a short diff. */
export function changeTable(report: Report, paint: Paint, columns?: number): readonly string[] {
  const isShort = listedOf(report, {}).length <= few.lines && findingsOf(report).length <= few.changes
  if (report.kind !== 'diff' || isShort) return []
  const all = consequencesOf(report)
  return impacts.flatMap((impact) => {
    const some = all.filter((each) => each.impact === impact)
    if (some.length === 0) return []
    const rest = otherKinds(some.slice(mostOfAnImpact))
    return [
      ...wrapped(printable(impactHeading(impact, some)), columns, 2).map((line) => paint('bold', line)),
      ...some.slice(0, mostOfAnImpact).flatMap(({ text }) => wrapped(printable(`  ${text}`), columns, 4)),
      ...(rest === undefined ? [] : wrapped(printable(`  ${rest}`), columns, 4)),
      '',
    ]
  })
}
