import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isBuilt, packageFile } from '../../files/package-file.ts'

/** A thread that loads what checking needs, and waits to hear what it is to check. */
export interface EarlyThread {
  readonly worker: Worker
  /** What ended it before anybody listened. */
  failure?: Error
}

/** Below it a thread takes longer to load the description than it saves. */
const fewBytes = 64 * 2 ** 20
/** More are for those who ask for them: each holds the description. */
const mostByDefault = 4

/** How many threads check recordings of so many bytes, the one that reads them among them. */
export function jobsFor(bytes: number, wanted: number | undefined): number {
  if (wanted !== undefined) return wanted
  return bytes > fewBytes ? Math.min(mostByDefault, availableParallelism()) : 1
}

/** Starts them. Who does ends them. */
export function startEarlyThreads(count: number): readonly EarlyThread[] {
  return Array.from({ length: count }, () => {
    const thread: EarlyThread = { worker: new Worker(packageFile('dist/bin/check-thread.js')) }
    thread.worker.on('error', (error) => {
      thread.failure ??= error
    })
    return thread
  })
}

/** Those that recordings will be checked by, where their sizes are known without looking into folders: none of them else. */
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

/** Undefined for what is no file, or none that can be opened: whoever reads it reports why. */
function sizeOf(file: string): number | undefined {
  try {
    const facts = statSync(file)
    return facts.isFile() ? facts.size : undefined
  } catch {
    return undefined
  }
}

/** Ends them, whatever became of them. */
export async function endThreads(threads: readonly EarlyThread[]): Promise<void> {
  await Promise.all(threads.map(({ worker }) => worker.terminate()))
}
