import { parentPort } from 'node:worker_threads'
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
  const session = createSession(describe(document), selection, { inBulk: true })
  return { sha256: document.sha256, taker: takeHere(session, selection.sample) }
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

// Both threads run the same build, so the casts are safe.
let opened: Promise<Opened> | undefined
let before: Promise<unknown> = Promise.resolve()
port.on('message', (request: ThreadRequest) => {
  if ('open' in request) opened = open(request.open)
  before = before
    .then(async () => {
      if (opened === undefined) throw new Error('what comes first says what is checked by')
      const { sha256, taker } = await opened
      if ('end' in request) {
        emit({ result: await taker.result(), sha256 })
      } else if (!('open' in request)) {
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
