import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { OperationCases } from '../../../drift/generation/cases.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'

/** What a schedule does with the calls. */
export interface Sender {
  /** The record, or undefined where nothing was sent. */
  send(one: GeneratedCase, owner: OperationCases, isPlain: boolean): Promise<CallRecord | undefined>
  /** Takes the findings of these rules from the record of a case: others show them better. */
  explain(record: CallRecord, rules: ReadonlySet<string>): void
  /** How many calls may still be made. */
  left(): number
  /** Whether the plainest request, refused, should be sent again: what its refusal says may be kept. */
  hasMore?(owner: OperationCases): boolean
  /** The same with a body that looks like what the API has shown, where it has. */
  modelled?(owner: OperationCases): OperationCases | undefined
  /** Whether something is left for other calls when this operation has ended one resource. */
  hasSpare(owner: OperationCases): boolean
}

/** How an operation took its calls. */
export interface Progress {
  owner: OperationCases
  /** The plainest valid request was sent, or could not be. */
  isCalled: boolean
  /** Its status. */
  status?: number
  isBroken?: boolean
  /** Of its plainest request. */
  first?: CallRecord
  notReached?: boolean
  /** Cases that were not sent yet. */
  open: GeneratedCase[]
  /** Fingerprints of what its calls have shown. */
  readonly seen: Set<string>
  /** How many cases in a row showed nothing new. */
  dry: number
  readonly statuses: Set<number>
  /** How often it was sent the parts of a combination. */
  takenApart: number
  /** How often its plainest request was sent again because another one was refused. */
  confirmed: number
  /** Refused requests that no later plainest request has confirmed. */
  unconfirmed: CallRecord[]
  /** The rules that a request violates alone, by its id. */
  readonly alone: Map<string, ReadonlySet<string>>
  /** The plainest request, where it was refused and one with only what is required was not. */
  refused?: CallRecord
}
