import { type FileHandle, open, readFile } from 'node:fs/promises'
import process from 'node:process'
import { onDisk } from '../../files/on-disk.ts'
import { holdLock } from '../../files/with-lock.ts'
import { toolError } from '../../model/errors.ts'
import type { Journal } from '../../sandbox/index.ts'

/**
 * Opens the file of `--state` as a journal: lines are only ever appended, many at a time, and are on the disk when
 * `append` resolves. A last line that was cut off by a crash was never acknowledged and is removed. A lock beside
 * it keeps two sandboxes from writing to one state. `note` is told of writes that fail. Throws SANDBOX, WRITE_FAILED.
 */
export async function openStateFile(path: string, note: (text: string) => void): Promise<Journal> {
  const file = await open(path, 'a+').catch((cause) => failedToWrite(path, cause))
  const lock = await holdLock(path).catch(async (cause) => {
    await file.close()
    throw toolError('SANDBOX', [`The state is in use by another process (${path}.lock).`], cause)
  })
  // Beyond `ulimit -f` the signal would end the process; with a listener the write fails as on a full disk.
  const ignore = () => {}
  process.on('SIGXFSZ', ignore)
  const close = async () => {
    process.off('SIGXFSZ', ignore)
    await file.close()
    await lock.release()
  }
  return { ...journalIn(path, file, lock.held, note), close }
}

/** Appends what has come in since the last time in one go: a disk is as slow for one line as for a hundred. */
function journalIn(
  path: string,
  file: FileHandle,
  held: () => Promise<void>,
  note: (text: string) => void,
): Omit<Journal, 'close'> {
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  /** What writes the lines that are waiting. */
  let next: Promise<void> | undefined
  /** Bytes that are on the disk; more were never acknowledged. */
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
      note(`warning: ${path} could not be written (${reason}); the requests that it lacks have no effect\n`)
      throw cause
    }
  }
  return {
    read: async () => {
      await held()
      const bytes = await readFile(path)
      const whole = bytes.subarray(0, Math.min(size, bytes.lastIndexOf('\n') + 1))
      // A file of something else is left as it is, for the header to be refused.
      if (whole.length === 0 && bytes.length > 0 && bytes[0] !== 0x7b) return [bytes.toString()]
      if (whole.length < bytes.length) await file.truncate(whole.length)
      ;[waiting, last, next, size] = [[], Promise.resolve(), undefined, whole.length]
      return whole.toString().split('\n').slice(0, -1)
    },
    append: (line) => {
      waiting.push(`${line}\n`)
      // After a failure nothing is written any more: a later line must not stand without an earlier one.
      next ??= last.then(flush)
      last = next
      return last.catch((cause) => failedToWrite(path, cause))
    },
  }
}

function failedToWrite(path: string, cause: unknown): never {
  throw toolError('WRITE_FAILED', [path, cause instanceof Error ? cause.message : String(cause)], cause)
}
