import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import process from 'node:process'
import { type CaptureCounts, openQueue } from './run/capture/queue.ts'
import { observe } from './traffic/proxy/observe.ts'

export type { CaptureCounts } from './run/capture/queue.ts'

/** Selects the exchanges to record and the file to write. */
export interface CaptureOptions {
  /** NDJSON file for `specdrift check`. New lines are appended. */
  readonly file: string
  /** Share of the exchanges, 0 to 1. Default: all. */
  readonly sampling?: number
  /** A longer body is not recorded; `check` counts it as not checked. Default: 64 KiB. */
  readonly maxBodyBytes?: number
  /** Bytes of exchanges waiting to be written. Further exchanges are dropped and counted. Default: 16 MiB. */
  readonly maxQueueBytes?: number
  /** Names of properties and headers to redact, in addition to secrets and personal data. */
  readonly redact?: readonly string[]
  /** Called once when recording stops, with the reason. Default: a process warning. */
  readonly onError?: (error: Error) => void
}

/** Middleware for each framework. It never delays a request and never throws. */
export interface Recorder {
  /** Express, Connect and Restify: `app.use(recorder.express)`, before everything else. */
  express(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void
  /** Fastify: `app.addHook('onRequest', recorder.fastify)`. */
  fastify(request: { readonly raw: IncomingMessage }, reply: { readonly raw: ServerResponse }, done: () => void): void
  /** Koa: `app.use(recorder.koa)`. */
  koa<T>(context: { readonly req: IncomingMessage; readonly res: ServerResponse }, next: () => Promise<T>): Promise<T>
  /** Hono on Node: `app.use(recorder.hono)`. */
  hono<T>(context: { readonly env: unknown }, next: () => Promise<T>): Promise<T>
  /** Any other server of Node: call it first for each request. */
  node(request: IncomingMessage, response: ServerResponse): void
  counts(): CaptureCounts
  /** Writes what waits. Call it when the service stops. */
  close(): Promise<void>
}

/** Milliseconds in which exchanges are collected before they are handed over. */
const batchMs = 100

/** Makes a recorder of the exchanges of a service, for `specdrift check`. Values of secrets and personal data are not written. */
export function capture(options: CaptureOptions): Recorder {
  const { file, sampling = 1, maxBodyBytes = 64 * 2 ** 10, maxQueueBytes = 16 * 2 ** 20, redact = [] } = options
  const queue = openQueue({
    ...{ file: resolve(file), redact, mostBody: maxBodyBytes, mostBytes: maxQueueBytes },
    soon: (call) => void setTimeout(call, batchMs).unref(),
    failed:
      options.onError ?? ((error) => process.emitWarning(`specdrift captures nothing any more: ${error.message}`)),
  })
  const observing = { clock: Date.now, mostBody: maxBodyBytes, onExchange: queue.add }
  const node = (request: IncomingMessage, response: ServerResponse): void => {
    if (Math.random() >= sampling) return
    try {
      observe(request, response, observing)
    } catch {
      // A request of a kind that nobody knows is served all the same.
    }
  }
  const close = (): Promise<void> => {
    process.off('beforeExit', close)
    return queue.close()
  }
  process.on('beforeExit', close)
  return {
    ...{ node, close, counts: queue.counts },
    express(request, response, next) {
      node(request, response)
      next()
    },
    fastify({ raw }, reply, done) {
      node(raw, reply.raw)
      done()
    },
    koa(context, next) {
      node(context.req, context.res)
      return next()
    },
    hono({ env }, next) {
      const { incoming, outgoing } = (env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse }
      if (incoming !== undefined && outgoing !== undefined) node(incoming, outgoing)
      return next()
    },
  }
}
