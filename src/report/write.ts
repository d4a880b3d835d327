import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import type { Report } from '../model/report.ts'
import { reporters } from './reporters/index.ts'

/** Writes a report in every format that has a file, and returns the files written. Throws WRITE_FAILED. */
export async function writeReports(report: Report, folder: string): Promise<readonly string[]> {
  const files: string[] = []
  for (const reporter of reporters) {
    if (reporter.file === undefined) continue
    const file = join(folder, reporter.file)
    await writeWhole(file, reporter.render(report, { colour: false }))
    files.push(file)
  }
  return files
}

/** Removes the report files of an earlier run and returns those there were: none may pass for the verdict of this one. */
export async function removeReports(folder: string): Promise<readonly string[]> {
  const removed: string[] = []
  for (const { file: name } of reporters) {
    if (name === undefined) continue
    const file = join(folder, name)
    try {
      await rm(file)
      removed.push(file)
    } catch (cause) {
      if (!isMissing(cause))
        throw toolError('WRITE_FAILED', [file, cause instanceof Error ? cause.message : String(cause)], cause)
    }
  }
  return removed
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
}

/**
 * Writes a file under a temporary name and renames it, so that a killed run leaves the old one whole. What a link
 * points at is written, and a device or pipe is written to, never replaced. Throws WRITE_FAILED.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const temporary = `${target}.${process.pid}.tmp`
  try {
    if (await isSpecial(target)) return await writeFile(target, text)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(temporary, text)
    await rename(temporary, target)
  } catch (cause) {
    // The first failure is the one worth telling.
    await rm(temporary, { force: true }).catch(() => undefined)
    throw toolError('WRITE_FAILED', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  }
}

/** `/dev/stdout`, a named pipe … */
async function isSpecial(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}
