import { type FileHandle, open, readFile, rm, writeFile } from 'node:fs/promises'
import { onDisk } from '../../files/on-disk.ts'
import { isRunning } from '../../files/running.ts'
import { toolError } from '../../model/errors.ts'
import type { Journal } from '../../sandbox/index.ts'

/**
 * Opens the file of `--state` as a journal: lines are only ever appended, many at a time, and are on the disk when
 * `append` resolves. A last line that was cut off by a crash was never acknowledged and is taken away. A file beside
 * it keeps two sandboxes from writing to one state. Throws SANDBOX, WRITE_FAILED.
 */
export async function openStateFile(path: string): Promise<Journal> {
  const unlock = await lock(`${path}.lock`)
  try {
    const file = await open(path, 'a+').catch((cause) => failedToWrite(path, cause))
    const text = await file.readFile('utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole))
    const append = appender(path, file)
    const close = async () => {
      await file.close()
      await unlock()
    }
    return { lines: whole.split('\n').slice(0, -1), append, close }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Appends what has come in since the last time in one go: a disk is as slow for one line as for a hundred. */
function appender(path: string, file: FileHandle): Journal['append'] {
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  const flush = async () => {
    const lines = waiting
    waiting = []
    if (lines.length === 0) return
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

/** Takes a lock file that holds the process id; one left by a process that is gone counts as free. */
async function lock(path: string): Promise<() => Promise<void>> {
  const mine = () => writeFile(path, String(process.pid), { flag: 'wx' })
  try {
    await mine()
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) failedToWrite(path, cause)
    const owner = Number(await readFile(path, 'utf8'))
    if (isRunning(owner)) throw toolError('SANDBOX', [`The state is in use by the process ${owner} (${path}).`], cause)
    await writeFile(path, String(process.pid)).catch((again) => failedToWrite(path, again))
  }
  return () => rm(path, { force: true })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function failedToWrite(path: string, cause: unknown): never {
  throw toolError('WRITE_FAILED', [path, cause instanceof Error ? cause.message : String(cause)], cause)
}
