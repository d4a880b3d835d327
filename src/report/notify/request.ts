import { ToolError, toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { ownString } from '../../util/json.ts'
import { printable } from '../labels.ts'
import type { Sender } from './target.ts'

export interface AlertRequest {
  /** Name of the target for messages, because the URL may be secret. */
  readonly to: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How to parse the response body. Default: ignore it. */
  readonly read?: 'json'
  /** JSON member with the reason of an error response. Default: ignore error bodies. */
  readonly refusal?: string
}

export interface Received {
  readonly headers: Headers
  readonly json: unknown
}

const attempts = 4
const timeoutMs = 10_000
/** Maximum delay requested by a server that is honored, in milliseconds. */
const longestWaitMs = 60_000

/** Retries after 1, 2 and 4 s. Honors `Retry-After` and `x-ratelimit-reset` up to a minute. No redirects. Throws ALERT_FAILED. */
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

/** A failed attempt. `again`: milliseconds before a retry; undefined if retrying is pointless. */
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
    // A ToolError is about proxy settings, which a retry doesn't change.
    if (error instanceof ToolError) return { failure: error.message.replace(/\.$/, ''), again: undefined }
    return { failure: reasonOf(error), again: 0 }
  }
}

async function reasonIn(response: Response, { refusal }: AlertRequest): Promise<string> {
  if (refusal === undefined) {
    await response.body?.cancel()
    return ''
  }
  // The body may be an HTML page of a proxy; then there is no reason.
  // response.json() returns `any`; its result is JSON.
  const json = (await response.json().catch(() => null)) as Json
  const why = ownString(json, refusal)
  return why === '' ? '' : `: ${printable(why.slice(0, 200))}`
}

/** Returns the delay before a retry in milliseconds. GitHub signals rate limits with 403 and special headers. */
function againAfter({ status, headers }: Response, now: number): number | undefined {
  const after = headers.get('retry-after')
  const isExhausted = headers.get('x-ratelimit-remaining') === '0'
  const isLimited = status === 429 || (status === 403 && (after !== null || isExhausted))
  if (status < 500 && !isLimited) return undefined
  if (after !== null) return /^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - now || 0)
  return isExhausted ? Math.max(0, Number(headers.get('x-ratelimit-reset')) * 1000 - now) : 0
}

/** Returns a reason for a failed request. Never the error's message, which may contain the secret URL. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be sent'
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`
  const cause = error.cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
  return `it could not be sent (${code})`
}
