import { parentPort, workerData } from 'node:worker_threads'
import { openWriter, type WriterOptions } from './write-captured.ts'

// Redacting and writing must not delay the service. A failure ends the thread and is reported as its error.
const writer = await openWriter(workerData as WriterOptions)

parentPort?.on('message', async (batch: Parameters<typeof writer.write>[0] | 'close') => {
  if (batch !== 'close') return parentPort?.postMessage(await writer.write(batch))
  await writer.close()
  parentPort?.close()
})
