/** A planned or recorded request as it goes over the wire. */
export interface SentRequest {
  readonly method: string
  /** Path and query, percent-encoded, without the base URL: `/loans/42?x=1`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A body that is no text; `body` is shown in its stead. */
  readonly bytes?: Uint8Array
}

/** A part of an exchange that a recording may leave out. Of headers, and of members of the response's body: those that are not there are unknown. */
export type UnrecordedPart = 'query' | 'members' | 'requestHeaders' | 'requestBody' | 'headers' | 'body'

/** One call, with its response or failure, in memory only: unredacted, because redaction would change what is validated. What leaves the process goes through `drift/redaction/redact.ts`. */
export interface Observation {
  readonly request: SentRequest
  /** Absent when no response was received. */
  readonly status?: number
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Raw bytes as text (UTF-8), undefined when there was no body. */
  readonly body?: string
  /** Why no (complete) response was received: `ECONNREFUSED`, `timeout` … */
  readonly failure?: { readonly code: string; readonly message: string }
  readonly milliseconds: number
  readonly retries?: number
  /** A credential was sent with the request. */
  readonly authenticated: boolean
  /** Of a recorded exchange: what was not recorded is unknown, never missing. */
  readonly unrecorded?: readonly UnrecordedPart[]
}

/** Whether a part of an exchange is unknown where it is not there. */
export function isUnrecorded({ unrecorded }: Pick<Observation, 'unrecorded'>, part: UnrecordedPart): boolean {
  return unrecorded?.includes(part) === true
}

/**
 * Statuses of HTTP itself, with the request headers that ask for them: a cached copy is still fresh (RFC 9110 §15.4.5), a part of
 * the representation (§15.3.7), no such part (§15.5.17). Caches and players ask for them whatever the contract says.
 */
const askedBy: ReadonlyMap<number, readonly string[]> = new Map([
  [304, ['if-none-match', 'if-modified-since']],
  [206, ['range']],
  [416, ['range']],
])

/** Whether the request asked for this status by a header; where no header was recorded, it did. */
export function isAskedFor(observation: Pick<Observation, 'status' | 'request' | 'unrecorded'>): boolean {
  const { status, request } = observation
  const names = status === undefined ? undefined : askedBy.get(status)
  if (names === undefined) return false
  return isUnrecorded(observation, 'requestHeaders') || names.some((name) => Object.hasOwn(request.headers, name))
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Whether a status sends the client to another URL (RFC 9110 §15.4). */
export function isRedirect(status: number | undefined): boolean {
  return status !== undefined && redirects.has(status)
}
