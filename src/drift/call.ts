import { setTimeout as wait } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import { toolError } from '../model/errors.ts'
import type { Observation, SentRequest } from '../model/observation.ts'
import { acceptedEncodings, DecodeError, decodeBody } from './decode.ts'
import { redirectTarget } from './redirect.ts'
import { isTransient, retryAfter } from './retry.ts'

/** How to call; times in milliseconds. */
export interface CallerOptions {
  /** A path in it is put before the path of each request. */
  readonly baseUrl: string
  /** For one attempt, from connecting to the last byte. 10,000 unless given. */
  readonly timeoutMs?: number
  /** Of a body, unpacked. 10 MiB unless given. */
  readonly maxBytes?: number
  /** Further attempts of an idempotent call; 2 unless given. */
  readonly retries?: number
  /** The longest `Retry-After` that is honoured; 10,000 unless given. */
  readonly maxRetryAfterMs?: number
  /** Injected in tests. */
  readonly random?: () => number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** What one call needs beside the request. */
export interface CallOptions {
  readonly authenticated?: boolean
  /** Redirects of a GET or HEAD are followed unless the caller wants to see them. */
  readonly follow?: boolean
}

/** Calls an API. Keeps connections open: close it. */
export interface Caller {
  /** Never throws for a network failure: the Observation carries it. Throws REQUEST_INVALID for an unsendable one. */
  call(request: SentRequest, options?: CallOptions): Promise<Observation>
  close(): Promise<void>
}

/** After so many calls in a row that reached nobody, the rest fail without waiting for the same time-out again. */
const breakerLimit = 5
const maxRedirects = 5

/** Names of undici's that would tell a user nothing. */
const failureNames: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['HTTPParserError', 'invalid-http'],
])

type Answer = Pick<Observation, 'status' | 'headers' | 'body' | 'failure'>

/** Makes a caller over keep-alive connections (DESIGN §6 "Safe by default"). */
export function createCaller(options: CallerOptions): Caller {
  const { timeoutMs = 10_000, maxBytes = 10 * 2 ** 20, retries = 2, maxRetryAfterMs = 10_000 } = options
  const { random = Math.random, sleep = wait } = options
  const base = new URL(options.baseUrl)
  const agent = new Agent({ connect: { timeout: timeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const attempt = { agent, timeoutMs, maxBytes }
  let unreached = 0

  async function call(request: SentRequest, { authenticated = false, follow = true }: CallOptions = {}) {
    const started = performance.now()
    const answer = unreached >= breakerLimit ? breakerOpen() : await persist(request, follow)
    unreached = answer.status === undefined ? unreached + 1 : 0
    return { request, ...answer, milliseconds: Math.round(performance.now() - started), authenticated }
  }

  async function persist(request: SentRequest, follow: boolean): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await followed(request, follow)
      // A host that has just been found dead is not asked three times for each of fifty operations.
      const exhausted = tries >= (unreached > 0 ? 0 : retries) || !isTransient(request.method, answer)
      const asked = retryAfter(answer.headers['retry-after'])
      if (exhausted || (asked !== undefined && asked > maxRetryAfterMs)) return answer
      await sleep(asked ?? 100 * 2 ** tries * (0.5 + random()))
    }
  }

  async function followed(request: SentRequest, follow: boolean): Promise<Answer> {
    let path = `${base.pathname.replace(/\/$/, '')}${request.path}`
    let origin = base.origin
    for (let hops = 0; ; hops++) {
      const answer = await attemptOnce({ ...attempt, origin, path, request })
      const next =
        follow && hops < maxRedirects ? redirectTarget(request.method, answer, `${origin}${path}`) : undefined
      if (next === undefined) return answer
      origin = next.origin
      path = next.path
    }
  }

  return { call, close: () => agent.destroy() }
}

function breakerOpen(): Answer {
  const message = `not called: the last ${breakerLimit} calls got no answer`
  return { headers: {}, failure: { code: 'breaker-open', message } }
}

interface Attempt {
  readonly agent: Agent
  readonly origin: string
  readonly path: string
  readonly request: SentRequest
  readonly timeoutMs: number
  readonly maxBytes: number
}

async function attemptOnce({ agent, origin, path, request, timeoutMs, maxBytes }: Attempt): Promise<Answer> {
  let head: { readonly status: number; readonly headers: Record<string, string> } | undefined
  try {
    const response = await agent.request({
      origin,
      path,
      method: request.method,
      headers: { 'accept-encoding': acceptedEncodings, 'user-agent': 'specdrift', ...request.headers },
      body: request.body ?? null,
      // Covers the body too: a server that trickles one byte a second never trips the idle time-outs.
      signal: AbortSignal.timeout(timeoutMs),
    })
    head = { status: response.statusCode, headers: flatHeaders(response.headers) }
    const bytes = await readCapped(response.body, maxBytes)
    if (bytes.length === 0) return head
    return { ...head, body: await decodeBody(bytes, head.headers, maxBytes) }
  } catch (cause) {
    return { headers: {}, ...head, failure: failureOf(cause, request, head !== undefined, timeoutMs) }
  }
}

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

function failureOf(
  cause: unknown,
  request: SentRequest,
  answered: boolean,
  timeoutMs: number,
): NonNullable<Answer['failure']> {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  if (code === 'UND_ERR_INVALID_ARG') {
    throw toolError('REQUEST_INVALID', [`${request.method} ${request.path}`, error.message], cause)
  }
  if (error.name === 'TimeoutError' || code.endsWith('_TIMEOUT')) {
    return { code: 'timeout', message: `no complete answer within ${timeoutMs} ms` }
  }
  if (error instanceof DecodeError) return { code, message: error.message }
  if (answered) return { code: 'truncated', message: `the answer broke off: ${error.message}` }
  return { code: failureNames.get(code) ?? code, message: error.message || code }
}
