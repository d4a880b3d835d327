import type { MessagePort } from 'node:worker_threads'
import type { RunnerTaskResultPack } from 'vitest'
import type { Caller } from '../../drift/transport/call.ts'
import { RunStopped } from './failures.ts'

/** Milliseconds that requests under way may still take; then the cleanups run without waiting for their tests. */
const underWayMs = 2_000

/** What the main thread gives a run that may be stopped. */
export interface RunStop {
  readonly signal: AbortSignal
  /** What cleanups are there to take back, as long as they have not; kept up to date by the thread of the suites. */
  readonly undone: Map<number, string>
}

/** The message about a cleanup: `what` when it is due, nothing when it has run. */
export interface CleanupEvent {
  readonly id: number
  readonly what?: string
}

/** The message that an operation was called, `GET /orders/{id}`. */
export interface CalledEvent {
  readonly called: string
}

/** The message about the tests of a file when the run is stopped. vitest reports a test late, and the last ones not at all. */
export interface TasksEvent {
  readonly tasks: readonly RunnerTaskResultPack[]
}

/** The message about an exchange: an entry of an HTTP Archive. */
export interface ExchangeEvent {
  readonly exchange: string
}

/** The message about a value that was sent, or received, and is secret. */
export interface SecretEvent {
  readonly secret: string
}

/** What the thread of the suites reports to the main one. */
export type ThreadEvent = CleanupEvent | CalledEvent | ExchangeEvent | SecretEvent | TasksEvent

/** What is asked of a suite file when the run is stopped. */
export interface StoppedFile {
  /** Runs all its cleanups. */
  cleanUp(): Promise<void>
  /** What its tests have found by now. */
  tasks(): readonly RunnerTaskResultPack[]
}

interface Stopping {
  /** Nothing more is sent. */
  readonly sending: AbortController
  /** Nothing is waited for. */
  readonly waiting: AbortController
  readonly files: Set<StoppedFile>
  port?: MessagePort
  cleanups: number
}

const key = Symbol.for('specdrift.stop')

/** Of this worker. It hangs on `globalThis`, because a suite file may get modules of its own. */
function stopping(): Stopping {
  // A symbol of ours on the global object: no other code writes there.
  const holder = globalThis as { [key]?: Stopping }
  holder[key] ??= {
    sending: new AbortController(),
    waiting: new AbortController(),
    files: new Set(),
    cleanups: 0,
  }
  return holder[key]
}

/** Forgets what is to be stopped, and where it is reported: the next run in this worker begins with nothing. */
export function endStopping(): void {
  // A symbol of ours on the global object: no other code writes there.
  delete (globalThis as { [key]?: Stopping })[key]
}

/** Reports cleanups to the main thread from now on. */
export function reportCleanups(port: MessagePort): void {
  port.unref()
  stopping().port = port
}

/** Says that a cleanup is due; what is returned says that it has run. */
export function cleanupDue(what: string): () => void {
  const state = stopping()
  const id = ++state.cleanups
  state.port?.postMessage({ id, what } satisfies CleanupEvent)
  return () => state.port?.postMessage({ id } satisfies CleanupEvent)
}

/** Reports an exchange to the main thread. */
export function tellExchange(exchange: string): void {
  stopping().port?.postMessage({ exchange } satisfies ExchangeEvent)
}

/** Reports a secret to the main thread: an API may return later what it was sent once. */
export function tellSecret(secret: string): void {
  stopping().port?.postMessage({ secret } satisfies SecretEvent)
}

/** Remembers a file, for a run that is stopped. */
export function keepFile(file: StoppedFile): void {
  stopping().files.add(file)
}

/** Stops the run in this worker: nothing more is sent but by cleanups. */
export function stopHere(): void {
  const { sending, waiting, files, port } = stopping()
  sending.abort()
  const hurry = (): void => {
    waiting.abort()
    for (const file of files) {
      const tellTasks = (): void => port?.postMessage({ tasks: file.tasks() } satisfies TasksEvent)
      tellTasks()
      // What goes wrong there is in the notes of the test.
      void file.cleanUp().then(tellTasks, tellTasks)
    }
  }
  setTimeout(hurry, underWayMs)
}

/** Whether the run was stopped. */
export function isStopped(): boolean {
  return stopping().sending.signal.aborted
}

/** The caller as tests have it: it sends nothing more once the run is stopped. `isCleaning`: on behalf of a cleanup. */
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

/** What a test waits for, as long as there is time: a request under way may have made what a cleanup is to remove. */
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
