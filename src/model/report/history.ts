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

/** What the runs before this one, against the same target, have to say. */
export interface ReportHistory {
  /** How many there were. */
  readonly runs: number
  /** ISO 8601 UTC of the first. */
  readonly since: string
  /** The latest, oldest first. */
  readonly trend: readonly TrendPoint[]
  readonly fixed: readonly FixedFinding[]
}
