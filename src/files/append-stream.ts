import { writeSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'

/** A file that grows line by line. Added lines survive a killed process, and none are buffered in memory. */
export interface AppendStream {
  /** Never throws; errors are thrown by `close`. */
  add(text: string): void
  /** Throws WRITE_FAILED, also for earlier errors. */
  close(): Promise<void>
}

/** Opens a file for appending. `name`: its name in errors. Throws WRITE_FAILED. */
export async function appendStream(file: string, name: string): Promise<AppendStream> {
  const fail = (cause: unknown): never => {
    throw toolError('WRITE_FAILED', [name, cause instanceof Error ? cause.message : String(cause)], cause)
  }
  await makeFolder(dirname(file)).catch(fail)
  const isTorn = await endsWithinLine(file).catch(fail)
  const handle = await open(file, 'a').catch(fail)
  let lost: unknown
  const add = (text: string): void => {
    if (lost !== undefined) return
    try {
      const bytes = Buffer.from(text)
      for (let done = 0; done < bytes.length; ) done += writeSync(handle.fd, bytes, done)
    } catch (cause) {
      lost = cause
    }
  }
  // Keeps an incomplete line of a killed run separate.
  if (isTorn) add('\n')
  return {
    add,
    async close() {
      await handle.close().catch(fail)
      if (lost !== undefined) fail(lost)
    },
  }
}

/** Returns whether a file ends without a line break; false for pipes and missing files. */
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
