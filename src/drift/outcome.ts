import type { Observation, Outcome } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'
import { isJsonType } from './media-type.ts'

/** What an answer is held against to decide its outcome. */
export interface OutcomeContext {
  readonly operation: Operation
  /** Whether the caller asked for this status on purpose: a suite that tests a refusal expects 401, 403 or 429. */
  readonly expected?: (status: number) => boolean
}

/** Statuses that intermediaries answer with: they say nothing about the application. 407 and 511 are a proxy's own. */
const gatewayStatuses: ReadonlySet<number> = new Set([407, 502, 503, 504, 511])

/** Failures after which an answer is known to exist although it could not be read. */
const undecidableFailures: ReadonlySet<string> = new Set(['too-large', 'encoding', 'redirect-loop', 'header-flood'])

/** Decides what kind of answer an observation is, before any check (DESIGN §6). Only `answered` is judged. */
export function decideOutcome(observation: Observation, { operation, expected }: OutcomeContext): Outcome {
  const { status, failure } = observation
  if (failure !== undefined) return undecidableFailures.has(failure.code) ? 'undecidable' : 'unreachable'
  if (status === undefined) return 'unreachable'
  if (isHtml(observation) && !documentsHtml(operation)) return 'gateway'
  if (expected?.(status)) return 'answered'
  if (gatewayStatuses.has(status)) return 'gateway'
  if (status === 429) return 'rate-limited'
  if ((status === 401 || status === 403) && observation.authenticated) return 'unauthorized'
  return 'answered'
}

function isHtml({ headers, body }: Observation): boolean {
  const type = headers['content-type']
  if (type !== undefined && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)) return true
  return /^\s*<(!doctype\s+html|html)\b/i.test(body?.slice(0, 200) ?? '')
}

/** An operation that documents no JSON but something else may well answer with markup. */
function documentsHtml(operation: Operation): boolean {
  const types = operation.responses.flatMap((response) => response.content.map((media) => media.type))
  return types.length > 0 && (types.some((type) => /html|^text\/\*|^\*\/\*/i.test(type)) || !types.some(isJsonType))
}
