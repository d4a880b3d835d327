import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegular, readText } from '../../../files/read-regular.ts'
import { writeAllWhole } from '../../../files/write-whole.ts'
import { toolError } from '../../../model/errors.ts'
import type { Report } from '../../../model/report.ts'
import { type ApiState, readState } from '../../../report/site/state.ts'
import { byText } from '../../../util/text.ts'
import { parseReport } from '../read-report.ts'

/** State files of an API's folder. */
const [stateFile, changelogFile] = ['runs.json', 'changelog.json']

/** Reads the state of a site by API folder. Throws SITE_BROKEN, also for a folder with other content. */
export async function readSite(folder: string): Promise<Map<string, ApiState>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return []
    throw toolError('SITE_BROKEN', [folder, cause.message], cause)
  })
  const has = (name: string) => entries.some((entry) => entry.name === name)
  for (const name of ['index.html', 'feed.xml'])
    if (has(name) && !has('site.json'))
      throw toolError('SITE_BROKEN', [join(folder, name), 'there is no site.json beside it, so it is not of a site'])
  const states = new Map<string, ApiState>()
  for (const { name } of entries.filter((entry) => entry.isDirectory()).sort((a, b) => byText(a.name, b.name))) {
    const file = join(folder, name, stateFile)
    const text = await readIfThere(file)
    if (text !== undefined)
      states.set(
        name,
        whole(file, () => readState(text, name)),
      )
  }
  return states
}

/** Reads the changelog of an API, if any. Throws SITE_BROKEN. */
export async function readChangelog(folder: string): Promise<Report | undefined> {
  const file = join(folder, changelogFile)
  const text = await readIfThere(file)
  return text === undefined ? undefined : whole(file, () => parseReport(text, file))
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readText(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined
    throw toolError('SITE_BROKEN', [file, cause.message], cause)
  })
}

function whole<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw toolError(
      'SITE_BROKEN',
      [file, cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)],
      cause,
    )
  }
}

/** Writes the files that differ, atomically as a whole, and returns their number. Throws WRITE_FAILED. */
export async function writeChanged(folder: string, files: ReadonlyMap<string, string>): Promise<number> {
  const changed = await Promise.all(
    [...files].map(async ([name, content]) => {
      const file = join(folder, name)
      const before = await readRegular(file).catch(() => undefined)
      return before?.equals(Buffer.from(content)) ? [] : [{ file, content }]
    }),
  )
  await writeAllWhole(changed.flat())
  return changed.flat().length
}

export async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Removes a dropped run's page, leaving foreign files. */
export async function removePage(folder: string): Promise<void> {
  // Leftovers are harmless.
  await rm(join(folder, 'index.html'), { force: true }).catch(() => undefined)
  await rmdir(folder).catch(() => undefined)
}
