import { type ErrorCode, ToolError, toolError } from '../../model/errors.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { NoBlock } from '../../traffic/reading/reader.ts'
import type { Format } from '../../traffic/recording.ts'
import { type EarlyThread, endThreads } from './early-threads.ts'
import { type Taker, takeBatch } from './taker.ts'
import type { Batch, ThreadContext, ThreadError, ThreadEvent, ThreadRequest } from './thread-messages.ts'

/** Bytes of records that are handed over at once, unless one record is larger. */
const batchSize = 1 << 20

/** Batches that may wait for a thread: what comes then is checked here, so memory does not grow. */
const mostWaiting = 2

const lineFeed = 0x0a
const comma = 0x2c

interface Thread {
  readonly worker: EarlyThread['worker']
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

/** Has threads get ready for it. */
export function openThreads(early: readonly EarlyThread[], context: ThreadContext): Threads {
  let failure: Error | undefined
  let wake: (() => void) | undefined
  let expected: { readonly file: string; readonly sha256: string } | undefined
  const failed = (error: Error): void => {
    failure ??= error
    wake?.()
  }
  const post = (thread: Thread, request: ThreadRequest, transfer: readonly ArrayBuffer[] = []): void =>
    thread.worker.postMessage(request, transfer)
  const threads = early.map(({ worker, failure: earlier }): Thread => {
    const thread: Thread = { worker, waiting: 0 }
    if (earlier !== undefined) failed(earlier)
    worker.on('message', (event: ThreadEvent) => {
      if ('error' in event) return failed(errorOf(event.error))
      if ('done' in event) thread.waiting--
      else if (event.sha256 === expected?.sha256) thread.result = event.result
      else return failed(toolError('SNAPSHOT_CHANGED', [expected?.file ?? '']))
      wake?.()
    })
    worker.on('error', failed)
    post(thread, { open: context })
    return thread
  })
  /** The one that waits for the least, if it has room. */
  function threadWithRoom(): Thread | undefined {
    const thread = threads.reduce((one, other) => (other.waiting < one.waiting ? other : one))
    return thread.waiting < mostWaiting ? thread : undefined
  }

  function send(thread: Thread, batch: Batch): void {
    thread.waiting++
    post(thread, batch, [batch.bytes.buffer as ArrayBuffer])
  }

  /** Throws what went wrong in a thread. */
  async function results(): Promise<readonly TrafficResult[]> {
    for (const thread of threads) post(thread, { end: true })
    for (;;) {
      if (failure !== undefined) throw failure
      const found = threads.flatMap(({ result }) => result ?? [])
      if (found.length === threads.length) return found
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
      const batch: Batch = { format: format.id, bytes: bytes.subarray(0, used), ends }
      const thread = threadWithRoom()
      // Its buffer is for this batch alone.
      if (thread === undefined) takeBatch(here, format, batch)
      else send(thread, batch)
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
      takeBlock(format, block) {
        if (block.length < batchSize / 2) return add(format, block, true)
        const thread = threadWithRoom()
        if (thread === undefined) return here.takeBlock(format, block)
        const bytes = Buffer.allocUnsafeSlow(block.length)
        bytes.set(block)
        send(thread, { format: format.id, bytes })
      },
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
    close: () => endThreads(early),
  }
}

function errorOf({ name, code, message, hint = '' }: ThreadError): Error {
  if (name === 'NoBlock') return new NoBlock(message)
  return code === undefined ? new Error(message) : new ToolError(code as ErrorCode, { message, hint })
}
