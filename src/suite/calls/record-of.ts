import type { Inspection } from '../../drift/checking/inspect.ts'
import { type ExchangeParts, shownExchange, withExchanges } from '../../drift/evidence/exchange.ts'
import { quoted } from '../../drift/evidence/finding.ts'
import { refusalOf } from '../../drift/learning/state-words.ts'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import type { SentCall } from '../../model/log.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { documents, type StatusTest } from '../api/expectation.ts'
import { type CallRecord, isError } from './record.ts'

export interface RecordParts {
  readonly operation: Operation
  readonly observation: Observation
  readonly inspection: Inspection
  readonly expected: StatusTest
  /** The path ids aren't known to exist. */
  readonly isGuessed: boolean
  readonly curl: string
  readonly test: string
  readonly sent: readonly SentCall[]
  readonly exchange: ExchangeParts
  readonly generated?: GeneratedRequest
}

const statusChecks: ReadonlySet<string> = new Set(['status-code-conformance', 'server-error'])

export function recordOf(parts: RecordParts): CallRecord {
  const { operation, observation, inspection, expected, isGuessed, curl, test, sent, exchange, generated } = parts
  const { status, failure, milliseconds } = observation
  const { outcome, isBroken, notChecked } = inspection
  const { findings, exchanges } = withExchanges(inspection.findings, exchange)
  const met = status === undefined || outcome !== 'received' || isBroken === true || expected.met(status)
  const isMet = status !== undefined && expected.met(status)
  // If a suite accepts every documented status, a documented rejection is no evidence.
  const isLenient = isMet && generated === undefined && !expected.explicit && status >= 400 && status <= 499
  const isIntended = isMet && !(isLenient && !operation.path.includes('{'))
  const blindness = status === undefined || isIntended ? undefined : blindnessOf(operation, status, isGuessed)
  const refusedFor = outcome === 'received' ? refusalFor(parts, isLenient) : undefined
  // A finding about the status already covers the unmet expectation.
  const isStatusReported = findings.some((finding) => isError(finding) && statusChecks.has(finding.ruleId))
  const isUnmet = !met && !isStatusReported
  const record: CallRecord = {
    operation: operation.key,
    test,
    outcome,
    status,
    ...(failure !== undefined && { failure: `${failure.code}: ${failure.message}` }),
    ...(inspection.isPage === true && { isPage: true as const }),
    ...(isBroken === true && { isBroken }),
    ...(observation.authenticated && { authenticated: true as const }),
    blindness,
    refusedFor,
    ...(isUnmet && { unmet: `expected ${expected.text}, got ${status}${quoteOf(parts)}` }),
    curl,
    findings,
    ...(exchanges.length > 0 && { exchanges }),
    // Outcome and failure already explain why the call wasn't checked.
    notChecked: outcome === 'received' || inspection.isGarbled === true ? notChecked : [],
    milliseconds,
    sent,
  }
  // Generated requests have no expectation.
  return isUnmet && generated === undefined ? withItsExchange(record, exchange) : record
}

/** Returns why the server rejected a valid request in the current state, with the server's message. */
function refusalFor(parts: RecordParts, isAccepted: boolean): string | undefined {
  const { stateReason } = refusalOf(parts.observation)
  const isOfState = parts.generated?.mode === 'positive' && stateReason !== undefined
  return isOfState || isAccepted ? `${stateReason ?? 'the server refuses the request'}${quoteOf(parts)}` : undefined
}

function quoteOf({ observation, exchange }: RecordParts): string {
  return quoted(refusalOf(observation).message, exchange.redactor)
}

/** Adds the exchange to a record whose expectation failed. */
export function withItsExchange(record: CallRecord, parts: ExchangeParts): CallRecord {
  if (record.exchange !== undefined) return record
  const exchange = shownExchange(parts)
  return { ...record, exchange: exchange.id, exchanges: [...(record.exchanges ?? []), exchange] }
}

function blindnessOf(operation: Operation, status: number, isGuessed: boolean): CallRecord['blindness'] {
  if (status !== 401 && status !== 403 && status !== 404) return undefined
  const isNeutral = status === 404 && isGuessed && operation.path.includes('{') && documents(operation, 404)
  return isNeutral ? 'neutral' : 'blind'
}
