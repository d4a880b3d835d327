import type { CoverageMinimum } from './coverage.ts'

/** The result of a run in a line of the history. `outage`: nothing was checked. `inconclusive`: not everything was. */
export type RunOutcome = 'clean' | 'drift' | 'outage' | 'inconclusive'

/** One earlier run, for a trend. */
export interface TrendPoint {
  /** ISO 8601 UTC. */
  readonly startedAt: string
  /** Id of the snapshot the API was held to. */
  readonly snapshot: string
  readonly outcome: RunOutcome
  /** Live findings that are not accepted, by severity, and those that are. */
  readonly error: number
  readonly warning: number
  readonly info: number
  readonly accepted: number
  /** Those that are not accepted and that no run before had, or that are back; absent of runs of an earlier version. */
  readonly new?: number
  /** `info.version` of the description. */
  readonly version?: string
  /** The release that was checked, where the environment of the run named one. */
  readonly release?: string
  /** Shares in 0…1 of what is documented; absent where nothing was checked. */
  readonly coverage?: CoverageMinimum
}

/** A live finding that the last run still saw and this one, having checked its operation, did not. */
export interface FixedFinding {
  readonly fingerprint: string
  readonly ruleId: string
  readonly operation?: string
  /** Its location, as text. */
  readonly location: string
  /** Where several showed it: the operations, the first 50 by text. */
  readonly operations?: readonly string[]
}

/** How long the API took for its responses to an operation, without those that refuse (status 400 and above). */
export interface ResponseTimes {
  readonly count: number
  /** Milliseconds, by the nearest rank: so many of a hundred responses took no longer. */
  readonly p50: number
  readonly p95: number
  /** Each of them, sorted. Shards only: percentiles cannot be merged. */
  readonly all?: readonly number[]
}

/** The response times of an operation in the runs of a trend: one value for each, null where it has none. */
export interface OperationTrend {
  readonly operation: string
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
}

/** How long findings were there before they were fixed. */
export interface TimeToFix {
  /** Live findings that were fixed at some time. */
  readonly findings: number
  /** Milliseconds from the run that saw one first, since it last came, to the one that no longer did. */
  readonly median: number
}

/** What the runs before this one, against the same target, have to say. */
export interface ReportHistory {
  /** How many there were. */
  readonly runs: number
  /** ISO 8601 UTC of the first. */
  readonly since: string
  /** The latest, oldest first. */
  readonly trend: readonly TrendPoint[]
  readonly fixed: readonly FixedFinding[]
  /** By operation, sorted. */
  readonly responseTimes?: readonly OperationTrend[]
  /** This run included; absent where nothing was fixed yet. */
  readonly timeToFix?: TimeToFix
}
