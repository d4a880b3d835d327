import type { Finding } from '../../../model/finding.ts'
import type { ShownExchange } from '../../../model/live/exchange.ts'
import type { WantedFindings } from '../../../report/filter/filter.ts'
import type { TrafficCounts } from '../../../traffic/partial/result.ts'
import type { CheckOptions } from '../options.ts'
import type { StateFile } from './state.ts'

/** An output line of a follower. */
export type FollowEvent =
  | {
      readonly event: 'finding'
      readonly finding: Finding
      readonly exchange?: ShownExchange
    }
  | {
      readonly event: 'flushed'
      /** ISO 8601 UTC. */
      readonly time: string
      /** Counts including earlier starts. */
      readonly counts: TrafficCounts
      /** Number of records skipped because they were already counted. */
      readonly repeated: number
      /** Last offset by source read by this process. All records up to there are stored. */
      readonly offsets: Readonly<Record<string, number>>
    }

export interface FollowOptions extends Omit<CheckOptions, 'recordings' | 'jobs' | 'progress' | 'most'> {
  readonly state: StateFile
  /** Id of the state's slice. Default: random, at the first start. */
  readonly slice?: string
  /** Filter for reported findings. */
  readonly wanted: WantedFindings
  /** When aborted, reading stops. */
  readonly stopped: AbortSignal
  /** Milliseconds between writes of the state. */
  readonly pause: number
  /** Starts an interval and returns a function that ends it. */
  readonly every: (milliseconds: number, call: () => void) => () => void
  readonly onEvent: (event: FollowEvent) => void
  /** Called if the state couldn't be written, which is retried. */
  readonly failed: (error: unknown) => void
}
