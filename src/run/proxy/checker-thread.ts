import { parentPort, workerData } from 'node:worker_threads'
import { ToolError } from '../../model/errors.ts'
import { openChecker } from './exchange-checker.ts'
import type { CheckerContext, CheckerEvent, CheckerRequest } from './messages.ts'

if (parentPort === null) throw new Error('checker-thread.ts is the entry of a worker thread')
const port = parentPort

const emit = (event: CheckerEvent): void => port.postMessage(event)
const fail = (error: unknown): void => {
  const facts = error instanceof ToolError ? { code: error.code, hint: error.hint } : {}
  emit({ error: { ...facts, message: error instanceof Error ? error.message : String(error) } })
}

openChecker(workerData as CheckerContext, emit).then((checker) => {
  let before = Promise.resolve()
  port.on('message', (request: CheckerRequest) => {
    before = before.then(() => checker.receive(request)).catch(fail)
  })
  emit({ ready: true })
}, fail)
