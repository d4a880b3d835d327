import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'

/** A file that grows line by line: what was added before the process is killed stays. */
export interface AppendStream {
  add(text: string): void
  /** Throws WRITE_FAILED, for what could not be written before as well. */
  close(): Promise<void>
}

/** Opens a file to add to; `name` is how it is printed. Throws WRITE_FAILED. */
export async function appendStream(file: string, name: string): Promise<AppendStream> {
  const fail = (cause: unknown): never => {
    throw toolError('WRITE_FAILED', [name, cause instanceof Error ? cause.message : String(cause)], cause)
  }
  await makeFolder(dirname(file)).catch(fail)
  const isTorn = await endsWithinLine(file).catch(fail)
  const stream = createWriteStream(file, { flags: 'a' })
  let failure: Error | undefined
  stream.on('error', (error) => {
    failure ??= error
  })
  await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject)).catch(fail)
  // What a killed run began stays a line of its own.
  if (isTorn) stream.write('\n')
  return {
    add: (text) => void stream.write(text),
    async close() {
      stream.end()
      await finished(stream).catch(fail)
      if (failure !== undefined) fail(failure)
    },
  }
}

/** Whether the last line of a file has no end; of a pipe nothing is known, and a file that is not there has none. */
async function endsWithinLine(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() !== true || found.size === 0) return false
  const handle = await open(file, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, found.size - 1)
    return bytesRead === 1 && buffer[0] !== 0x0a
  } finally {
    await handle.close()
  }
}
