/** A planned or recorded request as sent. */
export interface SentRequest {
  readonly method: string
  /** Percent-encoded path and query without the base URL: `/loans/42?x=1`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Binary body. `body` is then a text for display. */
  readonly bytes?: Uint8Array
}

/** A part of an exchange that a recording may lack. For headers: missing ones are unknown. */
export type UnrecordedPart = 'query' | 'members' | 'requestHeaders' | 'requestBody' | 'headers' | 'body'

/** A call with its response or failure. Kept only in memory and not redacted, because redaction would affect validation. Use `drift/redaction/redact.ts` before output. */
export interface Observation {
  readonly request: SentRequest
  /** Absent if no response was received. */
  readonly status?: number
  /** Lower-case names. Repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Body decoded as UTF-8; undefined if there was none. */
  readonly body?: string
  /** Reason if no complete response was received: `ECONNREFUSED`, `timeout` … */
  readonly failure?: { readonly code: string; readonly message: string }
  readonly milliseconds: number
  readonly retries?: number
  /** True if the request carried a credential. */
  readonly authenticated: boolean
  /** Recorded exchanges: parts that were not recorded, so they are unknown instead of missing. */
  readonly unrecorded?: readonly UnrecordedPart[]
}

/** Returns true if a part is unknown because it was not recorded. */
export function isUnrecorded({ unrecorded }: Pick<Observation, 'unrecorded'>, part: UnrecordedPart): boolean {
  return unrecorded?.includes(part) === true
}

/**
 * Statuses defined by HTTP itself, with the request headers that trigger them: not modified (RFC 9110 §15.4.5), partial content (§15.3.7),
 * range not satisfiable (§15.5.17). Caches and media players cause them regardless of the contract.
 */
const askedBy: ReadonlyMap<number, readonly string[]> = new Map([
  [304, ['if-none-match', 'if-modified-since']],
  [206, ['range']],
  [416, ['range']],
])

/** Returns true if a request header triggered the status. Assumed if request headers were not recorded. */
export function isAskedFor(observation: Pick<Observation, 'status' | 'request' | 'unrecorded'>): boolean {
  const { status, request } = observation
  const names = status === undefined ? undefined : askedBy.get(status)
  if (names === undefined) return false
  return isUnrecorded(observation, 'requestHeaders') || names.some((name) => Object.hasOwn(request.headers, name))
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Returns true for a status that redirects the client to another URL (RFC 9110 §15.4). */
export function isRedirect(status: number | undefined): boolean {
  return status !== undefined && redirects.has(status)
}
