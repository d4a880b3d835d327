import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../files/write-whole.ts'
import { toolError } from '../model/errors.ts'
import type { RenderOptions, Report } from '../model/report.ts'
import { reporters } from './reporters/index.ts'

/** Writes a report in every format that has a file, and returns the files written. Throws WRITE_FAILED. */
export async function writeReports(
  report: Report,
  folder: string,
  options: RenderOptions = { colour: false },
): Promise<readonly string[]> {
  const rendered = reporters.flatMap(({ file, render }) =>
    file === undefined ? [] : [{ file: join(folder, file), content: render(report, options) }],
  )
  await Promise.all(rendered.map(({ file, content }) => writeWhole(file, content)))
  return rendered.map(({ file }) => file)
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
