import { isRedirect, type Observation, type Outcome } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { memoOfText, memoWithin } from '../../util/text.ts'
import { matchResponse } from './match.ts'
import { isJsonType } from './media-type.ts'

/** Context for deciding the outcome of a response. */
export interface OutcomeContext {
  readonly operation: Operation
  /** Tests for statuses that the caller expects: a suite may expect 401, 403 or 429. */
  readonly expected?: (status: number) => boolean
}

/** Statuses from intermediaries rather than the application (RFC 9110 §15.6.3 to §15.6.5); 407 and 511 come from proxies. */
const gatewayStatuses: ReadonlySet<number> = new Set([407, 502, 503, 504, 511])

/** Cloudflare's own statuses. No RFC defines them, so an application that sends them must document them. */
const edgeStatuses: ReadonlySet<number> = new Set([520, 521, 522, 523, 524, 525, 526, 527, 530])

/** Failures after a response was received that could not be read. */
const inconclusiveFailures: ReadonlySet<string> = new Set(['too-large', 'encoding', 'redirect-loop', 'header-flood'])

/** Failures with a received head, so that everything except the body can be checked. */
export const unreadable: ReadonlySet<string> = new Set(['too-large', 'encoding'])

/** Decides the outcome before any check. Only `received` is checked. */
export function decideOutcome(observation: Observation, { operation, expected }: OutcomeContext): Outcome {
  const { status, failure } = observation
  if (failure !== undefined) return inconclusiveFailures.has(failure.code) ? 'inconclusive' : 'unreachable'
  if (status === undefined) return 'unreachable'
  // A page with an error status may come from the application; a page with a success status is a sign-in or maintenance page.
  if (status < 400 && isPage(observation, operation)) return 'gateway'
  if (expected?.(status)) return 'received'
  if (gatewayStatuses.has(status)) return 'gateway'
  if (edgeStatuses.has(status) && !operation.responses.some((one) => one.status === String(status))) return 'gateway'
  if (status === 429) return 'rate-limited'
  if ((status === 401 || status === 403) && observation.authenticated) return 'unauthorized'
  return 'received'
}

/** Tests for an HTML page where the operation documents JSON. JSON labelled as HTML is not a page. */
export function isPage({ headers, body = '', status }: Observation, operation: Operation): boolean {
  const type = headers['content-type']
  const isMarkup = type !== undefined && isMarkupType(type)
  if (!isMarkup && !beginsWithAngle(body)) return false
  if (documentsHtml(operation, status ?? 0)) return false
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body
  if (!isMarkup) return /^\s*<(!doctype\s+html|html|head|body)\b/i.test(text.slice(0, 200))
  return text.trim() !== '' && !isJson(text)
}

/** Tests whether the first character after whitespace and a byte order mark is `<`. */
function beginsWithAngle(body: string): boolean {
  const first = body.charCodeAt(0)
  // Fast path: the first character of most bodies decides.
  return first > 0x20 && first < 0x80 ? first === 0x3c : /^\s*</.test(body)
}

const isMarkupType = memoOfText((type) => /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Tests whether markup is plausible: other media types than JSON are documented, or the response is a redirect (RFC 9110 §15.4). */
const documentsHtml = memoWithin(({ responses }: Operation, status: number): boolean => {
  const response = matchResponse(responses, status)
  if (response !== undefined && response.content.length === 0 && isRedirect(status)) return true
  const own = response?.content ?? []
  const types = (own.length > 0 ? own : responses.flatMap(({ content }) => content)).map(({ type }) => type)
  return types.length > 0 && (types.some((type) => /html|^text\/\*|^\*\/\*/i.test(type)) || !types.some(isJsonType))
})
