import { Worker } from 'node:worker_threads'
import { packageFile } from '../../files/package-file.ts'
import { type ErrorCode, ToolError } from '../../model/errors.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import type { Format } from '../../traffic/recording.ts'
import type { Taker } from './taker.ts'
import type { Batch, ThreadContext, ThreadEvent, ThreadRequest } from './thread-messages.ts'

/** Bytes of records that are handed over at once, unless one record is larger. */
const batchSize = 1 << 20

/** Batches that may wait for a thread: the reader waits for it, so memory does not grow. */
const mostWaiting = 3

const lineFeed = 0x0a

function isOfLines({ cut }: Format): boolean {
  return cut === 'lines'
}

interface Thread {
  readonly worker: Worker
  waiting: number
  result?: TrafficResult
}

/** Deals records out to threads. `rest` takes what is no record to hand over. Results are those of one thread, to the byte: merging is commutative. */
export function takeInThreads(count: number, context: ThreadContext, rest: Taker): Taker {
  let failure: Error | undefined
  let wake: (() => void) | undefined
  let pending:
    | { readonly format: Format; readonly bytes: Uint8Array; used: number; readonly ends: number[] }
    | undefined
  const threads = Array.from({ length: count }, (): Thread => {
    const worker = new Worker(packageFile('dist/run/traffic/check-thread.js'), { workerData: context })
    const thread: Thread = { worker, waiting: 0 }
    worker.on('message', (event: ThreadEvent) => {
      if ('done' in event) thread.waiting--
      else if ('result' in event) thread.result = event.result
      else failure ??= errorOf(event.error)
      wake?.()
    })
    worker.on('error', (error) => {
      failure ??= error
      wake?.()
    })
    return thread
  })

  /** Throws what went wrong in a thread. */
  async function until(isReached: () => boolean): Promise<void> {
    while (failure === undefined && !isReached()) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (failure !== undefined) throw failure
  }

  const post = (thread: Thread, request: ThreadRequest, transfer: readonly ArrayBuffer[] = []): void =>
    thread.worker.postMessage(request, transfer)

  const isBusy = (): boolean => threads.every(({ waiting }) => waiting >= mostWaiting)

  function flush(): void {
    if (pending === undefined) return
    const { format, bytes, used, ends } = pending
    pending = undefined
    const thread = threads.reduce((one, other) => (other.waiting < one.waiting ? other : one))
    thread.waiting++
    const batch: Batch = { format: format.id, bytes: bytes.subarray(0, used), ...(!isOfLines(format) && { ends }) }
    // Allocated below, for this batch alone.
    post(thread, batch, [bytes.buffer as ArrayBuffer])
  }

  function add(format: Format, bytes: Uint8Array): void {
    const isEnded = !isOfLines(format) || bytes.at(-1) === lineFeed
    const size = bytes.length + (isEnded ? 0 : 1)
    const isFull = pending !== undefined && pending.used + size > pending.bytes.length
    if (isFull || (pending !== undefined && pending.format !== format)) flush()
    pending ??= { format, bytes: new Uint8Array(Math.max(batchSize, size)), used: 0, ends: [] }
    pending.bytes.set(bytes, pending.used)
    if (!isEnded) pending.bytes[pending.used + size - 1] = lineFeed
    pending.used += size
    pending.ends.push(pending.used)
  }

  return {
    take(format: Format, record: CutRecord) {
      if (record === 'too-long') {
        rest.take(format, record)
        return
      }
      add(format, record)
    },
    takeLines: add,
    broken: rest.broken,
    ready: () => (isBusy() || failure !== undefined ? until(() => !isBusy()) : undefined),
    async result() {
      flush()
      for (const thread of threads) post(thread, { end: true })
      await until(() => threads.every(({ result }) => result !== undefined))
      return mergeTraffic([await rest.result(), ...threads.flatMap(({ result }) => result ?? [])])
    },
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

function errorOf({ code, message, hint = '' }: { code?: string; message: string; hint?: string }): Error {
  return code === undefined ? new Error(message) : new ToolError(code as ErrorCode, { message, hint })
}
