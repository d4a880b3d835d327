import type { Finding } from '../../model/finding.ts'
import type { ShownExchange } from '../../model/live/exchange.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { SentCall } from '../../model/log.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'
import type { LostAccess } from './canary.ts'
import type { CallChange } from './change-of.ts'

/** A value of a call that isn't known to exist. */
export interface MissingValue {
  /** `path id` */
  readonly location: string
  readonly name: string
  /** Redacted JSON. */
  readonly value?: string
  /** `similar`: from a property with a similar name in another response. `stale`: seen before a later change. */
  readonly from: 'example' | 'generated' | 'similar' | 'stale'
}

/** A call and its result, already redacted: the data sent from worker to report. */
export interface CallRecord {
  readonly operation: string
  /** Full name of the test, or of the file for a call in a hook. */
  readonly test: string
  readonly outcome: Outcome
  /** Absent if there was no response. */
  readonly status?: number
  /** Why there was no complete response: `ECONNREFUSED`, `timeout` … */
  readonly failure?: string
  /** The unmet expectation: `expected 404, got 200`. */
  readonly unmet?: string
  /** An HTML error page where JSON is documented. */
  readonly isPage?: true
  /** The connection broke twice. A finding reports it, and there is no usable response. */
  readonly isBroken?: true
  /** Credentials were sent. */
  readonly authenticated?: true
  /** An unexpected 401, 403 or 404, which is no evidence about the contract. `neutral`: a documented 404 for an uncertain id. */
  readonly blindness?: 'blind' | 'neutral'
  /** Values that the API doesn't know and that weren't known to exist, so the response is no other evidence. */
  readonly notReached?: readonly MissingValue[]
  /** Why a valid request was rejected, if the reason is not in the request: `something with … exists already: "must be unique"`. */
  readonly refusedFor?: string
  /** Effect on the target's data. */
  readonly change?: CallChange
  /** The credential stopped working. */
  readonly lost?: LostAccess
  /** Made during cleanup, so failures don't affect the test. */
  readonly cleanup?: true
  /** curl command that repeats the call, without credentials. */
  readonly curl: string
  readonly findings: readonly Finding[]
  /** Exchanges that the findings refer to. */
  readonly exchanges?: readonly ShownExchange[]
  /** Id of the exchange that shows the whole call, if a test fails on it. */
  readonly exchange?: string
  readonly notChecked: readonly NotChecked[]
  readonly milliseconds: number
  /** Every request sent for the call, in order. */
  readonly sent: readonly SentCall[]
  /** Facts about the contract seen in the response; absent without a response. */
  readonly statistics?: Statistics
}

/** Records of a test, stored in vitest's task metadata. */
export interface SuiteNotes {
  readonly calls: CallRecord[]
  /** Calls that weren't made. */
  readonly notChecked: NotChecked[]
}

/** Returns whether a finding fails its test. */
export function isError(finding: Finding): boolean {
  return finding.severity === 'error'
}

/** Checks whose findings mean that a value used later in the test is missing or different. */
const valueChecks: ReadonlySet<string> = new Set([
  'null-conformance',
  'enum-conformance',
  'required-conformance',
  'type-conformance',
  'variant-conformance',
  'body-presence',
  'content-type-conformance',
])

/** Returns whether later failures in the test follow from this call. A missing value counts at any severity. */
export function isSpoiled(record: CallRecord): boolean {
  if (record.cleanup) return false
  if (record.outcome !== 'received' || record.isBroken === true || record.unmet !== undefined) return true
  return record.findings.some((finding) => isError(finding) || valueChecks.has(finding.ruleId))
}
