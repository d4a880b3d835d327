import { type MessagePort, workerData } from 'node:worker_threads'
import { checkReceived } from './check-received.ts'
import { openContract } from './open-contract.ts'
import type { WorkerQuestion, WorkerResponse } from './worker-client.ts'

// A plain Node worker: Jest can't load ES modules on Node 20 and 22, and doesn't control this thread.
const { port, signal } = workerData as { readonly port: MessagePort; readonly signal: Int32Array }

port.on('message', async (question: WorkerQuestion) => {
  port.postMessage(await checked(question))
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})

async function checked({ received, operation, options, test }: WorkerQuestion): Promise<WorkerResponse> {
  try {
    const contract = await openContract(options)
    const { passes, message } = checkReceived(
      contract,
      received,
      operation,
      test === undefined ? options : { test, ...options },
    )
    return { pass: passes, message }
  } catch (error) {
    if (!(error instanceof Error)) return { error: String(error) }
    const hint = 'hint' in error ? `\n${String(error.hint)}` : ''
    return { error: `${error.message}${hint}` }
  }
}
