import type { ReportFilter } from '../../model/report/view.ts'
import type { Report } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'
import { tallyOf } from '../summary/tally.ts'

/** `filter: --min-severity error leaves out 7 warnings; the verdict is of all`. */
export function filterWords({ filter }: Pick<Report, 'filter'>): string | undefined {
  if (filter === undefined) return undefined
  const { left } = filter
  const words = [
    ...(left.error > 0 ? [plural(left.error, 'error')] : []),
    ...(left.warning > 0 ? [plural(left.warning, 'warning')] : []),
    ...(left.info > 0 ? [`${left.info} info`] : []),
    ...(left.accepted > 0 ? [`${left.accepted} accepted`] : []),
  ]
  const out = words.length === 0 ? 'hides nothing' : `hides ${words.join(' · ')}; the verdict includes all findings`
  return `filter: ${firstOf(filterFlags(filter), 6, ' ')} ${out}`
}

/** Returns the command-line options of a filter, for example `--min-severity error` or `--only enum-narrowed`. */
export function filterFlags({
  minSeverity,
  only = [],
  exclude = [],
  operations = [],
}: ReportFilter): readonly string[] {
  return [
    ...(minSeverity === undefined ? [] : [`--min-severity ${minSeverity}`]),
    ...only.map((id) => `--only ${id}`),
    ...exclude.map((id) => `--exclude ${id}`),
    ...operations.map((glob) => `--operation ${glob}`),
  ]
}

/** Returns the number of findings that a filter shows: `filtered: 3 of 822 findings`. */
export function filteredWords(report: Report): string | undefined {
  const { filter, findings, changelog = [] } = report
  if (filter === undefined) return undefined
  const shown = tallyOf([...findings, ...changelog.flatMap((entry) => entry.findings)]).total
  const { error, warning, info, accepted } = filter.left
  return `filtered: ${shown} of ${plural(shown + error + warning + info + accepted, 'finding')}`
}
