import type { Json } from '../../model/json.ts'
import type { Undo } from './cleanup.ts'
import type { Clock } from './control.ts'
import type { CallOptions, SendOptions } from './options.ts'

/** The response of the API. Its body is checked against the contract; `T` is the test's own claim about it. */
export interface ApiResponse<T = Json> {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when the body is no JSON. */
  readonly json: T
}

/** Gives what an earlier call has left; throws where there is nothing, and the test is not checked. */
export type Captured<V> = () => V

/** Calls an API as its contract describes it, and checks every response. */
export interface Contract {
  /** Declares a test of one call: `api.call('GET /loans/{id}', { path: { id: 'nope' }, expect: 404 })`. */
  call(operation: string, options?: CallOptions): void
  /** The same call inside a test or hook of your own, for flows. Drift fails the test at its end, not here. */
  send<T = Json>(operation: string, options?: SendOptions): Promise<ApiResponse<T>>
  /**
   * Declares a test as `call` does and keeps a part of its response for later ones, which take it as a value:
   * `const id = api.capture('POST /loans', {}, ({ json }) => json.id)`, `api.call('GET /loans/{id}', { path: { id } })`.
   */
  capture<V, T = Json>(operation: string, options: CallOptions, pick: (response: ApiResponse<T>) => V): Captured<V>
  /** Takes back what the running test has done, or the file outside of a test: last things first, failures too. */
  cleanup(undo: Undo): void
  /** Whether the description has that operation, and allows that request: for suites that are held against older snapshots too. */
  has(operation: string, request?: SendOptions): boolean
  /** Moves the time of the sandbox; undefined where the clock cannot be moved. */
  readonly clock: Clock | undefined
  /** Declares a test for each safe operation that no suite file run so far, and no other of the API beside this one, calls. */
  remaining(): void
}
