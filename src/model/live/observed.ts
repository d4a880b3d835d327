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

/** A part of an exchange that a recording may leave out. Of headers: those that are not there are unknown. */
export type UnrecordedPart = 'requestHeaders' | 'requestBody' | 'headers' | 'body'

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
