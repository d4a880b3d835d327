import type { ReportHistory, TrendPoint } from '../model/report.ts'

/** Returns daily runs of `days` days before the sample run. One in nine is an outage. */
export function history(days: number): ReportHistory {
  const trend = Array.from({ length: days }, (_, day): TrendPoint => {
    const startedAt = new Date(Date.UTC(2026, 10, 20 - days + day, 8)).toISOString()
    const [snapshot, version] = day < days / 2 ? ['b06', '6'] : ['b07', '7']
    const some = { startedAt, snapshot, version, warning: day % 2, info: 1, accepted: 2 }
    if (day % 9 === 4) return { ...some, outcome: 'outage', error: 0, warning: 0, info: 0, accepted: 0 }
    const coverage = { operations: 1, statuses: 0.5 + day / (4 * days), properties: 0.9 }
    const error = day % 5 === 0 ? 1 + (day % 4) : 0
    const release = day > days / 3 ? { release: 'v2.1.0' } : {}
    return { ...some, outcome: error > 0 ? 'drift' : 'clean', error, new: error, ...release, coverage }
  })
  const fixed = [
    { fingerprint: 'e'.repeat(16), ruleId: 'enum-conformance', operation: 'GET /loans', location: 'GET /loans' },
  ]
  const times = (base: number) => trend.map(({ outcome }, day) => (outcome === 'outage' ? null : base + (day % 7)))
  const responseTimes = [{ operation: 'GET /loans', p50: times(20), p95: times(80) }]
  const timeToFix = { findings: 4, median: 3 * 86_400_000 }
  return { runs: days, since: trend[0]?.startedAt ?? '', trend, fixed, responseTimes, timeToFix }
}

/** Returns a history with the string in all parts that a description or environment controls. */
export function hostileHistory(text: string): ReportHistory {
  const { trend, ...rest } = history(3)
  const named = trend.map((point, at) => ({
    ...point,
    ...(at > 0 && { snapshot: `${at}${text}`, version: text, release: `${at}${text}` }),
  }))
  return {
    ...rest,
    trend: named,
    fixed: [{ fingerprint: 'e'.repeat(16), ruleId: 'enum-conformance', operation: text, location: text }],
    responseTimes: [{ operation: text, p50: [1, null, 2], p95: [3, null, 4] }],
  }
}
