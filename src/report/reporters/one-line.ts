import type { Finding } from '../../model/finding.ts'
import { defineReporter } from '../../model/report.ts'
import { isInconclusive } from '../build.ts'
import { filterWords } from '../filter/filter-words.ts'
import { allFindings, couldNotCheckOf, locationOf, outcomesOf, printable, sourceOf } from '../labels.ts'

/** One finding per line for grep and cut: severity, rule, location, message and source position, separated by tabs. */
export default defineReporter({
  name: 'one-line',
  title: 'One finding per line, separated by tabs',
  render(report) {
    const { couldNotCheck } = report
    const filter = filterWords(report)
    const rows = [
      ...(couldNotCheck === undefined ? [] : [['could-not-check', '', '', couldNotCheckOf(couldNotCheck), '']]),
      ...allFindings(report).map(rowOf),
      ...(filter === undefined ? [] : [['filter', '', '', filter, '']]),
      ...report.subjects
        .filter(isInconclusive)
        .map((subject) => ['inconclusive', '', subject.operation, outcomesOf(subject), '']),
      ...report.notChecked.map(({ operation = '', what, because }) => [
        'not-checked',
        '',
        [operation, what].filter(Boolean).join(' '),
        because,
        '',
      ]),
    ]
    return rows.map((row) => `${row.map(printable).join('\t')}\n`).join('')
  },
})

function rowOf(finding: Finding): string[] {
  const { severity, state, ruleId, site, message } = finding
  const level = state === 'new' ? severity : `${severity} (${state})`
  return [level, ruleId, locationOf(site), message, sourceOf(finding) ?? '']
}
