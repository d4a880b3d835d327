import type { GenerateMode } from '../../../drift/generation/cases.ts'
import type { NotChecked } from '../../../model/observation.ts'
import type { OperationKey } from '../../../model/operation.ts'
import type { TargetChange } from '../../../model/report/target-changes.ts'
import type { Hint } from '../../../model/report.ts'
import type { LostAccess } from '../../../suite/calls/canary.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import type { Journals } from './made/journal.ts'

/** Which requests to generate, and how many. */
export interface GenerateOptions {
  readonly modes: readonly GenerateMode[]
  /** No more calls are made than this, however many could be generated; default: ten an operation. */
  readonly maxCalls?: number
  /** The id of the only case to send, with the plain requests it needs. */
  readonly only?: string
  /** Once aborted nothing more is sent but what deletes, and nothing waited for long. */
  readonly stop?: AbortSignal
  /** What a run that is stopped at once leaves behind, kept up to date. */
  readonly undone?: Map<number, string>
  /** What runs of the API have made, for what comes after one that was killed. */
  readonly journals?: Journals
  /** Called with what earlier runs had left behind and was deleted. */
  readonly note?: (text: string) => void
  /** Called with each operation that is called. */
  readonly onCalled?: (operation: OperationKey) => void
  /** Part of the names that are sent; default: random. */
  readonly runId?: string
  /** Gets each exchange as an entry of an HTTP Archive. */
  readonly onExchange?: (entry: string) => void
  /** What the suites sent or received as secrets: the API may return it. */
  readonly secrets?: readonly string[]
}

/** The result of generated requests. */
export interface GeneratedRun {
  readonly calls: readonly CallRecord[]
  readonly notChecked: readonly NotChecked[]
  /** All that was sent, what was refused or lost too: for counts, not for findings. */
  readonly sent: readonly CallRecord[]
  /** What refusals of valid requests taught. */
  readonly hints: readonly Hint[]
  /** Paths of all that it made, deleted or not. */
  readonly made: readonly string[]
  /** What it made, or an earlier run, and did not delete. */
  readonly left: readonly TargetChange[]
  /** The credential stopped working, and nothing more was sent. */
  readonly lost?: LostAccess
}
