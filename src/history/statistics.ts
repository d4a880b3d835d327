import { join } from 'node:path'
import { readTextIfAny } from '../files/read-regular.ts'
import type { Statistics } from '../model/live/statistics.ts'
import type { ApiName } from '../util/api-name.ts'
import { isObject, own, ownString } from '../util/json.ts'

/** Statistics of all runs with the same target and description. */
export interface KeptStatistics {
  readonly v: 1
  readonly target: string
  /** sha256 of the description on which the counts are based. */
  readonly sha256: string
  /** Start of the last counted run; ISO 8601 UTC. */
  readonly last: string
  readonly statistics: Statistics
}

export function statisticsFile(historyDir: string, api: ApiName): string {
  return join(historyDir, `${api}.statistics.json`)
}

/** Reads the file as JSON; undefined if it doesn't exist, null if it isn't JSON. Throws FILE_UNREADABLE. */
export async function readStatisticsFile(file: string): Promise<unknown> {
  const text = await readTextIfAny(file)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the statistics that this version understands, or a note. `what`: their name in the note. */
export function statisticsIn(value: unknown, what: string) {
  if (value === undefined || isKept(value)) return { statistics: value, notes: [] }
  const because = isLater(value)
    ? 'are of a later version of specdrift: they stay as they are, and these runs are not counted in them'
    : 'cannot be read: what was counted so far is lost'
  return { statistics: undefined, notes: [`${what} ${because}`] }
}

function isKept(value: unknown): value is KeptStatistics {
  if (!isObject(value) || own(value, 'v') !== 1) return false
  const statistics = own(value, 'statistics')
  const texts = ['target', 'sha256', 'last'].map((name) => ownString(value, name))
  return texts.every(Boolean) && typeof own(statistics, 'runs') === 'number' && isObject(own(statistics, 'operations'))
}

/** Returns whether a value has the format of a later version. */
export function isLater(value: unknown): boolean {
  const version = isObject(value) ? own(value, 'v') : undefined
  return typeof version === 'number' && version > 1
}

export function statisticsText(kept: unknown): string {
  return `${JSON.stringify(kept)}\n`
}
