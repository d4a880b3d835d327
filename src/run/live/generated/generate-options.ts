import type { GenerateMode } from '../../../drift/generation/cases.ts'
import type { NotChecked } from '../../../model/observation.ts'
import type { OperationKey } from '../../../model/operation.ts'
import type { TargetChange } from '../../../model/report/target-changes.ts'
import type { Hint } from '../../../model/report.ts'
import type { LostAccess } from '../../../suite/calls/canary.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import type { Journals } from './made/journal.ts'

export interface GenerateOptions {
  readonly modes: readonly GenerateMode[]
  /** Maximum number of calls. Default: ten per operation. */
  readonly maxCalls?: number
  /** Id of a single case to send, with the plain requests it needs. */
  readonly only?: string
  /** When aborted, only deletions are sent, for a short time. */
  readonly stop?: AbortSignal
  /** Resources that a stopped run would leave behind, kept up to date. */
  readonly undone?: Map<number, string>
  /** Journals of created resources, for cleanup after a killed run. */
  readonly journals?: Journals
  /** Called with the leftovers of earlier runs that were deleted. */
  readonly note?: (text: string) => void
  readonly onCalled?: (operation: OperationKey) => void
  /** Part of generated names. Default: random. */
  readonly runId?: string
  /** Receives each exchange as a HAR entry. */
  readonly onExchange?: (entry: string) => void
  /** Secrets of the suites, which the API may return. */
  readonly secrets?: readonly string[]
}

/** Result of generated requests. */
export interface GeneratedRun {
  readonly calls: readonly CallRecord[]
  readonly notChecked: readonly NotChecked[]
  /** All sent requests, including rejected and lost ones; for counts, not findings. */
  readonly sent: readonly CallRecord[]
  /** Hints learned from rejected valid requests. */
  readonly hints: readonly Hint[]
  /** Paths of all created resources, deleted or not. */
  readonly made: readonly string[]
  /** Undeleted resources of this run or an earlier one. */
  readonly left: readonly TargetChange[]
  /** Set if the credential stopped working, which ended the run. */
  readonly lost?: LostAccess
}
