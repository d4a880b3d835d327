import { join } from 'node:path'
import { readText } from '../files/read-regular.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { LastGood } from '../model/report.ts'
import { isObject, own, ownString } from '../util/json.ts'

/** Files that a run writes: one per reporter with a file, and the log. Listed here to avoid loading the reporters. */
export const reportFiles: readonly string[] = [
  'badge.json',
  'ctrf.json',
  'index.html',
  'junit.xml',
  'report.json',
  'report.md',
  'report.sarif',
  'run.ndjson',
]

/** Subfolder with the reports of the last successful run, kept after a later run failed. */
export const keptFolder = 'last-good'

/** Reads when the last successful run of a reports folder started. Returns undefined if there is none. */
export async function lastGoodIn(folder: string): Promise<LastGood | undefined> {
  const isKept = (await whatIsIn(folder)) !== 'good'
  const root = await parsed(join(folder, isKept ? keptFolder : '', 'report.json'))
  if (root === undefined) return undefined
  const startedAt = ownString(own(root, 'times'), 'startedAt')
  // Path of the copy after this run's own reports have replaced the originals.
  return { ...(startedAt !== '' && { startedAt }), page: `${keptFolder}/index.html` }
}

/** Returns whether the report in a folder is from a run that could check. */
export async function whatIsIn(folder: string): Promise<'good' | 'bad' | 'nothing'> {
  const root = await parsed(join(folder, 'report.json'))
  if (root === undefined) return 'nothing'
  // Older versions wrote no report for a failed run, so a missing field means success.
  return own(root, 'couldNotCheck') === undefined ? 'good' : 'bad'
}

async function parsed(file: string): Promise<JsonObject | undefined> {
  try {
    // JSON.parse returns JSON; its type is `any`.
    const root = JSON.parse(await readText(file)) as Json
    return isObject(root) ? root : undefined
  } catch {
    // The file is missing or is not a valid report.
    return undefined
  }
}
