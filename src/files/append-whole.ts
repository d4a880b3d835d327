import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'
import { onDisk } from './on-disk.ts'

/** Appends text in one write and flushes it. A killed run leaves all, nothing, or a part without line break. Throws WRITE_FAILED. */
export async function appendWhole(file: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(file))
    const handle = await open(file, 'a')
    try {
      const { size } = await handle.stat()
      const bytes = Buffer.from(text)
      const { bytesWritten } = await handle.write(bytes)
      if (bytesWritten < bytes.length) {
        await handle.truncate(size)
        throw new Error(`there is room for ${bytesWritten} of ${bytes.length} bytes`)
      }
      await onDisk(handle)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw toolError('WRITE_FAILED', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  }
}
