import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { CheckOptions } from './public-types.ts'
import type { Received } from './received.ts'

export interface WorkerQuestion {
  readonly received: Received
  readonly operation: string | undefined
  readonly options: CheckOptions
  readonly test: string | undefined
}

export type WorkerResponse = { readonly pass: boolean; readonly message: string } | { readonly error: string }

interface Client {
  readonly port: MessagePort
  readonly signal: Int32Array
}

let client: Client | undefined
let isLost = false

/** Maximum milliseconds for loading the contract and checking a response. */
const longestWait = 60_000

/** Blocks until the worker responds, because an unawaited matcher must not pass silently. Abandons the worker after a timeout. */
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
  // The error is reported to the waiting caller.
  worker.on('error', () => {})
  worker.unref()
  port1.unref()
  return { port: port1, signal }
}
