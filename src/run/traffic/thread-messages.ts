import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { TrafficSelection } from './options.ts'

/** Context of a checking thread. Plain data. */
export interface ThreadContext {
  readonly cwd: string
  readonly specsDir: string
  /** Any address accepted by `loadDocument`, except standard input. */
  readonly description: string
  readonly selection: TrafficSelection
}

/** Consecutive records of one format. */
export interface Batch {
  readonly format: string
  readonly bytes: Uint8Array
  /** End of each record; absent for an unsplit block. */
  readonly ends?: readonly number[]
}

/** Message to a thread: its context, a batch, or the end. */
export type ThreadRequest = { readonly open: ThreadContext } | Batch | { readonly end: true }

/** Message from a thread: a batch is done, the final result with the description's hash, or an error. */
export type ThreadEvent =
  | { readonly done: true }
  | { readonly result: TrafficResult; readonly sha256: string }
  | { readonly error: ThreadError }

/** Plain form of an error, because threads don't transfer its class. */
export interface ThreadError {
  readonly name: string
  readonly code?: string
  readonly message: string
  readonly hint?: string
}
