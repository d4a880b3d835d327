import type { MessagePort } from 'node:worker_threads'
import type { RunnerTaskResultPack } from 'vitest'
import type { Caller } from '../../drift/transport/call.ts'
import { RunStopped } from './failures.ts'

/** Milliseconds granted to running requests before cleanups start without waiting for their tests. */
const underWayMs = 2_000

/** State of a run that can be stopped, owned by the main thread. */
export interface RunStop {
  readonly signal: AbortSignal
  /** Pending cleanups by id, updated by the suite thread. */
  readonly undone: Map<number, string>
}

/** `what` is set when a cleanup becomes pending and absent after it has run. */
export interface CleanupEvent {
  readonly id: number
  readonly what?: string
}

export interface CalledEvent {
  readonly called: string
}

/** Message with the tests of a file when the run is stopped, because vitest reports tests late and the last ones never. */
export interface TasksEvent {
  readonly tasks: readonly RunnerTaskResultPack[]
}

export interface ExchangeEvent {
  readonly exchange: string
}

export interface SecretEvent {
  readonly secret: string
}

export type ThreadEvent = CleanupEvent | CalledEvent | ExchangeEvent | SecretEvent | TasksEvent

export interface StoppedFile {
  cleanUp(): Promise<void>
  tasks(): readonly RunnerTaskResultPack[]
}

interface Stopping {
  /** Aborted to block requests. */
  readonly sending: AbortController
  /** Aborted to end all waits. */
  readonly waiting: AbortController
  readonly files: Set<StoppedFile>
  port?: MessagePort
  cleanups: number
}

const key = Symbol.for('specdrift.stop')

/** Returns the state of this worker. Stored on `globalThis`, because a suite file may get its own module instances. */
function stopping(): Stopping {
  // No other code uses this symbol.
  const holder = globalThis as { [key]?: Stopping }
  holder[key] ??= {
    sending: new AbortController(),
    waiting: new AbortController(),
    files: new Set(),
    cleanups: 0,
  }
  return holder[key]
}

/** Resets the state, so that the next run in this worker starts fresh. */
export function endStopping(): void {
  // No other code uses this symbol.
  delete (globalThis as { [key]?: Stopping })[key]
}

/** Reports cleanups to the main thread from now on. */
export function reportCleanups(port: MessagePort): void {
  port.unref()
  stopping().port = port
}

/** Reports a pending cleanup; call the returned function when it has run. */
export function cleanupDue(what: string): () => void {
  const state = stopping()
  const id = ++state.cleanups
  state.port?.postMessage({ id, what } satisfies CleanupEvent)
  return () => state.port?.postMessage({ id } satisfies CleanupEvent)
}

/** Sends an exchange to the main thread. */
export function tellExchange(exchange: string): void {
  stopping().port?.postMessage({ exchange } satisfies ExchangeEvent)
}

/** Sends a secret to the main thread, because the API may return it later. */
export function tellSecret(secret: string): void {
  stopping().port?.postMessage({ secret } satisfies SecretEvent)
}

export function keepFile(file: StoppedFile): void {
  stopping().files.add(file)
}

/** Stops the run in this worker: only cleanups may send requests. */
export function stopHere(): void {
  const { sending, waiting, files, port } = stopping()
  sending.abort()
  const hurry = (): void => {
    waiting.abort()
    for (const file of files) {
      const tellTasks = (): void => port?.postMessage({ tasks: file.tasks() } satisfies TasksEvent)
      tellTasks()
      // Failures are recorded in the notes of the test.
      void file.cleanUp().then(tellTasks, tellTasks)
    }
  }
  setTimeout(hurry, underWayMs)
}

export function isStopped(): boolean {
  return stopping().sending.signal.aborted
}

/** Wraps a caller to block requests once the run is stopped. `isCleaning`: the call belongs to a cleanup. */
export function stoppable(caller: Caller, isCleaning: () => boolean): Caller {
  const { signal } = stopping().sending
  return {
    async call(request, options) {
      if (isCleaning()) return caller.call(request, options)
      if (signal.aborted) throw new RunStopped('not sent: the run was stopped')
      const response = await caller.call(request, { ...options, stop: signal })
      const { operation } = options ?? {}
      if (operation !== undefined) stopping().port?.postMessage({ called: operation } satisfies CalledEvent)
      if (response.failure?.code === 'stopped') throw new RunStopped(response.failure.message)
      return response
    },
    close: caller.close,
  }
}

/** Waits for work until the grace time ends: a running request may create a resource that a cleanup must remove. */
export async function whileTime<T>(work: Promise<T>): Promise<T> {
  const { signal } = stopping().waiting
  let end = (): void => {}
  const over = new Promise<never>((_, fail) => {
    end = () => fail(new RunStopped('not waited for: the run was stopped'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work, over])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
