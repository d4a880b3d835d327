import { Worker } from 'node:worker_threads'
import { isBuilt, packageFile } from '../../files/package-file.ts'
import type { ObservedExchange } from '../../traffic/proxy/observe.ts'
import type { CaptureWriter, WriterOptions } from './write-captured.ts'

/** What became of the exchanges of a service. */
export interface CaptureCounts {
  /** Written, or about to be. */
  readonly captured: number
  /** Left out because too much was waiting to be written, or because the file could not be written. */
  readonly dropped: number
}

/** Exchanges that wait to be written: never for long, and never more than some bytes. */
export interface CaptureQueue {
  /** `bytes`: its size in memory. */
  add(exchange: ObservedExchange, bytes: number): void
  counts(): CaptureCounts
  /** Writes what waits. Never throws: what could not be written was reported. */
  close(): Promise<void>
}

/** How a queue is emptied. */
export interface QueueOptions extends WriterOptions {
  /** Bytes that may wait: what comes beyond is dropped. */
  readonly mostBytes: number
  /** Calls back soon, without keeping the process alive for it. */
  readonly soon: (call: () => void) => void
  /** Hears once why nothing is written any more. */
  readonly failed: (error: Error) => void
}

/** Opens a queue. Exchanges are handed over in batches: a message for each would cost the service more than the exchange. */
export function openQueue({ mostBytes, soon, failed, ...options }: QueueOptions): CaptureQueue {
  let batch: ObservedExchange[] = []
  let [size, waiting, captured, dropped] = [0, 0, 0, 0]
  let isBroken = false
  let last: Promise<void> = Promise.resolve()
  const writer = (isBuilt ? openThread(options) : openHere(options)).catch(broken)

  function broken(error: unknown): undefined {
    if (isBroken) return
    isBroken = true
    // What hears it may throw, or be async: neither may end the service.
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

/** Node 20 runs no TypeScript in a thread: only the build has one. */
async function openHere(options: WriterOptions): Promise<CaptureWriter> {
  const { openWriter } = await import('./write-captured.ts')
  return openWriter(options)
}

async function openThread(workerData: WriterOptions): Promise<CaptureWriter> {
  const worker = new Worker(packageFile('dist/bin/capture-thread.js'), { workerData, execArgv: [] })
  // A service that ends is kept alive for what is being written, not for what may come.
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
