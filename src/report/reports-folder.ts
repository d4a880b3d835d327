import { join } from 'node:path'
import { readText } from '../files/read-regular.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { LastGood } from '../model/report.ts'
import { isObject, own, ownString } from '../util/json.ts'

/** The files of a run: those of the reporters that have one, here without loading these, and its log. */
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

/** Folder beside the reports that keeps those of the last run that could check, when a later one could not. */
export const keptFolder = 'last-good'

/** The last run that could check, by the reports in a folder; undefined where there is none. */
export async function lastGoodIn(folder: string): Promise<LastGood | undefined> {
  const isKept = (await whatIsIn(folder)) !== 'good'
  const root = await parsed(join(folder, isKept ? keptFolder : '', 'report.json'))
  if (root === undefined) return undefined
  const startedAt = ownString(own(root, 'times'), 'startedAt')
  // Where it will be once this run's own reports have replaced it.
  return { ...(startedAt !== '' && { startedAt }), page: `${keptFolder}/index.html` }
}

/** Whether the report in a folder is of a run that could check. */
export async function whatIsIn(folder: string): Promise<'good' | 'bad' | 'nothing'> {
  const root = await parsed(join(folder, 'report.json'))
  if (root === undefined) return 'nothing'
  // One of a version that does not say so was written by a run that could check.
  return own(root, 'couldNotCheck') === undefined ? 'good' : 'bad'
}

async function parsed(file: string): Promise<JsonObject | undefined> {
  try {
    // JSON.parse returns JSON; its type is `any`.
    const root = JSON.parse(await readText(file)) as Json
    return isObject(root) ? root : undefined
  } catch {
    // Not there, or nothing that could be called a report.
    return undefined
  }
}
