import { styleText } from 'node:util'
import type { Finding } from '../../model/finding.ts'
import { defineReporter, type RenderOptions, type Report } from '../../model/report.ts'
import { isInconclusive, isUnaccepted } from '../build.ts'
import { shortfallsOf } from '../coverage-labels.ts'
import { groupFindings } from '../group.ts'
import {
  brief,
  causeOf,
  countByPolicy,
  countVerdicts,
  exchangeOf,
  locationOf,
  marks,
  outcomesOf,
  printable,
  sourceOf,
  verdictOf,
  versionOf,
} from '../labels.ts'
import { ownerOf } from '../reach.ts'
import { closing } from '../terminal/closing.ts'
import { diffHeader, monitorHeader, type Paint } from '../terminal/header.ts'
import { cut, leftOut, reachRows, shownOf } from '../terminal/shown.ts'
import { padded, widthOf } from '../terminal/width.ts'

/** The report for a terminal: the verdict in a glance, then what to look at. */
export default defineReporter({
  name: 'text',
  title: 'Plain text for the terminal',
  render(report, options) {
    const { colour } = options
    const paint: Paint = (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text)
    const body =
      report.kind === 'changelog' ? [...changelog(report, paint), ...notChecked(report)] : run(report, paint, options)
    return `${body
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd()}\n`
  },
})

function run(report: Report, paint: Paint, options: RenderOptions): string[] {
  const { groupBy: by } = options
  const live = report.kind !== 'diff'
  const shown = shownOf(report, options)
  const groups = by === undefined ? [{ title: '', findings: shown }] : groupFindings(shown, by)
  const widths = widthsOf(shown)
  return [
    ...(live ? monitorHeader(report, paint) : diffHeader(report, paint)),
    '',
    ...groups.flatMap(({ title, findings }) => [
      ...(title === '' ? [] : ['', paint('bold', printable(`${title}   ${countVerdicts(findings)}`)), '']),
      ...findings.flatMap((finding) => block(report, finding, widths, paint, options)),
    ]),
    ...leftOut(report, shown, options),
    ...cut(inconclusive(report, paint), report, options),
    ...cut(notChecked(report), report, options),
    ...report.hints.map((hint) => `hint  ${printable([hint.operation, hint.message].filter(Boolean).join(': '))}`),
    ...shortfallsOf(report).map((text) => paint('red', `${marks.error} coverage  ${text}`)),
    ...closing(report),
  ]
}

interface Widths {
  readonly rule: number
  readonly place: number
}

function widthsOf(findings: readonly Finding[]): Widths {
  const widest = (texts: readonly string[]) =>
    Math.min(
      48,
      texts.reduce((most, text) => Math.max(most, widthOf(text)), 0),
    )
  return {
    rule: widest(findings.map((finding) => finding.ruleId)),
    place: widest(findings.map((finding) => locationOf(finding.site))),
  }
}

function block(report: Report, finding: Finding, widths: Widths, paint: Paint, options: RenderOptions): string[] {
  const { witness, evidence } = finding
  const colour = { error: 'red', warning: 'yellow', info: 'cyan', off: 'gray' } as const
  const head = `${marks[finding.severity]} ${finding.ruleId.padEnd(widths.rule)}  ${padded(locationOf(finding.site), widths.place)}  ${(finding.site.direction ?? '').padEnd(8)}  ${verdictOf(finding)}`
  const source = sourceOf(finding)
  const notes: readonly (readonly [string, string | undefined])[] = [
    ['', finding.message],
    ['proof', witness && proof(report, finding)],
    [
      'observed',
      evidence?.observed === undefined
        ? undefined
        : `${brief(evidence.observed)}${evidence.instancePointer ? ` at ${evidence.instancePointer}` : ''}${evidence.samples > 1 ? `, ${evidence.samples} times` : ''}`,
    ],
    ['cause', causeOf(finding)],
    ['live', finding.observed?.evidence],
    ...reachRows(finding, options),
    ['at', [source, finding.derivation ?? ownerOf(finding)].filter(Boolean).join('   ')],
    ['curl', evidence?.curl],
    ['state', finding.state === 'new' ? undefined : finding.state],
    ['id', finding.severity === 'info' ? undefined : finding.fingerprint],
  ]
  return [
    paint(isUnaccepted(finding) ? colour[finding.severity] : 'gray', printable(head).trimEnd()),
    ...notes.flatMap(([name, text]) =>
      text === undefined || text === '' ? [] : [`    ${name === '' ? '' : name.padEnd(10)}${printable(text)}`],
    ),
    ...(finding.severity === 'info' ? [] : ['']),
  ]
}

function proof(report: Report, { witness }: Finding): string {
  if (witness === undefined) return ''
  if (!witness.proven) return `unproven: ${witness.reason ?? 'no witness was found'}`
  const name = (side: 'base' | 'revision' | undefined) =>
    side === undefined ? '' : versionOf(report, report.inputs[side])
  return `${exchangeOf(witness, 80)}   valid in ${name(witness.validUnder)}, invalid in ${name(witness.invalidUnder)}`
}

function inconclusive(report: Report, paint: Paint): string[] {
  return report.subjects
    .filter(isInconclusive)
    .map((subject) => paint('yellow', printable(`? inconclusive  ${subject.operation}  ${outcomesOf(subject)}`)))
}

function notChecked(report: Report): string[] {
  return report.notChecked.map(({ operation, what, because, kind }) => {
    const label = kind === undefined ? 'not checked' : kind.replace('-', ' ')
    const rest = what.startsWith(`${label} `) ? what.slice(label.length + 1) : what
    return printable(`${label}  ${[operation, rest].filter(Boolean).join(' ')}: ${because}`)
  })
}

function changelog(report: Report, paint: Paint): string[] {
  if ((report.changelog ?? []).length === 0) return ['No changes']
  return (report.changelog ?? []).toReversed().flatMap((entry) => {
    const when = entry.capturedAt === undefined ? '' : `  ${entry.capturedAt.slice(0, 10)}`
    const title = entry.title === undefined ? '' : `  ${entry.title}`
    return [
      paint(
        'bold',
        printable(`${versionOf(report, entry.revision)}${title}${when}   ${countByPolicy(entry.findings)}`),
      ),
      ...entry.findings.map((finding) => {
        const live = finding.observed === undefined ? '' : `  (${finding.observed.evidence})`
        const line = `${marks[finding.severity]} ${locationOf(finding.site)} ${finding.message}  ${finding.ruleId}${live}`
        return `  ${printable(line)}${finding.severity === 'error' ? paint('red', '  [breaking]') : ''}`
      }),
      '',
    ]
  })
}
