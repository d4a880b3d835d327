import type { Report, ResponseTimes } from '../../model/report.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { byText } from '../../util/text.ts'

type ByOperation = Readonly<Record<string, ResponseTimes>>

/** Returns the sorted response times per operation in milliseconds. Only successful responses of the application count. */
export function responseTimesOf(calls: readonly CallRecord[]): ByOperation {
  const all = new Map<string, number[]>()
  for (const { operation, outcome, status, milliseconds } of calls) {
    if (outcome !== 'received' || status === undefined || status >= 400) continue
    const known = all.get(operation)
    if (known === undefined) all.set(operation, [milliseconds])
    else known.push(milliseconds)
  }
  return byOperation(all)
}

/** Returns the response times of a run, merged from its shards. */
export function responseTimesIn(reports: readonly Report[]): ByOperation {
  const [only, ...others] = reports
  if (others.length === 0) return only?.times?.operations ?? {}
  const all = new Map<string, number[]>()
  for (const { times } of reports)
    for (const [operation, { all: own = [] }] of Object.entries(times?.operations ?? {}))
      all.set(operation, [...(all.get(operation) ?? []), ...own])
  return byOperation(all)
}

/** Adds response times to a report. Individual values are kept only for merging. */
export function withResponseTimes(
  times: NonNullable<Report['times']>,
  operations: ByOperation = {},
  isShard = false,
): NonNullable<Report['times']> {
  const entries = Object.entries(operations)
  if (entries.length === 0) return times
  const kept = entries.map(([name, { all, ...rest }]) => [name, isShard && all ? { ...rest, all } : rest])
  return { ...times, operations: Object.fromEntries(kept) }
}

function byOperation(all: ReadonlyMap<string, readonly number[]>): ByOperation {
  const sorted = [...all].sort(([a], [b]) => byText(a, b))
  return Object.fromEntries(sorted.map(([operation, times]) => [operation, percentilesOf(times)]))
}

function percentilesOf(times: readonly number[]): ResponseTimes {
  const all = times.toSorted((a, b) => a - b)
  return { count: all.length, p50: nearestRank(all, 0.5), p95: nearestRank(all, 0.95), all }
}

/** Returns the percentile by the nearest rank, a measured value: https://en.wikipedia.org/wiki/Percentile#The_nearest-rank_method. */
function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
