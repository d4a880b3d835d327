import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isBuilt, packageFile } from '../../files/package-file.ts'

/** A thread that loads the dependencies of checking and waits for its context. */
export interface EarlyThread {
  readonly worker: Worker
  /** Error before listeners were attached. */
  failure?: Error
}

/** Below this size, loading the description in a thread takes longer than it saves. */
const fewBytes = 64 * 2 ** 20
/** Default maximum, because each thread loads the description. */
const mostByDefault = 4

/** Returns the number of threads for recordings of a size, including the reading thread. */
export function jobsFor(bytes: number, wanted: number | undefined): number {
  if (wanted !== undefined) return wanted
  return bytes > fewBytes ? Math.min(mostByDefault, availableParallelism()) : 1
}

/** Starts threads, which the caller must end. */
export function startEarlyThreads(count: number): readonly EarlyThread[] {
  return Array.from({ length: count }, () => {
    const thread: EarlyThread = { worker: new Worker(packageFile('dist/bin/check-thread.js')) }
    thread.worker.on('error', (error) => {
      thread.failure ??= error
    })
    return thread
  })
}

/** Starts the threads for checking recordings, if their sizes are known without searching folders. */
export function threadsAhead(recordings: readonly string[], cwd: string, jobs?: number): readonly EarlyThread[] {
  if (!isBuilt) return []
  const sizes = recordings.map((path) => sizeOf(resolve(cwd, path)))
  if (sizes.includes(undefined)) return []
  return startEarlyThreads(
    jobsFor(
      sizes.reduce((sum: number, size = 0) => sum + size, 0),
      jobs,
    ) - 1,
  )
}

/** Returns undefined for unreadable files, which the reader reports. */
function sizeOf(file: string): number | undefined {
  try {
    const facts = statSync(file)
    return facts.isFile() ? facts.size : undefined
  } catch {
    return undefined
  }
}

export async function endThreads(threads: readonly EarlyThread[]): Promise<void> {
  await Promise.all(threads.map(({ worker }) => worker.terminate()))
}
