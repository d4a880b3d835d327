import { parentPort, workerData } from 'node:worker_threads'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import { formats } from '../../traffic/formats/index.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { cutterOf } from '../../traffic/reading/reader.ts'
import { createSession } from './session.ts'
import { type Taker, takeHere } from './taker.ts'
import type { Batch, ThreadContext, ThreadEvent, ThreadRequest } from './thread-messages.ts'

if (parentPort === null) throw new Error('check-thread.ts is the entry of a worker thread')
const port = parentPort

const tell = (event: ThreadEvent): void => port.postMessage(event)

async function open({ cwd, specsDir, description, sha256, selection }: ThreadContext): Promise<Taker> {
  const document = await loadDocument(description, { cwd, specsDir })
  if (document.sha256 !== sha256) throw toolError('SNAPSHOT_CHANGED', [document.file])
  return takeHere(createSession(describe(document), selection), selection.sample)
}

function check(taker: Taker, { format: id, bytes, ends }: Batch): void {
  const format = formats.find((each) => each.id === id)
  if (format === undefined) throw new Error(`no format ${id}`)
  if (ends === undefined) {
    const cutter = cutterOf(format)
    const take = (record: CutRecord): void => taker.take(format, record)
    cutter.push(bytes, take)
    cutter.end(take)
    return
  }
  let from = 0
  for (const end of ends) {
    taker.take(format, bytes.subarray(from, end))
    from = end
  }
}

// What the thread is started with, and sent: both ends are of one build.
const opened = open(workerData as ThreadContext)
let before: Promise<unknown> = opened
port.on('message', (request: ThreadRequest) => {
  before = before
    .then(async () => {
      const taker = await opened
      if ('end' in request) tell({ result: await taker.result() })
      else {
        check(taker, request)
        tell({ done: true })
      }
    })
    .catch((error: unknown) => {
      const facts = error instanceof ToolError ? { code: error.code, hint: error.hint } : {}
      tell({ error: { ...facts, message: error instanceof Error ? error.message : String(error) } })
    })
})
