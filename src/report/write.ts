import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegular } from '../files/read-regular.ts'
import { withLock } from '../files/with-lock.ts'
import { type NewContent, writeAllWhole } from '../files/write-whole.ts'
import { toolError } from '../model/errors.ts'
import type { RenderOptions, Report } from '../model/report.ts'
import { reporters } from './reporters/index.ts'
import { keptFolder, reportFiles, whatIsIn } from './reports-folder.ts'

/** Writes the file of every reporter and the run's log, all or none. Returns the paths of the report files. Throws WRITE_FAILED. */
export async function writeReports(
  report: Report,
  folder: string,
  options: RenderOptions = { colour: false },
  log?: string,
): Promise<readonly string[]> {
  const rendered = reporters.flatMap(({ file, render }) =>
    file === undefined ? [] : [{ file: join(folder, file), content: render(report, options) }],
  )
  await withLock(join(folder, 'report.json'), async (held) => {
    if (report.couldNotCheck !== undefined) await keepLastGood(folder)
    await held()
    await writeAllWhole([
      ...rendered,
      ...(log === undefined ? [] : [{ file: join(folder, 'run.ndjson'), content: log }]),
    ])
    if (report.couldNotCheck === undefined) await forget(folder)
  })
  return rendered.map(({ file }) => file)
}

async function keepLastGood(folder: string): Promise<void> {
  if ((await whatIsIn(folder)) !== 'good') return
  const copies: NewContent[] = []
  for (const name of reportFiles) {
    const content = await readRegular(join(folder, name)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined
      throw toolError('FILE_UNREADABLE', [join(folder, name), cause.message], cause)
    })
    if (content !== undefined) copies.push({ file: join(folder, keptFolder, name), content })
  }
  await writeAllWhole(copies)
}

/** Removes the kept copies: a later run could check. */
async function forget(folder: string): Promise<void> {
  // Leftover files do no harm.
  for (const name of reportFiles) await rm(join(folder, keptFolder, name), { force: true }).catch(() => undefined)
}
