import type { Finding } from '../../../model/finding.ts'
import type { ShownExchange } from '../../../model/live/exchange.ts'
import type { WantedFindings } from '../../../report/filter/filter.ts'
import type { TrafficCounts } from '../../../traffic/partial/result.ts'
import type { CheckOptions } from '../options.ts'
import type { StateFile } from './state.ts'

/** A line of what a follower writes. */
export type FollowEvent =
  | {
      readonly event: 'finding'
      readonly finding: Finding
      /** What it was seen in. */
      readonly exchange?: ShownExchange
    }
  | {
      readonly event: 'flushed'
      /** ISO 8601 UTC. */
      readonly time: string
      /** Of all that was counted, before this start too. */
      readonly counts: TrafficCounts
      /** Records left out because they were counted before. */
      readonly repeated: number
      /** The last offset by source, of what this process has read: all up to there is stored. */
      readonly offsets: Readonly<Record<string, number>>
    }

/** How traffic in motion is checked. */
export interface FollowOptions extends Omit<CheckOptions, 'recordings' | 'jobs' | 'progress' | 'most'> {
  readonly state: StateFile
  /** Id of the slice that the state is of; by default a random one, at the first start. */
  readonly slice?: string
  /** The findings that are reported. */
  readonly wanted: WantedFindings
  /** Aborted: nothing more is read. */
  readonly stopped: AbortSignal
  /** Milliseconds between two writings of the state. */
  readonly pause: number
  /** Calls something again and again; what it returns ends that. */
  readonly every: (milliseconds: number, call: () => void) => () => void
  readonly onEvent: (event: FollowEvent) => void
  /** The state could not be written; it is tried again. */
  readonly failed: (error: unknown) => void
}
