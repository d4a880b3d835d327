import { ToolError, toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { ownString } from '../../util/json.ts'
import { printable } from '../labels.ts'
import type { Sender } from './target.ts'

/** One request of an alert. */
export interface AlertRequest {
  /** What it is sent to, in words: the address may be a secret. */
  readonly to: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How the body of the response is read. Default: it is not read. */
  readonly read?: 'json'
  /** The member of a refusal's JSON that says why; default: no refusal is read. */
  readonly refusal?: string
}

/** A 2xx response. */
export interface Received {
  readonly headers: Headers
  readonly json: unknown
}

const attempts = 4
const timeoutMs = 10_000
/** The longest that a server's wish to be left alone is honoured. */
const longestWaitMs = 60_000

/**
 * Sends a request, again after 1, 2 and 4 s when there is no response, a 5xx or a rate limit; `Retry-After` and GitHub's
 * `x-ratelimit-reset` (seconds since the epoch) are honoured up to a minute. Redirects are not followed: a signed
 * message is for one address only. Throws ALERT_FAILED.
 */
export async function send(request: AlertRequest, sender: Sender): Promise<Received> {
  for (let attempt = 1; ; attempt++) {
    const result = await attemptOnce(request, sender)
    if (!('failure' in result)) return result
    const { failure, again } = result
    const waitMs = Math.max(again ?? 0, 1000 * 2 ** (attempt - 1))
    if (again === undefined || attempt === attempts || waitMs > longestWaitMs) {
      throw toolError('ALERT_FAILED', [request.to, failure])
    }
    await sender.wait(waitMs)
  }
}

/** `again`: after how many milliseconds it may be tried again; absent when that would not help. */
interface Failure {
  readonly failure: string
  readonly again: number | undefined
}

async function attemptOnce(request: AlertRequest, { fetch, clock }: Sender): Promise<Received | Failure> {
  const { method, url, headers, body, read } = request
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method, headers, redirect: 'manual', signal, body })
    if (!response.ok) {
      const why = await reasonIn(response, request)
      return { failure: `it responded with ${response.status}${why}`, again: againAfter(response, clock()) }
    }
    if (read === undefined) await response.body?.cancel()
    return { headers: response.headers, json: read === undefined ? undefined : await response.json() }
  } catch (error) {
    // What the environment says of a proxy does not change by waiting.
    if (error instanceof ToolError) return { failure: error.message.replace(/\.$/, ''), again: undefined }
    return { failure: reasonOf(error), again: 0 }
  }
}

async function reasonIn(response: Response, { refusal }: AlertRequest): Promise<string> {
  if (refusal === undefined) {
    await response.body?.cancel()
    return ''
  }
  // A proxy in between refuses with a page.
  // Whatever JSON holds is Json.
  const json = (await response.json().catch(() => null)) as Json
  const why = ownString(json, refusal)
  return why === '' ? '' : `: ${printable(why.slice(0, 200))}`
}

/** GitHub responds 403 to a client that calls too often, and its headers show it. */
function againAfter({ status, headers }: Response, now: number): number | undefined {
  const after = headers.get('retry-after')
  const isExhausted = headers.get('x-ratelimit-remaining') === '0'
  const isLimited = status === 429 || (status === 403 && (after !== null || isExhausted))
  if (status < 500 && !isLimited) return undefined
  if (after !== null) return /^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - now || 0)
  return isExhausted ? Math.max(0, Number(headers.get('x-ratelimit-reset')) * 1000 - now) : 0
}

/** Never the message itself: it may hold the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be sent'
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`
  const cause = error.cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
  return `it could not be sent (${code})`
}
