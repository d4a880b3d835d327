import type { Observation, SentRequest } from '../../model/observation.ts'

/** Idempotent methods (RFC 9110 §9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'QUERY'])

/** Failures before any byte was sent, after which any request may be retried. */
export const neverSent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

const brokenOff: ReadonlySet<string> = new Set([
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'EPROTO', 'truncated', 'invalid-http'],
])

/** Tests whether the server aborted before the response was complete (RFC 9112 §8), such as by a reset or TLS alert. Not timeouts. */
export function isBrokenOff({ failure }: Pick<Observation, 'failure'>): boolean {
  return failure !== undefined && (brokenOff.has(failure.code) || /^ERR_(SSL|HTTP2)_/.test(failure.code))
}

const overloaded: ReadonlySet<number> = new Set([502, 503, 504])

type Received = Pick<Observation, 'status' | 'headers' | 'failure'>

/** Tests for connection failures, gateway errors and 429 with `Retry-After`. Non-idempotent requests count only if never sent. */
export function isTransient(request: SentRequest, { status, failure, ...response }: Received): boolean {
  if (failure !== undefined && neverSent.has(failure.code)) return true
  if (!isIdempotent(request)) return false
  if (failure !== undefined) return isBrokenOff({ failure })
  if (status === 429) return retryAfter(response.headers['retry-after']) !== undefined
  return status !== undefined && overloaded.has(status)
}

/** Tests whether repeating a request is safe, by its method or its idempotency key. */
export function isIdempotent({ method, headers }: SentRequest): boolean {
  // draft-ietf-httpapi-idempotency-key-header: the server ignores repeated requests with the same key.
  return idempotent.has(method) || Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')
}

/** Parses `Retry-After` (seconds or an HTTP date, RFC 9110 §10.2.3) to milliseconds from now. */
export function retryAfter(header: string | undefined, now: () => number = Date.now): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now())
}
