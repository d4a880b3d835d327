import type { Dispatcher } from 'undici'
import { toolError } from '../../model/errors.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import { deadlineSignal } from './deadline.ts'
import { acceptedEncodings, DecodeError, decodeBody } from './decode.ts'
import type { Route } from './dispatcher.ts'
import { codeOf, failureOf } from './failure.ts'

/** The result of one attempt. */
export type AttemptResult = Pick<Observation, 'status' | 'headers' | 'body' | 'failure'>

/** One request to one origin. */
export interface Attempt {
  readonly origin: string
  readonly path: string
  readonly request: SentRequest
  /** From connecting to the last byte, in milliseconds. */
  readonly timeoutMs: number
  /** The limit that a timeout message names: the configured one, not the time that was left. */
  readonly limitMs: number
  /** Of the body, unpacked. */
  readonly maxBytes: number
}

/** Sends a request once. A network failure is part of the result; throws REQUEST_INVALID for one that cannot be sent. */
export async function attemptOnce(route: Route, attempt: Attempt): Promise<AttemptResult> {
  const { origin, path, request, timeoutMs, limitMs, maxBytes } = attempt
  let head: { readonly status: number; readonly headers: Record<string, string> } | undefined
  try {
    // Covers the body too: a server that trickles one byte a second never trips the idle timeouts.
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
    // Undici does not check the signal before there is a connection.
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

/** Leaving the loop early closes the connection: what is over the cap is never read. */
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
