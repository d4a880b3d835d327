import type { Finding, Severity } from '../../model/finding.ts'
import { defineReporter, type Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { countFailing, isFailing, isInconclusive, isUnaccepted } from '../build.ts'
import { filterWords } from '../filter/filter-words.ts'
import { allFindings, headlineOf, locationOf, outcomesOf, printable, printableLines } from '../labels.ts'
import { shortfallsOf } from '../summary/coverage-labels.ts'
import { reachOf } from '../summary/reach.ts'

type Kind = 'error' | 'warning' | 'notice'

interface Annotation {
  readonly kind: Kind
  readonly title: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly col?: number
}

/** Maximum number of annotations of each kind that GitHub shows per step. */
const shown = 10

/** Workflow commands that GitHub Actions shows as annotations of the description's lines. */
export default defineReporter({
  name: 'github',
  title: 'Annotations for GitHub Actions',
  render(report) {
    const failing = countFailing(report)
    const annotations = annotationsOf(report)
    const lines: string[] = []
    const omitted: string[] = []
    for (const kind of ['error', 'warning', 'notice'] as const) {
      const some = annotations.filter((annotation) => annotation.kind === kind)
      lines.push(...some.slice(0, shown).map(commandOf))
      if (some.length > shown) omitted.push(plural(some.length - shown, kind))
    }
    const accepted = allFindings(report).filter((finding) => !isUnaccepted(finding)).length
    if (omitted.length > 0) lines.push(`${omitted.join(', ')} more, not annotated: see the report`)
    if (accepted > 0) lines.push(`${plural(accepted, 'finding')} accepted by the baseline, not annotated`)
    const filter = filterWords(report)
    if (filter !== undefined) lines.push(printable(filter))
    return `${[printable(headlineOf(report, failing)), ...lines].join('\n')}\n`
  },
})

/** Returns annotations for unaccepted findings, in the report's order (worst first). */
function annotationsOf(report: Report): Annotation[] {
  const { couldNotCheck } = report
  return [
    ...(couldNotCheck === undefined
      ? []
      : [
          {
            kind: 'error' as const,
            title: 'could not check',
            message: `${couldNotCheck.message}\n${couldNotCheck.hint}`,
          },
        ]),
    ...shortfallsOf(report).map((message): Annotation => ({ kind: 'error', title: 'coverage', message })),
    ...report.subjects.filter(isInconclusive).map(
      (subject): Annotation => ({
        kind: 'warning',
        title: `not checked: ${subject.operation}`,
        message: outcomesOf(subject),
      }),
    ),
    ...allFindings(report)
      .filter(isUnaccepted)
      .map((finding) => annotationOf(report, finding)),
    ...report.notChecked.map(
      ({ operation = '', what, because }): Annotation => ({
        kind: 'notice',
        title: 'not checked',
        message: `${[operation, what].filter(Boolean).join(' ')}: ${because}`,
      }),
    ),
  ]
}

const kinds: Readonly<Record<Severity, Kind>> = { error: 'error', warning: 'warning', info: 'notice', off: 'notice' }

function annotationOf(report: Report, finding: Finding): Annotation {
  const { source, ruleId, site, message, severity, fix, fingerprint } = finding
  const at = source.revision ?? source.base
  const reach = finding.kind === 'contract' ? undefined : reachOf(finding)
  // A contract change that doesn't fail the run is only a notice.
  const history = report.kind === 'monitor' && finding.kind === 'contract' && !isFailing(report, finding)
  return {
    kind: history ? 'notice' : kinds[severity],
    title: `${ruleId} ${locationOf(site)}`,
    message: [message, ...(reach === undefined ? [] : [`reaches ${reach}`]), fix, `id ${fingerprint}`].join('\n'),
    ...(at !== undefined && { file: at.file.replace(/^git:[^:]*:/, ''), line: at.line, col: at.column }),
  }
}

/** Formats a workflow command in one line, escaped as in https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts. */
function commandOf({ kind, message, ...properties }: Annotation): string {
  const { file, line, col, title } = properties
  const entries = Object.entries({ file, line, col, title }).filter(([, value]) => value !== undefined)
  const words = entries.map(([name, value]) => `${name}=${property(printable(String(value)))}`)
  return `::${kind} ${words.join(',')}::${data(printableLines(message))}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
