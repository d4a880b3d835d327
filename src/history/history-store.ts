import { monotonicMs } from '../files/with-lock.ts'
import { ToolError } from '../model/errors.ts'
import type { NotifiedStates } from '../report/notify/state.ts'
import type { RunRecord } from './run-record.ts'
import type { KeptStatistics } from './statistics.ts'
import type { History } from './store.ts'

/** Stored results of earlier runs of an API. */
export interface Kept {
  readonly history: History
  /** Undefined if missing or unreadable. */
  readonly statistics: KeptStatistics | undefined
  /** Sentences about unreadable parts. */
  readonly notes: readonly string[]
}

export interface Shared<T, W> {
  /** Reads the stored results; empty if nothing is stored. Throws HISTORY_UNAVAILABLE. */
  read(): Promise<T>
  /** Reads and writes under a lock. Writes are atomic, even if the process is killed. Throws HISTORY_UNAVAILABLE. */
  alone<R>(use: (writer: W) => Promise<R>): Promise<R>
}

/** Storage for the history of one API: files or a database. All implementations give the same results for the same runs. */
export interface HistoryStore extends Shared<Kept, HistoryWriter> {
  /** Name in messages, without passwords. */
  readonly name: string
  /** Findings already notified for the API. Also throws STORE_BROKEN. */
  readonly notified: Shared<NotifiedStates, NotifiedWriter>
}

/** Notified findings and their replacement, under a lock, so that concurrent runs don't notify twice. */
export interface NotifiedWriter {
  readonly before: NotifiedStates
  replace(states: NotifiedStates): Promise<void>
}

/** Writes to a locked history. */
export interface HistoryWriter extends Kept {
  /** Database time in milliseconds since the epoch; absent for files. */
  readonly now?: number
  /** Adds a run and replaces the statistics atomically. A run with the same start and target is kept, or replaced after delivery. */
  append(run: RunRecord, counted?: KeptStatistics): Promise<void>
  /**
   * Summarizes runs from before a time (milliseconds since the epoch), and returns how many were deleted. For each target, keeps the last
   * run that reported, and everything after the first run that isn't older.
   */
  prune(before: number): Promise<number>
}

/** Total milliseconds that a run may wait for network, locks and other runs. */
export interface Patience {
  readonly milliseconds: number
  /** Calls `use` with the remaining time and deducts the time it takes. */
  spend<T>(use: (left: number) => Promise<T>): Promise<T>
}

/** Creates the patience of one run. */
export function patienceOf(milliseconds = 10_000): Patience {
  let left = milliseconds
  return {
    milliseconds,
    async spend(use) {
      const start = monotonicMs()
      try {
        return await use(Math.max(1, left))
      } finally {
        left -= monotonicMs() - start
      }
    },
  }
}

/** For commands outside of runs: locks, connections and statements may take 30 s each. */
export const unhurried: Patience = { milliseconds: 30_000, spend: (use) => use(30_000) }

/** A history store that stops calling the real one after its first failure. */
export interface RunHistory extends HistoryStore {
  /** Returns why it failed, if it did. */
  failure(): ToolError | undefined
}

/** Wraps a history that is used until the first failure. `onFailure` receives it, except for failures to store notifications. */
export function triedOnce(store: HistoryStore, onFailure: (error: ToolError) => void = () => {}): RunHistory {
  let failure: ToolError | undefined
  const once = <T, W>({ read, alone }: Shared<T, W>, onFirst = onFailure): Shared<T, W> => {
    const guard = async <R>(use: () => Promise<R>): Promise<R> => {
      if (failure !== undefined) throw failure
      return use().catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
        failure = error
        onFirst(error)
        throw error
      })
    }
    return { read: () => guard(read), alone: (use) => guard(() => alone(use)) }
  }
  return { name: store.name, failure: () => failure, ...once(store), notified: once(store.notified, () => {}) }
}

/** Returns whether files or a database are unavailable, which must not fail the run. */
export function isUnavailable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.code === 'HISTORY_UNAVAILABLE'
}

/** The result without earlier runs. */
export const nothingKept: Kept = {
  history: { runs: [], summaries: [] },
  statistics: undefined,
  notes: [],
}
