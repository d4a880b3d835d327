import { closeSync, openSync, writeSync } from 'node:fs'
import { realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'
import { isSpecial, removeLeftovers } from './write-whole.ts'

/** A file written in pieces, which appears when complete. */
export interface WholeStream {
  /** Never throws; errors are thrown by `commit`. */
  add(text: string): void
  /** Replaces the existing file. Throws WRITE_FAILED. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** Opens a file that is replaced atomically, like `writeWhole`, on `commit`. `printed`: name in errors. Throws WRITE_FAILED. */
export async function streamWhole(file: string, printed = file): Promise<WholeStream> {
  const failure = (cause: unknown): Error =>
    toolError('WRITE_FAILED', [printed, cause instanceof Error ? cause.message : String(cause)], cause)
  const target = await realpath(file).catch(() => file)
  const special = await isSpecial(target)
  const written = special ? target : join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  let descriptor: number | undefined
  try {
    await makeFolder(dirname(target))
    descriptor = openSync(written, 'w')
  } catch (cause) {
    throw failure(cause)
  }
  let lost: unknown
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  const discard = async (): Promise<void> => {
    close()
    // Only the first error is reported.
    if (!special) await rm(written, { force: true }).catch(() => undefined)
  }
  return {
    add(text) {
      if (descriptor === undefined || lost !== undefined) return
      try {
        const bytes = Buffer.from(text)
        for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done)
      } catch (cause) {
        lost = cause
      }
    },
    async commit() {
      close()
      try {
        if (lost !== undefined) throw lost
        if (!special) await rename(written, target)
      } catch (cause) {
        await discard()
        throw failure(cause)
      }
      if (!special) await removeLeftovers(target).catch(() => undefined)
    },
    discard,
  }
}
