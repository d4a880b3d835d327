import { type FileHandle, open, readFile } from 'node:fs/promises'
import process from 'node:process'
import { onDisk } from '../../files/on-disk.ts'
import { holdLock } from '../../files/with-lock.ts'
import { toolError } from '../../model/errors.ts'
import type { Journal } from '../../sandbox/index.ts'

/**
 * Append-only journal. `append` resolves when its line is on disk. Removes an incomplete last line. Throws SANDBOX, WRITE_FAILED.
 */
export async function openStateFile(path: string, note: (text: string) => void): Promise<Journal> {
  const file = await open(path, 'a+').catch((cause) => failedToWrite(path, cause))
  const lock = await holdLock(path).catch(async (cause) => {
    await file.close()
    throw toolError('SANDBOX', [`The state is in use by another process (${path}.lock).`], cause)
  })
  // At the file size limit (`ulimit -f`), SIGXFSZ would kill the process. With a listener, the write fails instead.
  const ignore = () => {}
  process.on('SIGXFSZ', ignore)
  const close = async () => {
    process.off('SIGXFSZ', ignore)
    await file.close()
    await lock.release()
  }
  return { ...journalIn(path, file, lock.held, note), close }
}

/** Writes all pending lines at once, because flushing one line is as slow as flushing a hundred. */
function journalIn(
  path: string,
  file: FileHandle,
  held: () => Promise<void>,
  note: (text: string) => void,
): Omit<Journal, 'close'> {
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** Number of bytes known to be on disk. Only these were acknowledged. */
  let size = Number.POSITIVE_INFINITY
  const flush = async () => {
    const text = waiting.join('')
    waiting = []
    next = undefined
    try {
      await held()
      await file.appendFile(text)
      await onDisk(file, 'data')
      size += Buffer.byteLength(text)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      note(`warning: ${path} could not be written (${reason}); these requests have no effect\n`)
      throw cause
    }
  }
  return {
    read: async () => {
      await held()
      const bytes = await readFile(path)
      const whole = bytes.subarray(0, Math.min(size, bytes.lastIndexOf('\n') + 1))
      // Leave a file of another kind unchanged; its header will be rejected.
      if (whole.length === 0 && bytes.length > 0 && bytes[0] !== 0x7b) return [bytes.toString()]
      if (whole.length < bytes.length) await file.truncate(whole.length)
      ;[waiting, last, next, size] = [[], Promise.resolve(), undefined, whole.length]
      return whole.toString().split('\n').slice(0, -1)
    },
    append: (line) => {
      waiting.push(`${line}\n`)
      // Chain on the previous flush. After a failure the chain stops, so a later line never appears without an earlier one.
      next ??= last.then(flush)
      last = next
      return last.catch((cause) => failedToWrite(path, cause))
    },
  }
}

function failedToWrite(path: string, cause: unknown): never {
  throw toolError('WRITE_FAILED', [path, cause instanceof Error ? cause.message : String(cause)], cause)
}
