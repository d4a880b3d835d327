import type { RequestInput } from '../../drift/planning/plan.ts'
import type { Json } from '../../model/json.ts'
import type { CallInput } from '../calls/perform.ts'

/** A value, or what gives it when the call is made: what an earlier call has left, `api.capture`. */
export type Lazy<T> = T | (() => T)

/** Values by parameter name; `undefined` is refused for a path, else it means not given. */
export type LazyValues = Readonly<Record<string, Lazy<Json | undefined>>>

/** One call as a suite asks for it. */
export interface SendOptions extends Omit<CallInput, 'path' | 'query' | 'headers' | 'cookies' | 'body'> {
  readonly path?: LazyValues
  /** Names the description does not have are sent as they are. */
  readonly query?: LazyValues
  readonly headers?: LazyValues
  readonly cookies?: LazyValues
  readonly body?: Lazy<Json>
}

/** A call that is a test by itself. */
export interface CallOptions extends SendOptions {
  /** What the call shows, for the test's name: `unknown loan`. */
  readonly as?: string
  /** What `--tag` and `--exclude-tag` pick it by; vitest's own test tags. */
  readonly tags?: readonly string[]
}

const locations = ['path', 'query', 'headers', 'cookies'] as const

/** The options with every value asked for. Throws what a value throws that is not there yet. */
export function settleOptions(options: SendOptions): CallInput {
  const { path: _path, query: _query, headers: _headers, cookies: _cookies, body, ...rest } = options
  const settledValues: Partial<Record<(typeof locations)[number], NonNullable<RequestInput['path']>>> = {}
  for (const location of locations) {
    const values = options[location]
    if (values === undefined) continue
    settledValues[location] = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settled(value)]))
  }
  return { ...rest, ...settledValues, ...(body !== undefined && { body: settled(body) }) }
}

function settled<T extends Json | undefined>(value: Lazy<T>): T {
  return typeof value === 'function' ? value() : value
}
