import { ToolError } from '../model/errors.ts'
import type { NotifiedStates } from '../notify/state.ts'
import type { RunRecord } from './run-record.ts'
import type { KeptStatistics } from './statistics.ts'
import type { History } from './store.ts'

/** What earlier runs of an API left behind. */
export interface Kept {
  readonly history: History
  /** Undefined when there are none that can be understood. */
  readonly statistics: KeptStatistics | undefined
  /** What of it could not be read, in sentences. */
  readonly notes: readonly string[]
}

/** Where the history of one API is kept: files, or a database. All of them give the same for the same runs. */
export interface HistoryStore {
  /** What it is called in messages: never with a password. */
  readonly name: string
  /** Reads what earlier runs left behind: nothing, where there is none. Throws FILE_UNREADABLE, HISTORY_UNAVAILABLE. */
  read(): Promise<Kept>
  /**
   * Reads, adds and writes alone: other runs wait. What is written is there as a whole, or not at all when the run is
   * killed. Throws WRITE_FAILED, HISTORY_UNAVAILABLE.
   */
  alone<T>(use: (writer: HistoryWriter) => Promise<T>): Promise<T>
  readonly notified: NotifiedStore
}

/** What may be done to a history that nobody else changes meanwhile. */
export interface HistoryWriter extends Kept {
  /** Adds a run, unless one of the same start and target is there. Older ones are summed up when there are many. */
  append(run: RunRecord): Promise<void>
  /** Replaces the statistics before. */
  writeStatistics(kept: KeptStatistics): Promise<void>
}

/** Where it is kept what of an API has been notified. */
export interface NotifiedStore {
  /** Nothing, where nothing has been notified. Throws STORE_BROKEN, FILE_UNREADABLE, HISTORY_UNAVAILABLE. */
  read(): Promise<NotifiedStates>
  /** Reads, notifies and replaces alone: another run would notify of the same. Throws as `read` does, and WRITE_FAILED. */
  alone<T>(
    use: (notified: NotifiedStates, replace: (states: NotifiedStates) => Promise<void>) => Promise<T>,
  ): Promise<T>
}

/** Whether an error says that a database is out of reach or not usable: it costs the history, never the run. */
export function isUnavailable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.code === 'HISTORY_UNAVAILABLE'
}

/** Nothing that earlier runs left behind. */
export const nothingKept: Kept = {
  history: { runs: [], summaries: [], notes: [], torn: false },
  statistics: undefined,
  notes: [],
}
