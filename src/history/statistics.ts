import { join } from 'node:path'
import { readTextIfAny } from '../files/read-regular.ts'
import { writeWhole } from '../files/write-whole.ts'
import type { Statistics } from '../model/live/statistics.ts'
import type { ApiName } from '../util/api-name.ts'
import { isObject, own, ownString } from '../util/json.ts'

/** What all runs counted that held one target to one description. */
export interface KeptStatistics {
  readonly v: 1
  readonly target: string
  /** Of the description: counts are in its words. */
  readonly sha256: string
  /** When the last run started that is counted in; ISO 8601 UTC. */
  readonly last: string
  readonly statistics: Statistics
}

/** Where the statistics of an API are kept. */
export function statisticsFile(historyDir: string, api: ApiName): string {
  return join(historyDir, `${api}.statistics.json`)
}

/**
 * Reads them; undefined when there are none, `broken` when they cannot be understood, `later` where a later version of specdrift
 * wrote them. Throws FILE_UNREADABLE.
 */
export async function readStatisticsFile(file: string): Promise<KeptStatistics | 'broken' | 'later' | undefined> {
  const text = await readTextIfAny(file)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isKept(value) ? value : isLater(value) ? 'later' : 'broken'
  } catch {
    // The caller says so.
    return 'broken'
  }
}

/** Whether a value read from somewhere is statistics that this version understands. */
export function isKept(value: unknown): value is KeptStatistics {
  if (!isObject(value) || own(value, 'v') !== 1) return false
  const statistics = own(value, 'statistics')
  const texts = ['target', 'sha256', 'last'].map((name) => ownString(value, name))
  return texts.every(Boolean) && typeof own(statistics, 'runs') === 'number' && isObject(own(statistics, 'operations'))
}

/** Whether a value is statistics in the format of a later version. */
export function isLater(value: unknown): boolean {
  const version = isObject(value) ? own(value, 'v') : undefined
  return typeof version === 'number' && version > 1
}

/** Replaces the ones before. Throws WRITE_FAILED. */
export async function writeStatisticsFile(file: string, kept: KeptStatistics): Promise<void> {
  await writeWhole(file, statisticsText(kept))
}

/** The text of the file. */
export function statisticsText(kept: KeptStatistics): string {
  return `${JSON.stringify(kept)}\n`
}
