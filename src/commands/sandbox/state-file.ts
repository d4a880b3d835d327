import { type FileHandle, open } from 'node:fs/promises'
import { onDisk } from '../../files/on-disk.ts'
import { holdLock } from '../../files/with-lock.ts'
import { toolError } from '../../model/errors.ts'
import type { Journal } from '../../sandbox/index.ts'

/**
 * Opens the file of `--state` as a journal: lines are only ever appended, many at a time, and are on the disk when
 * `append` resolves. A last line that was cut off by a crash was never acknowledged and is taken away. A lock beside
 * it keeps two sandboxes from writing to one state. Throws SANDBOX, WRITE_FAILED.
 */
export async function openStateFile(path: string): Promise<Journal> {
  const file = await open(path, 'a+').catch((cause) => failedToWrite(path, cause))
  const lock = await holdLock(path).catch(async (cause) => {
    await file.close()
    throw toolError('SANDBOX', [`The state is in use by another process (${path}.lock).`], cause)
  })
  const close = async () => {
    await file.close()
    await lock.release()
  }
  try {
    const text = await file.readFile('utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole))
    return { lines: whole.split('\n').slice(0, -1), append: appender(path, file, lock.held), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Appends what has come in since the last time in one go: a disk is as slow for one line as for a hundred. */
function appender(path: string, file: FileHandle, held: () => Promise<void>): Journal['append'] {
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  const flush = async () => {
    const lines = waiting
    waiting = []
    if (lines.length === 0) return
    await held()
    await file.appendFile(lines.join(''))
    await onDisk(file, 'data')
  }
  return (line) => {
    waiting.push(`${line}\n`)
    // After a failure nothing is written any more: a later line must not stand without an earlier one.
    last = last.then(flush)
    return last.catch((cause) => failedToWrite(path, cause))
  }
}

function failedToWrite(path: string, cause: unknown): never {
  throw toolError('WRITE_FAILED', [path, cause instanceof Error ? cause.message : String(cause)], cause)
}
