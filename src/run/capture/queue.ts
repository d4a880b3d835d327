import { Worker } from 'node:worker_threads'
import { isBuilt, packageFile } from '../../files/package-file.ts'
import type { ObservedExchange } from '../../traffic/proxy/observe.ts'
import type { CaptureWriter, WriterOptions } from './write-captured.ts'

/** Counts for the exchanges of a service. */
export interface CaptureCounts {
  /** Exchanges that were written or queued. */
  readonly captured: number
  /** Exchanges discarded because the queue was full or the file couldn't be written. */
  readonly dropped: number
}

/** Queue of exchanges waiting to be written, limited by bytes. */
export interface CaptureQueue {
  /** `bytes`: size of the exchange in memory. */
  add(exchange: ObservedExchange, bytes: number): void
  counts(): CaptureCounts
  /** Writes the queued exchanges. Never throws: write errors were reported already. */
  close(): Promise<void>
}

/** Settings for emptying a queue. */
export interface QueueOptions extends WriterOptions {
  /** Maximum bytes in the queue. Further exchanges are dropped. */
  readonly mostBytes: number
  /** Schedules a call without keeping the process alive. */
  readonly soon: (call: () => void) => void
  /** Called once, with the error that stops writing. */
  readonly failed: (error: Error) => void
}

/** Opens a queue. Exchanges are sent to the thread in batches, because a message costs more than an exchange. */
export function openQueue({ mostBytes, soon, failed, ...options }: QueueOptions): CaptureQueue {
  let batch: ObservedExchange[] = []
  let [size, waiting, captured, dropped] = [0, 0, 0, 0]
  let isBroken = false
  let last: Promise<void> = Promise.resolve()
  const writer = (isBuilt ? openThread(options) : openHere(options)).catch(broken)

  function broken(error: unknown): undefined {
    if (isBroken) return
    isBroken = true
    // The callback may throw or be async. Neither may end the service.
    const hear = async (): Promise<void> => failed(error instanceof Error ? error : new Error(String(error)))
    hear().catch(() => {})
  }
  async function writeOne(exchanges: readonly ObservedExchange[], bytes: number): Promise<void> {
    const lost = await writer.then((open) => open?.write(exchanges) ?? exchanges.length).catch(broken)
    waiting -= bytes
    captured -= lost ?? exchanges.length
    dropped += lost ?? exchanges.length
  }
  function flush(): void {
    if (batch.length === 0) return
    const [exchanges, bytes] = [batch, size]
    ;[batch, size] = [[], 0]
    last = last.then(() => writeOne(exchanges, bytes))
  }

  return {
    add(exchange, bytes) {
      if (isBroken || waiting + bytes > mostBytes) {
        dropped++
        return
      }
      waiting += bytes
      size += bytes
      captured++
      if (batch.push(exchange) === 1) soon(flush)
    },
    counts: () => ({ captured, dropped }),
    async close() {
      flush()
      await last
      await writer.then((open) => open?.close()).catch(broken)
    },
  }
}

/** Node 20 runs no TypeScript in threads, so only the build starts one. */
async function openHere(options: WriterOptions): Promise<CaptureWriter> {
  const { openWriter } = await import('./write-captured.ts')
  return openWriter(options)
}

async function openThread(workerData: WriterOptions): Promise<CaptureWriter> {
  const worker = new Worker(packageFile('dist/bin/capture-thread.js'), { workerData, execArgv: [] })
  // Only pending writes keep an ending service alive.
  worker.unref()
  let failure: Error | undefined
  let settle: ((lost: number | Error) => void) | undefined
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('message', (lost: number) => settle?.(lost))
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error))
    settle?.(failure)
  })
  return {
    write: (batch) =>
      new Promise((resolve, reject) => {
        settle = (lost) => {
          worker.unref()
          if (typeof lost === 'number') resolve(lost)
          else reject(lost)
        }
        if (failure !== undefined) return settle(failure)
        worker.ref()
        worker.postMessage(batch)
      }),
    async close() {
      if (failure !== undefined) throw failure
      worker.ref()
      worker.postMessage('close')
      await ended
      if (failure !== undefined) throw failure
    },
  }
}
