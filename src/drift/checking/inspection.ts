import type { Finding } from '../../model/finding.ts'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import type {
  Check,
  DriftDraft,
  Exchange,
  NotChecked,
  Observation,
  Outcome,
  SentRequest,
} from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { RawExchange } from './recorded.ts'

/** The result of inspecting one response. */
export interface Inspection {
  /** `inconclusive` too when the body could not be read and nothing else is wrong. */
  readonly outcome: Outcome
  /** The body is not what its Content-Type says: a retry may return it complete. */
  readonly isGarbled?: true
  /** An HTML page came where JSON is documented, with an error status: the application's own, unless most responses are such pages. */
  readonly isPage?: true
  /** The API broke the connection off repeatedly: the outcome is `received`, with a finding. */
  readonly isBroken?: true
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
}

/** Where a response came from, for the evidence. */
export interface InspectionContext {
  /** A line that repeats the call. */
  readonly curl?: string
  /** The suite test that made it. */
  readonly test?: string
  /** Secrets of this call: the response may repeat them. */
  readonly secrets?: readonly string[]
  /** The caller expects this status, so it counts as received. */
  readonly expected?: (status: number) => boolean
  /** Set when the request was generated to be accepted or refused. */
  readonly generated?: GeneratedRequest
  /** The same request was sent before, with the same result. */
  readonly isRepeated?: true
}

/** What a caller that checks a million exchanges does itself. */
export interface RecordedHooks {
  /**
   * Of traffic of others: a body that is not JSON is found wherever it is, and the caller decides whether it was one transport
   * error; what a request sends beyond the contract is found.
   */
  readonly isOneOfMany?: true
  /** Hears of each exchange with the parts of the description that apply to it, once a response of the application was received. */
  readonly seen?: (exchange: Exchange) => void
  /** Decides which drafts become findings: what an exchange has in common with many others is counted elsewhere. */
  readonly sift?: (check: Check, draft: DriftDraft, exchange: Exchange) => boolean
}

/** Checks responses against a description. No network, no I/O. */
export interface Inspector {
  /** Checks the request too, when the API accepted it. */
  inspect(exchange: RawExchange): Inspection
  /** The same of an exchange whose operation is known. */
  inspectRecorded(operation: Operation, observation: Observation, hooks?: RecordedHooks): Inspection
  /** Whether the description allows the request. */
  allows(operation: Operation, request: SentRequest): boolean
  /** Checks an exchange that no operation matches, by a stand-in operation and what the description has at its path. */
  inspectUndocumented(operation: Operation, observation: Observation, known: readonly Operation[]): Inspection
  /** Checks only the response: a request of our own may be wrong on purpose. */
  inspectOperation(operation: Operation, observation: Observation, context?: InspectionContext): Inspection
}

/** Options of an inspector. */
export interface InspectorOptions {
  /** Default: all. */
  readonly checks?: readonly Check[]
  /** Check id → severity, `off` to leave it out, or severities for some locations. */
  readonly rules?: RuleSettings
  /** Time limit of a response. Default: no limit. */
  readonly responseTimeMs?: number
  /** Default: a redactor of the usual secret keys. */
  readonly redact?: Redactor
}
