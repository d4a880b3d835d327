import type { RequestInput } from '../../drift/planning/plan.ts'
import type { Json } from '../../model/json.ts'
import type { CallInput } from '../calls/perform.ts'

/** A value, or a function such as a capture that returns it at call time. */
export type Lazy<T> = T | (() => T)

/** Values by parameter name. `undefined` omits a parameter, and is an error in a path. */
export type LazyValues = Readonly<Record<string, Lazy<Json | undefined>>>

/** Options for a call. */
export interface SendOptions extends Omit<CallInput, 'path' | 'query' | 'headers' | 'cookies' | 'body'> {
  readonly path?: LazyValues
  /** Parameters missing from the description are sent unchanged. */
  readonly query?: LazyValues
  readonly headers?: LazyValues
  readonly cookies?: LazyValues
  readonly body?: Lazy<Json>
}

/** Options for a call that is a test. */
export interface CallOptions extends SendOptions {
  /** Suffix for the test name: `unknown loan`. */
  readonly as?: string
  /** Tags for `--tag` and `--exclude-tag`; vitest's own test tags. */
  readonly tags?: readonly string[]
}

const locations = ['path', 'query', 'headers', 'cookies'] as const

/** Evaluates all lazy values. Throws if a captured value is missing. */
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
