import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { TrafficSelection } from './options.ts'

/** What a thread that checks records needs to know. Plain data. */
export interface ThreadContext {
  readonly cwd: string
  readonly specsDir: string
  /** Any address that `loadDocument` reads but standard input. */
  readonly description: string
  readonly selection: TrafficSelection
}

/** Records of one format, one after the other. */
export interface Batch {
  /** Id of the format. */
  readonly format: string
  readonly bytes: Uint8Array
  /** Where each record ends in the bytes; absent where they are a block, which is yet to be cut. */
  readonly ends?: readonly number[]
}

/** To a thread: what it checks by, first of all; what it checks; or that this was all. */
export type ThreadRequest = { readonly open: ThreadContext } | Batch | { readonly end: true }

/** From a thread: a batch is done, all are, checked against a description of this hash, or what went wrong. */
export type ThreadEvent =
  | { readonly done: true }
  | { readonly result: TrafficResult; readonly sha256: string }
  | { readonly error: ThreadError }

/** What went wrong, which loses its class on the way. */
export interface ThreadError {
  readonly name: string
  readonly code?: string
  readonly message: string
  readonly hint?: string
}
