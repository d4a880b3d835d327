import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { CheckOptions } from './public-types.ts'
import type { Received } from './received.ts'

/** What the worker is asked. */
export interface WorkerQuestion {
  readonly received: Received
  readonly operation: string | undefined
  readonly options: CheckOptions
  readonly test: string | undefined
}

/** What it says: the result, or why there is none. */
export type WorkerResponse = { readonly pass: boolean; readonly message: string } | { readonly error: string }

interface Client {
  readonly port: MessagePort
  readonly signal: Int32Array
}

let client: Client | undefined
let isLost = false

/** Milliseconds for the contract to be loaded and a response to be checked. */
const longestWait = 60_000

/**
 * Asks the worker and waits for it: a matcher that is not awaited must not pass unseen. Throws what the worker could not do. That it died is
 * not heard while this thread waits: after a time it is given up, for all that follows.
 */
export function askWorker(
  question: WorkerQuestion,
  file: string,
  longest = longestWait,
): Exclude<WorkerResponse, { readonly error: string }> {
  const lost = new Error(
    `the response was not checked: the thread that checks did not respond within ${longest / 1000} s`,
  )
  if (isLost) throw lost
  client ??= start(file)
  const { port, signal } = client
  Atomics.store(signal, 0, 0)
  port.postMessage(question)
  if (Atomics.wait(signal, 0, 0, longest) === 'timed-out') {
    isLost = true
    throw lost
  }
  const response: WorkerResponse = receiveMessageOnPort(port)?.message
  if ('error' in response) throw new Error(response.error)
  return response
}

function start(file: string): Client {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(file, { workerData: { port: port2, signal }, transferList: [port2] })
  // What ended it is reported where it was waited for.
  worker.on('error', () => {})
  worker.unref()
  port1.unref()
  return { port: port1, signal }
}
