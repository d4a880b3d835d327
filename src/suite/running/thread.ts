import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { RunnerTaskResultPack } from 'vitest'
import type { PoolRunnerInitializer } from 'vitest/node'
import { isBuilt, packageFile } from '../../files/package-file.ts'
import type { SuiteContext } from '../api/context.ts'
import type { RunStop, ThreadEvent } from './stop.ts'

/** URL of the build folder. Our own tests also use the build, because Node 20 can't run TypeScript in a thread. */
export const library = pathToFileURL(packageFile('dist/'))

/** A pool with one thread, which loads the suites' dependencies while the main thread loads vitest. */
export interface ThreadPool {
  readonly pool: PoolRunnerInitializer
  close(): Promise<void>
}

export interface ThreadListeners {
  readonly stop?: RunStop
  readonly onCalled?: (operation: string) => void
  /** Receives each exchange as a HAR entry, if the context enables it. */
  readonly onExchange?: (entry: string) => void
  readonly onSecret?: (secret: string) => void
  /** Called with the results of a file's tests when the run is stopped. */
  readonly onTasks?: (tasks: readonly RunnerTaskResultPack[]) => void
}

/** Message to the thread, in addition to vitest's own. */
export interface ThreadMessage {
  readonly specdrift?: SuiteContext
  readonly cleanups?: MessagePort
  readonly stop?: true
  /** Current environment: the config and its `.env` variables are read after the thread starts. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

let warm: Worker | undefined
let isKept = false

/** Reuses a finished run's thread. Only our own tests need it, because each new thread takes 0.3 s of CPU time. */
export function keepThreads(isOn: boolean): void {
  isKept = isOn
}

/** Starts a thread for the next pool before the config is read. It doesn't keep the process alive. */
export function warmThread(): void {
  if (!isBuilt) return
  warm ??= startThread()
  warm.unref()
}

/** Starts loading vitest, the slowest import. */
export function warmRunner(): void {
  // The actual import reports the failure.
  if (isBuilt) import('vitest/node').catch(() => {})
}

/** Opens the pool. The thread warms up while vitest loads, which would start its own threads only afterwards. */
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
    // Handle pending messages before the end is reported.
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

/** Keeps the thread for the next run, unless it exits meanwhile. */
function keep(thread: Worker): void {
  // Removes the listeners of the run, but not Node's own.
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
    // Same values as in vitest's own workers.
    env: { ...process.env, NODE_ENV, TEST: 'true', VITEST: 'true', VITEST_MODE: 'RUN' },
    stdout: true,
    stderr: true,
  })
}

/** Discards output, which would otherwise be buffered. Reading keeps the process alive, so it starts with the first use of the thread. */
function silenced(thread: Worker): Worker {
  thread.stdout.resume()
  thread.stderr.resume()
  return thread
}
