import type { Dispatcher } from 'undici'
import { toolError } from '../../model/errors.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import { deadlineSignal } from './deadline.ts'
import { acceptedEncodings, DecodeError, decodeBody } from './decode.ts'
import { maxHeaderBytes, type Route } from './dispatcher.ts'

/** Maps undici's error codes to names that users recognise. */
const names: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['HTTPParserError', 'invalid-http'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'invalid-http'],
])

/** The result of one attempt. */
export type AttemptResult = Pick<Observation, 'status' | 'headers' | 'body' | 'failure'>

/** One request to one origin. */
export interface Attempt {
  readonly origin: string
  readonly path: string
  readonly request: SentRequest
  /** From connecting to the last byte, in milliseconds. */
  readonly timeoutMs: number
  /** The configured limit, for the timeout message; `timeoutMs` is the remaining time. */
  readonly limitMs: number
  /** Maximum size of the decompressed body. */
  readonly maxBytes: number
}

/** Sends a request once. Returns network failures in the result; throws REQUEST_INVALID if the request cannot be sent. */
export async function attemptOnce(route: Route, attempt: Attempt): Promise<AttemptResult> {
  const { origin, path, request, timeoutMs, limitMs, maxBytes } = attempt
  let head: { readonly status: number; readonly headers: Record<string, string> } | undefined
  try {
    // Limits the body too: a server that sends one byte a second never reaches the idle timeouts.
    const signal = deadlineSignal(Math.ceil(timeoutMs))
    const sent = route.dispatcher.request({
      ...route.address(origin, path),
      method: request.method,
      headers: {
        host: new URL(origin).host,
        'accept-encoding': acceptedEncodings,
        'user-agent': 'specdrift',
        ...route.headers,
        ...request.headers,
      },
      body: request.bytes ?? request.body ?? null,
      signal,
    })
    // Undici ignores the signal while connecting.
    const response = await Promise.race([sent, failed(signal)])
    head = { status: response.statusCode, headers: flatHeaders(response.headers) }
    const bytes = await readCapped(response.body, maxBytes)
    if (bytes.length === 0) return head
    return { ...head, body: await decodeBody(bytes, head.headers, maxBytes) }
  } catch (cause) {
    if (cause instanceof Error && codeOf(cause) === 'UND_ERR_INVALID_ARG') {
      throw toolError('REQUEST_INVALID', [`${request.method} ${request.path}`, cause.message], cause)
    }
    return { headers: {}, ...head, failure: failureOf(cause, head !== undefined, limitMs) }
  }
}

function failed(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** Leaving the loop early closes the connection, so bytes over the limit are never read. */
async function readCapped(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) throw new DecodeError('too-large', `the body is over ${maxBytes} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

type Failure = NonNullable<Observation['failure']>

/** Converts an error to a failure with a deterministic message. `hasStatus`: the status line was received. */
function failureOf(cause: unknown, hasStatus: boolean, limitMs: number): Failure {
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
  // Undici throws assertion errors for these HTTP violations.
  if (code === 'ERR_ASSERTION') {
    const what = /statusCode/.test(error.message)
      ? 'its status is below 100'
      : 'it switches protocols without a request to do so'
    return { code: 'invalid-http', message: `the response violates HTTP/1.1: ${what}` }
  }
  return { code: names.get(code) ?? code, message: error.message || code }
}

/** Returns the code of a system or undici error, the code of the first error if all addresses failed, or else the name. */
function codeOf(error: Error): string {
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
