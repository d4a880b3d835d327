import type { Finding } from '../../model/finding.ts'
import type { ShownExchange } from '../../model/live/exchange.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { SentCall } from '../../model/log.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'
import type { LostAccess } from './canary.ts'
import type { CallChange } from './change-of.ts'

/** A value of a call that is not known to exist. */
export interface MissingValue {
  /** `path id` */
  readonly location: string
  readonly name: string
  /** JSON, redacted. */
  readonly value?: string
  /** `similar`: what is called alike in another response. `stale`: shown before something was changed. */
  readonly from: 'example' | 'generated' | 'similar' | 'stale'
}

/** One call of a suite and what came of it: what travels from the worker to the report, already redacted. */
export interface CallRecord {
  readonly operation: string
  /** Full name of the test, or the file's when a hook made the call. */
  readonly test: string
  readonly outcome: Outcome
  /** Absent when no response was received. */
  readonly status?: number
  /** `ECONNREFUSED`, `timeout` …: why no complete response was received. */
  readonly failure?: string
  /** What the test expected and did not get: `expected 404, got 200`. */
  readonly unmet?: string
  /** An HTML page where JSON is documented, with an error status. */
  readonly isPage?: true
  /** The connection was broken off, and again on the retry: its finding reports it, and there is no response to use. */
  readonly isBroken?: true
  /** Credentials were sent. */
  readonly authenticated?: true
  /**
   * A 401, 403 or 404 that was not expected: it shows nothing of the contract. `neutral`: a documented 404 for an id that is not
   * known to exist.
   */
  readonly blindness?: 'blind' | 'neutral'
  /** The API has nothing by these values, which nobody knows to exist: its response shows nothing else. */
  readonly notReached?: readonly MissingValue[]
  /** A valid request was refused for a reason that is not in it: `something with … exists already: "must be unique"`. */
  readonly refusedFor?: string
  /** What it did to data of the target. */
  readonly change?: CallChange
  /** The credential stopped working. */
  readonly lost?: LostAccess
  /** Made to clean up: what goes wrong there says nothing about the test. */
  readonly cleanup?: true
  /** Repeats the call; credentials are left out. */
  readonly curl: string
  readonly findings: readonly Finding[]
  /** What the findings were seen in. */
  readonly exchanges?: readonly ShownExchange[]
  /** Id of the one among them that shows the whole call, where a test fails on it. */
  readonly exchange?: string
  readonly notChecked: readonly NotChecked[]
  readonly milliseconds: number
  /** Every request that was sent for it, in order. */
  readonly sent: readonly SentCall[]
  /** What the response showed of the contract; absent when there was none. */
  readonly statistics?: Statistics
}

/** What the tests of a suite leave in the meta of their vitest task. */
export interface SuiteNotes {
  readonly calls: CallRecord[]
  /** Calls that were not made. */
  readonly notChecked: NotChecked[]
}

/** Whether a finding fails its test. */
export function isError(finding: Finding): boolean {
  return finding.severity === 'error'
}

/** Checks whose findings mean that a value a test goes on with is not there or is another one. */
const valueChecks: ReadonlySet<string> = new Set([
  'null-conformance',
  'enum-conformance',
  'required-conformance',
  'type-conformance',
  'variant-conformance',
  'body-presence',
  'content-type-conformance',
])

/**
 * Whether a response was such that what fails after it in its test is a consequence, not another violation. A value that
 * is not there is missed too where the finding fails nothing: an assumed part of the contract, or the config's severity.
 */
export function isSpoiled(record: CallRecord): boolean {
  if (record.cleanup) return false
  if (record.outcome !== 'received' || record.isBroken === true || record.unmet !== undefined) return true
  return record.findings.some((finding) => isError(finding) || valueChecks.has(finding.ruleId))
}
