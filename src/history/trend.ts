import type { OperationTrend, TimeToFix, TrendPoint } from '../model/report.ts'
import { byText } from '../util/text.ts'
import type { Ledger } from './ledger.ts'
import type { RunRecord } from './run-record.ts'

export function trendPoint(run: RunRecord): TrendPoint {
  const { startedAt, snapshot, outcome, counts, version, release, coverage } = run
  return { startedAt, snapshot, outcome, ...counts, version, release, coverage }
}

/** Returns response times by operation, sorted; undefined if no run has any. */
export function operationTrends(runs: readonly RunRecord[]): readonly OperationTrend[] | undefined {
  const names = new Set(runs.flatMap(({ responseTimes }) => Object.keys(responseTimes ?? {})))
  if (names.size === 0) return undefined
  return [...names].sort(byText).map((operation) => {
    const pairs = runs.map(({ responseTimes = {} }) =>
      Object.hasOwn(responseTimes, operation) ? responseTimes[operation] : undefined,
    )
    return { operation, p50: pairs.map((pair) => pair?.[0] ?? null), p95: pairs.map((pair) => pair?.[1] ?? null) }
  })
}

/** Returns how long fixed findings lasted, counting the last occurrence of each; undefined without any. */
export function timeToFix({ findingRecords }: Ledger): TimeToFix | undefined {
  const times = Object.values(findingRecords)
    .flatMap(({ first, came, again, gone }) => {
      // Earlier versions didn't record when a finding came back.
      const start = again ? came : first
      if (gone === undefined || start === undefined) return []
      // At least 0, because clocks may differ.
      return [Math.max(0, Date.parse(gone.startedAt) - Date.parse(start.startedAt))]
    })
    .sort((a, b) => a - b)
  if (times.length === 0) return undefined
  const half = times.length / 2
  const [low = 0, high = 0] = [times[Math.ceil(half) - 1], times[Math.floor(half)]]
  return { findings: times.length, median: Math.round((low + high) / 2) }
}
