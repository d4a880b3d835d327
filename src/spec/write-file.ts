import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import { systemReason } from './read-file.ts'

/** Writes a file under a temporary name and renames it, so that a killed run leaves the old one whole. */
export async function replaceFile(file: string, printed: string, content: string | Uint8Array): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(temporary, content)
    await rename(temporary, file)
  } catch (error) {
    // The reason worth telling is the first one.
    await rm(temporary, { force: true }).catch(() => undefined)
    throw toolError('WRITE_FAILED', [printed, systemReason(error) ?? String(error)], error)
  }
}
