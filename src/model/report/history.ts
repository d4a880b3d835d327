import type { CoverageMinimum } from './coverage.ts'

/** Result of a run in the history. `outage`: nothing was checked. `inconclusive`: only part was checked. */
export type RunOutcome = 'clean' | 'drift' | 'outage' | 'inconclusive'

/** An earlier run, for the trend. */
export interface TrendPoint {
  /** ISO 8601 UTC. */
  readonly startedAt: string
  /** Id of the snapshot that the API was compared with. */
  readonly snapshot: string
  readonly outcome: RunOutcome
  /** Unaccepted live findings by severity, and (below) accepted ones. */
  readonly error: number
  readonly warning: number
  readonly info: number
  readonly accepted: number
  /** Unaccepted findings that are new or regressed. Absent in runs of earlier versions. */
  readonly new?: number
  /** `info.version` of the description. */
  readonly version?: string
  /** Release under test, if the environment named one. */
  readonly release?: string
  /** Covered shares between 0 and 1. Absent if nothing was checked. */
  readonly coverage?: CoverageMinimum
}

/** A live finding of the last run that is gone, although its operation was checked. */
export interface FixedFinding {
  readonly fingerprint: string
  readonly ruleId: string
  readonly operation?: string
  readonly location: string
  /** The first 50 operations that showed it, sorted, if more than one. */
  readonly operations?: readonly string[]
}

/** Response times of an operation, without responses with status 400 and above. */
export interface ResponseTimes {
  readonly count: number
  /** Percentile in milliseconds by the nearest-rank method. */
  readonly p50: number
  readonly p95: number
  /** All durations, sorted. In shards only, because percentiles can't be merged. */
  readonly all?: readonly number[]
}

/** An operation's response times per run of a trend; null if missing. */
export interface OperationTrend {
  readonly operation: string
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
}

/** How long findings existed before they were fixed. */
export interface TimeToFix {
  /** Number of live findings that were fixed. */
  readonly findings: number
  /** Median time in milliseconds from the run in which a finding appeared (the last time, if it came back) to the first run without it. */
  readonly median: number
}

/** Summary of earlier runs against the same target. */
export interface ReportHistory {
  readonly runs: number
  /** ISO 8601 UTC start of the first run. */
  readonly since: string
  /** The latest runs, oldest first. */
  readonly trend: readonly TrendPoint[]
  readonly fixed: readonly FixedFinding[]
  readonly responseTimes?: readonly OperationTrend[]
  /** Includes this run. Absent if no finding was fixed yet. */
  readonly timeToFix?: TimeToFix
}
