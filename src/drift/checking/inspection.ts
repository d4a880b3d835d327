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
import type { Counted } from './repeats.ts'

/** The result of inspecting one response. */
export interface Inspection {
  /** Also `inconclusive` if the body could not be read and nothing else is wrong. */
  readonly outcome: Outcome
  /** The body contradicts its Content-Type; a retry may return it complete. */
  readonly isGarbled?: true
  /** An HTML error page where JSON is documented. Probably the application's own, unless most responses are such pages. */
  readonly isPage?: true
  /** The API aborted the connection repeatedly; the outcome is `received`, with a finding. */
  readonly isBroken?: true
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
}

/** The origin of a response, for the evidence. */
export interface InspectionContext {
  readonly curl?: string
  readonly test?: string
  /** Secrets of this call, which the response may echo. */
  readonly secrets?: readonly string[]
  /** Tests for statuses that the caller expects, which count as received. */
  readonly expected?: (status: number) => boolean
  /** Set for generated requests, valid or invalid. */
  readonly generated?: GeneratedRequest
  /** The same request was sent before with the same result. */
  readonly isRepeated?: true
}

/** Hooks for callers that check large numbers of exchanges. */
export interface RecordedHooks {
  /** Marks traffic of other clients: invalid JSON and undocumented request parts are reported. The caller detects transport errors. */
  readonly isOneOfMany?: true
  /** Called for each exchange that received a response from the application. */
  readonly seen?: (exchange: Exchange) => void
  /** Decides which drafts become findings, so that drafts common to many exchanges can be counted elsewhere. */
  readonly sift?: (check: Check, draft: DriftDraft, exchange: Exchange) => boolean
  /** Default: each exchange returns its own findings. */
  readonly repeats?: FindingRepeats | undefined
}

/** Counts findings that would only repeat others. */
export interface FindingRepeats {
  /** Counts the drafts if each only adds samples to an earlier finding; otherwise returns false. */
  count(exchange: Exchange, drafts: readonly Counted[]): boolean
  /** Receives the findings of the drafts that `count` refused; undefined for a draft without a finding. */
  made(findings: readonly (Finding | undefined)[]): void
}

/** Checks responses against a description without network or file access. */
export interface Inspector {
  /** Checks the response, and the request if the API accepted it. */
  inspect(exchange: RawExchange): Inspection
  /** Same for an exchange with a known operation. */
  inspectRecorded(operation: Operation, observation: Observation, hooks?: RecordedHooks): Inspection
  /** Tests whether the description allows the request. */
  allows(operation: Operation, request: SentRequest): boolean
  /** Checks an exchange without a documented operation, using a stand-in operation and the operations at its path (`known`). */
  inspectUndocumented(operation: Operation, observation: Observation, known: readonly Operation[]): Inspection
  /** Checks only the response, because our own requests may be invalid on purpose. */
  inspectOperation(operation: Operation, observation: Observation, context?: InspectionContext): Inspection
}

export interface InspectorOptions {
  readonly checks?: readonly Check[]
  /** Check id → severity, `off`, or severities per location. */
  readonly rules?: RuleSettings
  /** Maximum response time. Default: no limit. */
  readonly responseTimeMs?: number
  /** Default: a redactor for common secret keys. */
  readonly redact?: Redactor
}
