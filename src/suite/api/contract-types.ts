import type { Json } from '../../model/json.ts'
import type { Undo } from './cleanup.ts'
import type { Clock } from './control.ts'
import type { CallOptions, SendOptions } from './options.ts'

/** An API response. Its body has been checked against the contract; `T` is the test's own type for it. */
export interface ApiResponse<T = Json> {
  readonly status: number
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined if the body isn't JSON. */
  readonly json: T
}

/** Returns the value captured from an earlier call. Throws if it is missing, which marks the test as not checked. */
export type Captured<V> = () => V

/** Calls an API according to its contract and checks every response. */
export interface Contract {
  /** Declares a test with a single call: `api.call('GET /loans/{id}', { path: { id: 'nope' }, expect: 404 })`. */
  call(operation: string, options?: CallOptions): void
  /** Makes a call inside your own test or hook, for flows. Drift fails the test at its end, not at this call. */
  send<T = Json>(operation: string, options?: SendOptions): Promise<ApiResponse<T>>
  /** Like `call`; captures part of the response for later: `const id = api.capture('POST /loans', {}, ({ json }) => json.id)`. */
  capture<V, T = Json>(operation: string, options: CallOptions, pick: (response: ApiResponse<T>) => V): Captured<V>
  /** Registers a cleanup for the running test, or for the file outside of tests. Cleanups run in reverse order, even after failures. */
  cleanup(undo: Undo): void
  /** Returns whether the description has the operation and allows the request. For suites that also run against older snapshots. */
  has(operation: string, request?: SendOptions): boolean
  /** Clock of the sandbox; undefined for other targets. */
  readonly clock: Clock | undefined
  /** Declares a test for each safe operation that isn't called by this file, an earlier suite file or another suite of the API. */
  remaining(): void
}
