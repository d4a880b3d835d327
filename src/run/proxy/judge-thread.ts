import { parentPort, workerData } from 'node:worker_threads'
import { ToolError } from '../../model/errors.ts'
import { openJudge } from './judge.ts'
import type { JudgeContext, JudgeEvent, JudgeRequest } from './messages.ts'

if (parentPort === null) throw new Error('judge-thread.ts is the entry of a worker thread')
const port = parentPort

const tell = (event: JudgeEvent): void => port.postMessage(event)
const fail = (error: unknown): void => {
  const facts = error instanceof ToolError ? { code: error.code, hint: error.hint } : {}
  tell({ error: { ...facts, message: error instanceof Error ? error.message : String(error) } })
}

openJudge(workerData as JudgeContext, tell).then((judge) => {
  let before = Promise.resolve()
  port.on('message', (request: JudgeRequest) => {
    before = before.then(() => judge.hear(request)).catch(fail)
  })
  tell({ ready: true })
}, fail)
