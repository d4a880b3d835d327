import { Worker } from 'node:worker_threads'
import { isBuilt, packageFile } from '../../files/package-file.ts'
import { type ErrorCode, ToolError } from '../../model/errors.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import { type PassedExchange, sizeOf } from '../../traffic/proxy/capture.ts'
import { openChecker } from './exchange-checker.ts'
import type { CheckerContext, CheckerEvent, CheckerRequest, LiveFinding } from './messages.ts'

/** A checker in a separate thread, so that slow checks never delay a connection. */
export interface CheckerHost {
  take(exchange: PassedExchange): void
  /** Checks the remaining exchanges and ends the recording. Throws earlier errors. */
  end(): Promise<{ readonly result: TrafficResult; readonly skipped: number }>
}

/** Maximum bytes of waiting exchanges. Exchanges beyond are counted, but neither checked nor recorded. */
const mostWaiting = 256 * 2 ** 20

/** Starts a checker, in a thread if this is the build (Node 20 can't run TypeScript in threads). */
export async function startChecker(
  context: CheckerContext,
  onFinding: (finding: LiveFinding) => void,
  most = mostWaiting,
): Promise<CheckerHost> {
  let [waiting, skipped] = [0, 0]
  let failure: Error | undefined
  let settle: (() => void) | undefined
  let result: TrafficResult | undefined
  let isReady = false
  const receive = (event: CheckerEvent): void => {
    if ('finding' in event) onFinding(event.finding)
    else if ('done' in event) waiting -= event.done
    else if ('ready' in event) isReady = true
    else if ('result' in event) result = event.result
    else failure ??= errorOf(event.error)
    if (isReady || failure !== undefined) settle?.()
  }
  const send = await (isBuilt ? openThread(context, receive) : openHere(context, receive))
  await new Promise<void>((resolve) => {
    settle = resolve
    if (isReady || failure !== undefined) resolve()
  })
  if (failure !== undefined) {
    await send.close()
    throw failure
  }
  return {
    take(exchange) {
      const bytes = sizeOf(exchange)
      if (waiting + bytes > most) skipped++
      else {
        waiting += bytes
        send.post({ exchange, bytes })
      }
    },
    async end() {
      await new Promise<void>((resolve) => {
        settle = () => (result !== undefined || failure !== undefined ? resolve() : undefined)
        send.post({ end: true })
        settle()
      })
      await send.close()
      // A failed recording or a dead thread must not look like a clean result.
      if (result === undefined || failure !== undefined) throw failure
      return { result, skipped }
    },
  }
}

interface Line {
  post(request: CheckerRequest): void
  close(): Promise<unknown>
}

async function openThread(context: CheckerContext, receive: (event: CheckerEvent) => void): Promise<Line> {
  const thread = new Worker(packageFile('dist/bin/proxy-thread.js'), { workerData: context })
  thread.on('message', receive)
  thread.on('error', (error) => receive({ error: { message: error.message } }))
  return { post: (request) => thread.postMessage(request), close: () => thread.terminate() }
}

async function openHere(context: CheckerContext, receive: (event: CheckerEvent) => void): Promise<Line> {
  const checker = await openChecker(context, receive)
  let before = Promise.resolve()
  receive({ ready: true })
  return {
    post(request) {
      before = before
        .then(() => checker.receive(request))
        .catch((error: unknown) =>
          receive({ error: { message: error instanceof Error ? error.message : String(error) } }),
        )
    },
    close: () => before,
  }
}

function errorOf({ code, message, hint = '' }: { code?: string; message: string; hint?: string }): Error {
  return code === undefined ? new Error(message) : new ToolError(code as ErrorCode, { message, hint })
}
