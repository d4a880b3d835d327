import type { Observation, SentRequest } from '../../model/observation.ts'

/** Methods that may be sent again without doing a thing twice (RFC 9110 §9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'QUERY'])

/** Failures before a byte of the request was sent: any request may be sent again. */
export const neverSent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

const brokenOff: ReadonlySet<string> = new Set([
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'EPROTO', 'truncated', 'invalid-http'],
])

/**
 * Whether the other side broke the connection off, or the message, before the response was complete (RFC 9112 §8): a
 * reset, an end without a response or in the middle of one, a TLS alert, what is no HTTP. Timeouts are not included.
 */
export function isBrokenOff({ failure }: Pick<Observation, 'failure'>): boolean {
  return failure !== undefined && (brokenOff.has(failure.code) || /^ERR_(SSL|HTTP2)_/.test(failure.code))
}

const overloaded: ReadonlySet<number> = new Set([502, 503, 504])

type Received = Pick<Observation, 'status' | 'headers' | 'failure'>

/**
 * Whether a retry may help: a connection that failed, a gateway without a connection to the application, or
 * a 429 that says when to come back. A request that may change state is only sent again when it never went out.
 */
export function isTransient(request: SentRequest, { status, failure, ...response }: Received): boolean {
  if (failure !== undefined && neverSent.has(failure.code)) return true
  if (!isIdempotent(request)) return false
  if (failure !== undefined) return isBrokenOff({ failure })
  if (status === 429) return retryAfter(response.headers['retry-after']) !== undefined
  return status !== undefined && overloaded.has(status)
}

/** Whether a request may be sent again without doing a thing twice, by its method or its key. */
export function isIdempotent({ method, headers }: SentRequest): boolean {
  // draft-ietf-httpapi-idempotency-key-header: the server itself ignores a repeated request.
  return idempotent.has(method) || Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')
}

/** Milliseconds to wait by a `Retry-After` header: seconds or an HTTP date (RFC 9110 §10.2.3). */
export function retryAfter(header: string | undefined, now: () => number = Date.now): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now())
}
