import { parentPort, workerData } from 'node:worker_threads'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { ToolError } from '../../model/errors.ts'
import { formats } from '../../traffic/formats/index.ts'
import { createSession } from './session.ts'
import { type Taker, takeBatch, takeHere } from './taker.ts'
import type { Batch, ThreadContext, ThreadEvent, ThreadRequest } from './thread-messages.ts'

if (parentPort === null) throw new Error('check-thread.ts is the entry of a worker thread')
const port = parentPort

const emit = (event: ThreadEvent): void => port.postMessage(event)

async function open({ cwd, specsDir, description, selection }: ThreadContext): Promise<Opened> {
  const document = await loadDocument(description, { cwd, specsDir })
  return { sha256: document.sha256, taker: takeHere(createSession(describe(document), selection), selection.sample) }
}

interface Opened {
  readonly sha256: string
  readonly taker: Taker
}

function check(taker: Taker, batch: Batch): void {
  const format = formats.find(({ id }) => id === batch.format)
  if (format === undefined) throw new Error(`no format ${batch.format}`)
  takeBatch(taker, format, batch)
}

// What the thread is started with, and sent: both ends are of one build.
const opened = open(workerData as ThreadContext)
let before: Promise<unknown> = opened
port.on('message', (request: ThreadRequest) => {
  before = before
    .then(async () => {
      const { sha256, taker } = await opened
      if ('end' in request) emit({ result: await taker.result(), sha256 })
      else {
        check(taker, request)
        emit({ done: true })
      }
    })
    .catch((error: unknown) => {
      const facts = error instanceof ToolError ? { code: error.code, hint: error.hint } : {}
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      emit({ error: { ...facts, name, message } })
    })
})
