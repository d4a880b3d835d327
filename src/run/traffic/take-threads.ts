import { Worker } from 'node:worker_threads'
import { packageFile } from '../../files/package-file.ts'
import { type ErrorCode, ToolError, toolError } from '../../model/errors.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { NoBlock } from '../../traffic/reading/reader.ts'
import type { Format } from '../../traffic/recording.ts'
import { type Taker, takeBatch } from './taker.ts'
import type { Batch, ThreadContext, ThreadError, ThreadEvent, ThreadRequest } from './thread-messages.ts'

/** Bytes of records that are handed over at once, unless one record is larger. */
const batchSize = 1 << 20

/** Batches that may wait for a thread: what comes then is checked here, so memory does not grow. */
const mostWaiting = 2

const lineFeed = 0x0a
const comma = 0x2c

interface Thread {
  readonly worker: Worker
  waiting: number
  result?: TrafficResult
}

/** Threads that get ready to check while their starter does. */
export interface Threads {
  /** Deals records out to them, and checks here what they have no time for. Results are those of one thread, to the byte: merging is commutative. */
  taker(here: Taker, document: { readonly file: string; readonly sha256: string }): Taker
  /** Ends them, whatever became of it. */
  close(): Promise<void>
}

/** Records that are put together for a thread. */
interface Pending {
  readonly format: Format
  readonly bytes: Uint8Array
  used: number
  /** Where each record ends; of members that came one by one, which may be no members, and of records that are no text between separators. */
  readonly ends: number[] | undefined
}

/** Starts them. */
export function startThreads(count: number, context: ThreadContext): Threads {
  let failure: Error | undefined
  let wake: (() => void) | undefined
  let expected: { readonly file: string; readonly sha256: string } | undefined
  const failed = (error: Error): void => {
    failure ??= error
    wake?.()
  }
  const threads = Array.from({ length: count }, (): Thread => {
    const worker = new Worker(packageFile('dist/run/traffic/check-thread.js'), { workerData: context })
    const thread: Thread = { worker, waiting: 0 }
    worker.on('message', (event: ThreadEvent) => {
      if ('error' in event) return failed(errorOf(event.error))
      if ('done' in event) thread.waiting--
      else if (event.sha256 === expected?.sha256) thread.result = event.result
      else return failed(toolError('SNAPSHOT_CHANGED', [expected?.file ?? '']))
      wake?.()
    })
    worker.on('error', failed)
    return thread
  })
  const post = (thread: Thread, request: ThreadRequest, transfer: readonly ArrayBuffer[] = []): void =>
    thread.worker.postMessage(request, transfer)

  /** Throws what went wrong in a thread. */
  async function results(): Promise<readonly TrafficResult[]> {
    for (const thread of threads) post(thread, { end: true })
    for (;;) {
      if (failure !== undefined) throw failure
      const found = threads.flatMap(({ result }) => result ?? [])
      if (found.length === count) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  function taker(here: Taker, document: NonNullable<typeof expected>): Taker {
    expected = document
    let pending: Pending | undefined

    function flush(): void {
      if (pending === undefined) return
      const { format, bytes, used, ends } = pending
      pending = undefined
      const thread = threads.reduce((one, other) => (other.waiting < one.waiting ? other : one))
      const batch: Batch = { format: format.id, bytes: bytes.subarray(0, used), ...(ends && { ends }) }
      if (thread.waiting < mostWaiting) {
        thread.waiting++
        // Allocated below, for this batch alone.
        post(thread, batch, [bytes.buffer as ArrayBuffer])
      } else takeBatch(here, format, batch)
    }

    function add(format: Format, bytes: Uint8Array, isBlock: boolean): void {
      const isOfLines = format.cut === 'lines'
      const isApart = !isOfLines && !isBlock
      const size = bytes.length + 1
      const isFull = pending !== undefined && pending.used + size > pending.bytes.length
      const isOther = pending !== undefined && (pending.format !== format || isApart !== (pending.ends !== undefined))
      if (isFull || isOther) flush()
      const room = Math.max(2 * batchSize, size)
      pending ??= { format, bytes: Buffer.allocUnsafeSlow(room), used: 0, ends: isApart ? [] : undefined }
      if (!isOfLines && !isApart && pending.used > 0) pending.bytes[pending.used++] = comma
      pending.bytes.set(bytes, pending.used)
      pending.used += bytes.length
      if (isOfLines && bytes.at(-1) !== lineFeed) pending.bytes[pending.used++] = lineFeed
      pending.ends?.push(pending.used)
      if (pending.used >= batchSize) flush()
    }

    return {
      take(format: Format, record: CutRecord) {
        if (record === 'too-long') here.take(format, record)
        else add(format, record, false)
      },
      takeBlock: (format, block) => add(format, block, true),
      broken: here.broken,
      ready: () => (failure === undefined ? undefined : Promise.reject(failure)),
      async result() {
        flush()
        const [others, own] = await Promise.all([results(), here.result()])
        return mergeTraffic([own, ...others])
      },
    }
  }

  return {
    taker,
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

function errorOf({ name, code, message, hint = '' }: ThreadError): Error {
  if (name === 'NoBlock') return new NoBlock(message)
  return code === undefined ? new Error(message) : new ToolError(code as ErrorCode, { message, hint })
}
