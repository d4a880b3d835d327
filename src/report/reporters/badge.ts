import { defineReporter, type Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { countFailing, exitCodeOf, lostSource } from '../build.ts'
import { allFindings, countByPolicy, jsonText, printable } from '../labels.ts'
import { shortfallsOf } from '../summary/coverage-labels.ts'

/** Cache duration in seconds; https://shields.io requires at least 300. */
const cacheSeconds = 3600

/** JSON for https://shields.io/badges/endpoint-badge. Contains the day of the run, because the badge doesn't change when runs stop. */
export default defineReporter({
  name: 'badge',
  file: 'badge.json',
  title: 'Badge for shields.io',
  render(report, { stale = false }) {
    const [message, color] = stale ? ['stale', 'lightgrey'] : verdictOf(report)
    const day = report.times === undefined ? '' : ` · ${report.times.startedAt.slice(0, 10)}`
    return jsonText({
      schemaVersion: 1,
      label: printable(report.api ?? 'API contract'),
      message: `${message}${day}`,
      color,
      isError: !stale && exitCodeOf(report) === 1,
      cacheSeconds,
    })
  },
})

function verdictOf(report: Report): readonly [message: string, colour: string] {
  if (report.kind === 'changelog') return [countByPolicy(allFindings(report)), 'informational']
  if (report.couldNotCheck !== undefined) return ['could not check', 'lightgrey']
  const failing = countFailing(report)
  if (failing > 0) return [report.kind === 'diff' ? countByPolicy(report.findings) : `${failing} drifted`, 'red']
  if (shortfallsOf(report).length > 0) return ['coverage too low', 'orange']
  const { inconclusive } = report.summary.operations
  if (inconclusive > 0) return [`${plural(inconclusive, 'operation')} not checked`, 'yellow']
  if (lostSource(report) !== undefined) return ['description not read', 'yellow']
  return [report.kind === 'diff' ? countByPolicy(report.findings) : 'keeps its contract', 'brightgreen']
}
