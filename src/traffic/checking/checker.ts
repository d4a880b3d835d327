import type { Inspector } from '../../drift/checking/inspection.ts'
import { createRouter } from '../../drift/checking/route.ts'
import { mergeFindings } from '../../drift/evidence/merge.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { mergeStatistics, noStatistics } from '../../learn/statistics.ts'
import type { Finding } from '../../model/finding.ts'
import type { NotChecked, Observation, Outcome } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { Statistics } from '../../model/statistics.ts'
import { createLocator, type LocateOptions } from '../matching/locate.ts'
import { limits, mergeRows } from '../partial/merge.ts'
import type { OperationTraffic, TrafficCounts, TrafficResult } from '../partial/result.ts'
import type { RecordedExchange } from '../recording.ts'
import { toObservation } from './to-observation.ts'
import { createUnmatchedCounter } from './unmatched.ts'

/** What of a recording is checked, and by what. */
export interface CheckerOptions extends LocateOptions {
  readonly description: Description
  readonly inspector: Inspector
  readonly redactor: Redactor
  /** Counts what a response shows of the contract. */
  readonly count: (operation: Operation, observation: Observation) => Statistics | undefined
  /** Milliseconds since the epoch. */
  readonly since?: number
  readonly until?: number
}

/** Checks recorded exchanges one by one. What it keeps is bounded by the description, not by the recording. */
export interface TrafficChecker {
  check(exchange: RecordedExchange): void
  /** A record that holds no exchange, and why. */
  broken(because: string): void
  /** A record was read, or left out by `--sample`. */
  record(isSampledOut?: boolean): void
  result(): TrafficResult
}

interface OperationCount {
  calls: number
  readonly outcomes: Map<Outcome, number>
  readonly statuses: Map<string, number>
}

/** So many findings are kept apart before they are united. */
const mostPending = 2000

/** Makes a checker for one slice of traffic. */
export function createTrafficChecker(options: CheckerOptions): TrafficChecker {
  const { description, inspector, redactor, since, until } = options
  const locate = createLocator(options)
  const router = createRouter(description.operations)
  const unmatched = createUnmatchedCounter(redactor)
  const counts: { -readonly [K in keyof TrafficCounts]: number } = {
    ...{ records: 0, broken: 0, exchanges: 0, sampledOut: 0, outside: 0, undated: 0 },
    ...{ elsewhere: 0, unmatched: 0, unanswered: 0, checked: 0 },
  }
  const reasons = new Map<string, number>()
  const operations = new Map<string, OperationCount>()
  const hosts = new Map<string, number>()
  let findings: Finding[] = []
  let rows: NotChecked[] = []
  let statistics: Statistics[] = []

  const isTimely = ({ time }: RecordedExchange): boolean => {
    if (since === undefined && until === undefined) return true
    const at = typeof time === 'string' ? Date.parse(time) : Number.NaN
    if (Number.isNaN(at)) counts.undated++
    else if (at < (since ?? at) || at >= (until ?? Number.POSITIVE_INFINITY)) counts.outside++
    else return true
    return false
  }

  const settle = (): void => {
    findings = mergeFindings(findings)
    rows = mergeRows(rows)
    statistics = [mergeStatistics(statistics)]
  }

  return {
    record(isSampledOut) {
      counts.records++
      if (isSampledOut === true) counts.sampledOut++
    },
    broken(because) {
      counts.broken++
      if (reasons.size < limits.reasons || reasons.has(because)) reasons.set(because, (reasons.get(because) ?? 0) + 1)
    },
    check(exchange) {
      counts.exchanges++
      if (!isTimely(exchange)) return
      const place = locate(exchange.request.url)
      if (place === undefined) {
        counts.elsewhere++
        return
      }
      const observation = toObservation(exchange, place.path)
      const operation = router.match(observation.request.method, place.path)
      if (operation === undefined) {
        counts.unmatched++
        unmatched.add(place.host, observation, router.at(place.path))
        return
      }
      if (hosts.has(place.host) || hosts.size < limits.hosts) hosts.set(place.host, (hosts.get(place.host) ?? 0) + 1)
      const inspection = inspector.inspectRecorded(operation, observation)
      if (observation.status === undefined) counts.unanswered++
      else counts.checked++
      addCall(operations, operation.key, inspection.outcome, observation.status)
      for (const finding of inspection.findings) findings.push(finding)
      for (const row of inspection.notChecked) rows.push(row)
      const counted = options.count(operation, observation)
      if (counted !== undefined) statistics.push(counted)
      if (findings.length > mostPending || rows.length > 2 * limits.rows || statistics.length > 100) settle()
    },
    result() {
      settle()
      const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
      return {
        counts: { ...counts },
        broken: Object.fromEntries(sorted(reasons)),
        operations: Object.fromEntries(sorted(operations).map(([key, count]) => [key, plainCount(count)])),
        findings,
        unmatched: unmatched.result(),
        hosts: Object.fromEntries(sorted(hosts)),
        notChecked: rows,
        statistics: { ...(statistics[0] ?? noStatistics), runs: 0 },
      }
    },
  }
}

function addCall(
  operations: Map<string, OperationCount>,
  key: string,
  outcome: Outcome,
  status: number | undefined,
): void {
  let count = operations.get(key)
  if (count === undefined) {
    count = { calls: 0, outcomes: new Map(), statuses: new Map() }
    operations.set(key, count)
  }
  count.calls++
  count.outcomes.set(outcome, (count.outcomes.get(outcome) ?? 0) + 1)
  if (status !== undefined) count.statuses.set(String(status), (count.statuses.get(String(status)) ?? 0) + 1)
}

function plainCount({ calls, outcomes, statuses }: OperationCount): OperationTraffic {
  return {
    calls,
    outcomes: Object.fromEntries([...outcomes].sort(([a], [b]) => (a < b ? -1 : 1))),
    statuses: Object.fromEntries([...statuses].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
