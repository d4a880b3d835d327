import type { Observation } from '../../model/observation.ts'
import { DecodeError } from './decode.ts'
import { maxHeaderBytes } from './dispatcher.ts'

type Failure = NonNullable<Observation['failure']>

/** Names of undici's errors that mean nothing to a user. */
const names: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['HTTPParserError', 'invalid-http'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'invalid-http'],
])

/** The failure of an attempt, with a deterministic message. `hasStatus`: the status had arrived. */
export function failureOf(cause: unknown, hasStatus: boolean, limitMs: number): Failure {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const code = codeOf(error)
  if (error instanceof DecodeError) return { code, message: error.message }
  const late = lateness(error, code, limitMs)
  if (late !== undefined) return { code: 'timeout', message: late }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { code: 'header-flood', message: `the headers are over ${maxHeaderBytes} bytes` }
  }
  if (code === 'UND_ERR_ABORTED' && /^Proxy response/.test(error.message)) {
    return { code: 'proxy', message: `the proxy did not open a tunnel (${/\d+/.exec(error.message)?.[0]})` }
  }
  if (hasStatus) return { code: 'truncated', message: `the response broke off: ${error.message}` }
  if (code === 'UND_ERR_SOCKET' && /^bad (upgrade|response)/.test(error.message)) {
    return { code: 'invalid-http', message: 'the response violates HTTP/1.1: its status is an interim one' }
  }
  // Undici asserts what a server may break: a status below 100, a protocol switched unasked.
  if (code === 'ERR_ASSERTION') {
    const what = /statusCode/.test(error.message)
      ? 'its status is below 100'
      : 'it switches protocols without a request to do so'
    return { code: 'invalid-http', message: `the response violates HTTP/1.1: ${what}` }
  }
  return { code: names.get(code) ?? code, message: error.message || code }
}

/** The code of a system error or of undici's, else the name; several addresses tried and failed share the first's. */
export function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  return first instanceof Error ? codeOf(first) : error.name
}

function lateness(error: Error, code: string, limitMs: number): string | undefined {
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'no connection in time'
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'no response began in time'
  if (code === 'UND_ERR_BODY_TIMEOUT') return 'the body stood still for too long'
  return error.name === 'TimeoutError' ? `no complete response within ${limitMs} ms` : undefined
}
