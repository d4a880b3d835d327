import { closeSync, openSync, writeSync } from 'node:fs'
import { realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'
import { isSpecial, removeLeftovers } from './write-whole.ts'

/** A file that is written piece by piece and appears when it is whole. */
export interface WholeStream {
  /** Never throws: what went wrong is thrown at the end. */
  add(text: string): void
  /** Swaps it in for the file that was there. Throws WRITE_FAILED. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/**
 * Opens a file under a temporary name: a killed run leaves the old one whole. What a link points at is written; a device or
 * pipe is written to as it comes. `printed`: what an error calls it. Throws WRITE_FAILED.
 */
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
    // Only the first failure is reported.
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
