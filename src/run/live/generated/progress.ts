import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { OperationCases } from '../../../drift/generation/cases.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'

/** Callbacks of a schedule. */
export interface Sender {
  /** Sends a case; returns undefined if it wasn't sent. */
  send(one: GeneratedCase, owner: OperationCases, isPlain: boolean): Promise<CallRecord | undefined>
  /** Removes findings of these rules from a case's record, because other cases show them better. */
  explain(record: CallRecord, rules: ReadonlySet<string>): void
  left(): number
  /** Returns whether the rejected simplest request should be resent, adjusted to its rejection. */
  hasMore?(owner: OperationCases): boolean
  /** Returns the cases with a body modelled on API responses, if available. */
  modelled?(owner: OperationCases): OperationCases | undefined
  /** Returns whether other calls still have a resource after this operation ends one. */
  hasSpare(owner: OperationCases): boolean
}

export interface Progress {
  owner: OperationCases
  /** The simplest valid request was sent, or couldn't be. */
  isCalled: boolean
  /** Status of the simplest request. */
  status?: number
  isBroken?: boolean
  /** Record of the simplest request. */
  first?: CallRecord
  notReached?: boolean
  /** Unsent cases. */
  open: GeneratedCase[]
  /** Fingerprints of findings so far. */
  readonly seen: Set<string>
  /** Number of consecutive cases without a new finding or status. */
  dry: number
  readonly statuses: Set<number>
  /** Number of combinations that were split. */
  takenApart: number
  /** Number of resends of the simplest request after another was rejected. */
  confirmed: number
  /** Rejected requests since the simplest request was last accepted. */
  unconfirmed: CallRecord[]
  /** Rules violated by a single-part case, by case id. */
  readonly alone: Map<string, ReadonlySet<string>>
  /** The rejected simplest request, if one with only required parts was accepted. */
  refused?: CallRecord
}
