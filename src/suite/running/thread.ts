import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { RunnerTaskResultPack } from 'vitest'
import type { PoolRunnerInitializer } from 'vitest/node'
import { isBuilt, packageFile } from '../../files/package-file.ts'
import type { SuiteContext } from '../api/context.ts'
import type { RunStop, ThreadEvent } from './stop.ts'

/** The folder of the build, beside which our own tests are: Node 20 runs no TypeScript in a thread. */
export const library = pathToFileURL(packageFile('dist/'))

/** A pool of one thread, which loads what suites need while the main thread loads vitest. */
export interface ThreadPool {
  readonly pool: PoolRunnerInitializer
  close(): Promise<void>
}

/** What hears of the calls of the thread, and what stops it. */
export interface ThreadListeners {
  readonly stop?: RunStop
  /** Called for each request with its operation. */
  readonly onCalled?: (operation: string) => void
  /** Called for each exchange with its entry of an HTTP Archive, where the context asks for it. */
  readonly onExchange?: (entry: string) => void
  /** Called for each value that was sent, or received, as a secret. */
  readonly onSecret?: (secret: string) => void
  /** Called with what the tests of a file have found, when the run is stopped. */
  readonly onTasks?: (tasks: readonly RunnerTaskResultPack[]) => void
}

/** What the thread gets beside vitest's own messages. */
export interface ThreadMessage {
  readonly specdrift?: SuiteContext
  /** Where cleanups are reported. */
  readonly cleanups?: MessagePort
  /** Nothing more is to be sent. */
  readonly stop?: true
  /** The environment as it is now: the config was read, and what it declares of `.env`, after the thread was started. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

let warm: Worker | undefined
let isKept = false

/**
 * Whether the thread of a run that ended by itself is taken by the next run. Off but in our own tests, which are several
 * hundred runs in one process: a thread of its own costs each a third of a second of CPU time.
 */
export function keepThreads(isOn: boolean): void {
  isKept = isOn
}

/** Starts a thread that the next pool takes: before the config is read, say. It keeps no process alive. */
export function warmThread(): void {
  if (!isBuilt) return
  warm ??= startThread()
  warm.unref()
}

/** Begins to load what runs suites, which takes longer than all the rest. */
export function warmRunner(): void {
  // A failure shows when it is asked for.
  if (isBuilt) import('vitest/node').catch(() => {})
}

/** Opens the pool; vitest's own start their threads when all has been loaded and configured. The thread rehearses meanwhile. */
export function openThreadPool(
  context: SuiteContext,
  { stop, onCalled, onExchange, onSecret, onTasks }: ThreadListeners,
): ThreadPool {
  let thread: Worker | undefined = silenced(warm ?? startThread())
  warm = undefined
  thread.ref()
  const { port1, port2 } = new MessageChannel()
  const hear = (event: ThreadEvent): void => {
    if ('called' in event) onCalled?.(event.called)
    else if ('exchange' in event) onExchange?.(event.exchange)
    else if ('secret' in event) onSecret?.(event.secret)
    else if ('tasks' in event) onTasks?.(event.tasks)
    else if (event.what === undefined) stop?.undone.delete(event.id)
    else stop?.undone.set(event.id, event.what)
  }
  port1.on('message', hear)
  port1.unref()
  const message = { specdrift: context, env: { ...process.env }, cleanups: port2 } satisfies ThreadMessage
  thread.postMessage(message, [port2])
  const stopThread = (): void => thread?.postMessage({ stop: true } satisfies ThreadMessage)
  stop?.signal.addEventListener('abort', stopThread, { once: true })
  const running = (): Worker => {
    thread ??= silenced(startThread())
    return thread
  }
  let hasEnded = false
  thread.on('message', ({ type }: { readonly type?: string }) => {
    hasEnded ||= type === 'stopped'
  })
  const close = async (): Promise<void> => {
    const ending = thread
    thread = undefined
    stop?.signal.removeEventListener('abort', stopThread)
    // Messages sent before the end are handled before the end is reported.
    for (let event = receiveMessageOnPort(port1); event !== undefined; event = receiveMessageOnPort(port1))
      hear(event.message)
    port1.close()
    if (ending === undefined) return
    if (isKept && hasEnded && warm === undefined && stop?.signal.aborted !== true) keep(ending)
    else await ending.terminate()
  }
  const name = 'specdrift-thread'
  const createPoolWorker: PoolRunnerInitializer['createPoolWorker'] = () => ({
    name,
    on: (event, callback) => void running().on(event, callback),
    off: (event, callback) => void thread?.off(event, callback),
    send: (message) => running().postMessage(message),
    deserialize: (message) => message,
    start: async () => void running(),
    stop: close,
    canReuse: () => true,
  })
  return { pool: { name, createPoolWorker }, close }
}

/** Has the next run take the thread; one that ends meanwhile is none to take. */
function keep(thread: Worker): void {
  // All of the run, and none of Node's own.
  for (const event of ['message', 'messageerror', 'error', 'exit']) thread.removeAllListeners(event)
  const forget = (): void => {
    if (warm === thread) warm = undefined
  }
  thread.once('exit', forget).once('error', forget)
  thread.unref()
  warm = thread
}

function startThread(): Worker {
  const { NODE_ENV = 'test' } = process.env
  return new Worker(new URL('bin/suite-thread.js', library), {
    // As vitest sets them for its own workers.
    env: { ...process.env, NODE_ENV, TEST: 'true', VITEST: 'true', VITEST_MODE: 'RUN' },
    stdout: true,
    stderr: true,
  })
}

/** What suites print is not for the report; unread, it would be kept. Reading it keeps the process alive, so a thread that waits is not read. */
function silenced(thread: Worker): Worker {
  thread.stdout.resume()
  thread.stderr.resume()
  return thread
}
