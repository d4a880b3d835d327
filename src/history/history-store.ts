import { monotonicMs } from '../files/with-lock.ts'
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

/** A part of a history that runs share. */
export interface Shared<T, W> {
  /** Reads what earlier runs left behind: nothing, where there is none. Throws HISTORY_UNAVAILABLE. */
  read(): Promise<T>
  /**
   * Reads and writes alone: other runs wait. What is written is there as a whole, or not at all when the run is killed. Throws
   * HISTORY_UNAVAILABLE.
   */
  alone<R>(use: (writer: W) => Promise<R>): Promise<R>
}

/** Where the history of one API is kept: files, or a database. All of them give the same for the same runs. */
export interface HistoryStore extends Shared<Kept, HistoryWriter> {
  /** What it is called in messages: never with a password. */
  readonly name: string
  /** What has been notified of the API. Throws STORE_BROKEN too. */
  readonly notified: Shared<NotifiedStates, NotifiedWriter>
}

/** What has been notified, and what replaces it: another run would notify of the same. */
export interface NotifiedWriter {
  readonly before: NotifiedStates
  replace(states: NotifiedStates): Promise<void>
}

/** What may be done to a history that nobody else changes meanwhile. */
export interface HistoryWriter extends Kept {
  /** The time by the clock of the database, in milliseconds since the epoch; files have none. */
  readonly now?: number
  /**
   * Adds a run and replaces the statistics; neither if one fails. A run of the same start and target stays, or is replaced once it was
   * delivered. Older runs are summed up when there are many.
   */
  append(run: RunRecord, counted?: KeptStatistics): Promise<void>
}

/** Milliseconds that the uses of a history may wait for the network, for locks and for other runs, all together. */
export interface Patience {
  readonly milliseconds: number
  /** Calls `use` with what is left, and takes the time that it needs off that. */
  spend<T>(use: (left: number) => Promise<T>): Promise<T>
}

/** The patience of one run. */
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

/** Where no run waits, a lock, a connection and each statement may take half a minute. */
export const unhurried: Patience = { milliseconds: 30_000, spend: (use) => use(30_000) }

/** A history that is not used any more once it could not be used. */
export interface RunHistory extends HistoryStore {
  /** Why it could not be used. */
  failure(): ToolError | undefined
}

/**
 * The history of one run, which costs it its patience once. `onFailure` gets the first failure, unless it is one to remember who was
 * notified.
 */
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

/** Whether an error says that files or a database can't be used: it costs the history, never the run. */
export function isUnavailable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.code === 'HISTORY_UNAVAILABLE'
}

/** Nothing that earlier runs left behind. */
export const nothingKept: Kept = {
  history: { runs: [], summaries: [] },
  statistics: undefined,
  notes: [],
}
