import type { styleText } from 'node:util'
import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { coverageWords } from '../coverage-labels.ts'
import { contractOf, lastGoodOf, locationOf, marks, printable, unreadWords, versionOf } from '../labels.ts'
import { contractTally, liveTally, stateWords, verdictWords } from '../tally.ts'
import { padded } from './width.ts'

/** Colours a text, or leaves it as it is. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

/** The line a diff opens with. */
export function diffHeader(report: Report, paint: Paint): string[] {
  const { base, revision } = report.inputs
  const left = `${report.api === undefined ? '' : `${report.api}  `}${versionOf(report, base)} → ${versionOf(report, revision)}   ${verdictWords(contractTally(report))}${report.findings.length === 0 ? unreadWords(report) : ''}`
  return [`${paint('bold', padded(printable(left), 78))}  policy ${printable(report.policy)}`]
}

/** What a run over the live API opens with: what was called, then a line for each question. */
export function monitorHeader(report: Report, paint: Paint): string[] {
  const { couldNotCheck } = report
  if (couldNotCheck === undefined) return questionsOf(report, paint)
  const verdict = [
    paint('yellow', printable(`${marks.error} COULD NOT CHECK  ${report.api ?? ''}`)),
    printable(`  ${couldNotCheck.message}`),
    printable(`  ${couldNotCheck.hint}`),
    printable(`  ${lastGoodOf(couldNotCheck.lastGood)}`),
  ]
  return report.subjects.length === 0 ? verdict : [...verdict, '', ...questionsOf(report, paint)]
}

function questionsOf(report: Report, paint: Paint): string[] {
  const { inputs, summary, coverage, shard, times } = report
  const { operations } = summary
  const facts = [
    `contract ${versionOf(report, inputs.revision)}`,
    `target ${inputs.target ?? 'unknown'}`,
    `${operations.called}/${operations.total} operations`,
    plural(summary.calls, 'call'),
    ...(times === undefined || report.kind === 'check' ? [] : [`${(times.milliseconds / 1000).toFixed(1)} s`]),
  ]
  const rows = [
    ...(inputs.base === undefined
      ? []
      : [
          [
            'contract',
            `${versionOf(report, inputs.base)} → ${versionOf(report, inputs.revision)}   ${verdictWords(contractTally(report))}, published`,
          ],
          ...contractLines(report).map((line) => ['', line]),
        ]),
    ...trafficRows(report),
    ['live', stateWords(liveTally(report))],
    ['inconclusive', String(operations.inconclusive)],
    ...notCalledRow(report),
    ...(coverage === undefined
      ? []
      : [['coverage', coverageWords(coverage, ['operations', 'statuses', 'properties', 'values'])]]),
    ...(summary.gaps ?? []).map(({ what, fix }, at) => [at === 0 ? 'gaps' : '', `${what}; ${fix}`]),
    ...(shard === undefined ? [] : [['shard', `${shard.index} of ${shard.count}, to be merged`]]),
  ]
  return [
    paint('bold', printable(`${report.api ?? ''}  ${facts.join(' · ')}`)),
    '',
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(12)}  ${printable(value)}`),
  ]
}

/** What was read of recorded traffic, and when it was recorded. */
function trafficRows({ traffic, times }: Report): string[][] {
  if (traffic === undefined) return []
  const { records, exchanges, checked, unmatched, broken, leftOut } = traffic
  const counts = [
    plural(records, 'record'),
    `${checked} of ${plural(exchanges, 'exchange')} checked`,
    ...(unmatched > 0 ? [`${unmatched} match no operation`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...(broken > 0 ? [`${broken} broken`] : []),
  ]
  const end = times && new Date(Date.parse(times.startedAt) + times.milliseconds).toISOString()
  return [['recorded', counts.join(' · ')], ...(times ? [['', `from ${times.startedAt} to ${end}`]] : [])]
}

/** What the calls did not come to, where there is any. */
function notCalledRow({ summary: { operations } }: Report): string[][] {
  const { total, called, notReached = 0, notWritable = 0 } = operations
  if (total === called && notReached === 0) return []
  const left = total - called - notWritable
  return [
    ['not called', `${left}${notWritable > 0 ? ` · not writable ${notWritable}` : ''} · not reached ${notReached}`],
  ]
}

const longest = 12

/** What changed in the contract, a line each, worst first. */
function contractLines(report: Report): string[] {
  const findings = contractOf(report)
  const lines = findings
    .slice(0, longest)
    .map(({ severity, ruleId, site, message }) => `${marks[severity]} ${ruleId}  ${locationOf(site)} ${message}`)
  const rest = findings.length - lines.length
  return rest > 0 ? [...lines, `and ${rest} more, see the report`] : lines
}
