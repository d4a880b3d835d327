import type { Observation } from '../model/observation.ts'

/** Methods that may be sent again without doing a thing twice (RFC 9110 §9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'QUERY'])

const connectionFailures: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'truncated',
])

/** Whether asking again may help: a connection that failed, or a 429 or 503 that says when to come back. */
export function isTransient(method: string, answer: Pick<Observation, 'status' | 'headers' | 'failure'>): boolean {
  if (!idempotent.has(method)) return false
  if (answer.failure !== undefined) return connectionFailures.has(answer.failure.code)
  return (answer.status === 429 || answer.status === 503) && retryAfter(answer.headers['retry-after']) !== undefined
}

/** Milliseconds to wait by a `Retry-After` header: seconds or an HTTP date (RFC 9110 §10.2.3). */
export function retryAfter(header: string | undefined, now: () => number = Date.now): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now())
}
