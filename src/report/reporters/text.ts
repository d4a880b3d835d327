import { defineReporter, type RenderOptions, type Report } from '../../model/report.ts'
import { filterWords } from '../filter/filter-words.ts'
import { countByPolicy, locationOf, marks, printable, versionOf } from '../labels.ts'
import { listed } from '../listing/alike.ts'
import { semverWords } from '../summary/semver.ts'
import { belowLines } from '../terminal/below.ts'
import { changeTable } from '../terminal/change-table.ts'
import { closing } from '../terminal/closing.ts'
import { type Paint, paintOf } from '../terminal/paint.ts'
import { heightOf, treeLines } from '../terminal/tree.ts'
import { verdictLines } from '../terminal/verdict-line.ts'
import { wrapped } from '../terminal/width.ts'

export default defineReporter({
  name: 'text',
  title: 'Plain text for the terminal',
  render(report, options) {
    const paint = paintOf(options)
    const body = report.kind === 'changelog' ? changelog(report, paint, options) : run(report, paint, options)
    return `${body
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`
  },
})

function run(report: Report, paint: Paint, options: RenderOptions): readonly string[] {
  const { columns } = options
  const head = [
    ...verdictLines(report, paint, columns),
    ...filterLines(report, columns),
    '',
    ...(options.expand === true ? [] : changeTable(report, paint, columns)),
  ]
  const foot = [
    '',
    ...belowLines(report, paint, options),
    '',
    ...closing(report).flatMap((line) => wrapped(line, columns, 2)),
  ]
  const tree = treeLines(report, paint, options, heightOf(head, options) + heightOf(foot, options))
  return [...head, ...tree, ...foot]
}

function changelog(report: Report, paint: Paint, options: RenderOptions): readonly string[] {
  const { columns } = options
  const entries = (report.changelog ?? []).toReversed().flatMap((entry) => {
    const when = entry.capturedAt === undefined ? '' : `  ${entry.capturedAt.slice(0, 10)}`
    const title = entry.title === undefined ? '' : `  ${entry.title}`
    const facts = [countByPolicy(entry.findings), semverWords(entry.semver)].filter(Boolean).join(' · ')
    const head = `${versionOf(report, entry.revision)}${title}${when}   ${facts}`
    return [
      ...wrapped(printable(head), columns, 2).map((line) => paint('bold', line)),
      ...listed(entry.findings).flatMap((finding) => {
        const live = finding.observed === undefined ? '' : `  (${finding.observed.evidence})`
        const line = `${marks[finding.severity]} ${locationOf(finding.site)} ${finding.message}  ${finding.ruleId}${live}`
        const breaking = finding.severity === 'error' ? '  [breaking]' : ''
        return wrapped(`  ${printable(line)}${breaking}`, columns, 4).map((part) =>
          part.endsWith('[breaking]') ? `${part.slice(0, -10)}${paint('red', '[breaking]')}` : part,
        )
      }),
      '',
    ]
  })
  return [
    ...filterLines(report, columns),
    ...(entries.length === 0 ? ['No changes'] : entries),
    ...belowLines(report, paint, options),
  ]
}

function filterLines(report: Report, columns: number | undefined): readonly string[] {
  const words = filterWords(report)
  return words === undefined ? [] : wrapped(printable(`  ${words}`), columns, 4)
}
