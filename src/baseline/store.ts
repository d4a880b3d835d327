import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toolError } from '../model/errors.ts'
import { isObject, own, ownString } from '../util/json.ts'
import { byText } from '../util/text.ts'
import type { Baseline, BaselineEntry } from './match.ts'

/** Where the baseline of an API is kept. */
export function baselineFile(specsDir: string, api: string): string {
  return join(specsDir, api, 'baseline.json')
}

/** Reads a baseline; an absent file is an empty one. Throws STORE_BROKEN. */
export async function readBaseline(file: string): Promise<Baseline> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return { entries: [] }
    throw toolError('FILE_UNREADABLE', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  }
  return parseBaseline(text, file)
}

/** Parses the text of a baseline. Throws STORE_BROKEN naming the entry at fault. */
export function parseBaseline(text: string, file: string): Baseline {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (cause) {
    throw toolError('STORE_BROKEN', [file, `it is not JSON (${cause instanceof Error ? cause.message : cause})`], cause)
  }
  const entries = isObject(root) ? own(root, 'entries') : undefined
  if (!Array.isArray(entries)) throw toolError('STORE_BROKEN', [file, 'it has no list `entries`'])
  return {
    entries: entries.map((entry, index) => {
      const problem = problemOf(entry)
      if (problem !== undefined) throw toolError('STORE_BROKEN', [file, `entry ${index + 1} ${problem}`])
      // Every property was just checked.
      return entry as unknown as BaselineEntry
    }),
  }
}

/** The text of a baseline with an entry added, or put in the place of the one with the same fingerprint. */
export function withEntry(baseline: Baseline, entry: BaselineEntry): string {
  const others = baseline.entries.filter(({ fingerprint }) => fingerprint !== entry.fingerprint)
  const entries = [...others, entry].sort((a, b) => byText(a.fingerprint, b.fingerprint))
  return `${JSON.stringify({ entries }, null, 2)}\n`
}

/** What is wrong with an entry, in words. */
export function problemOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'is not an object'
  if (!/^[0-9a-f]{16}$/.test(ownString(entry, 'fingerprint'))) return 'has no `fingerprint` of 16 hex digits'
  if (ownString(entry, 'reason').trim() === '') return 'gives no `reason`'
  if (ownString(entry, 'owner').trim() === '') return 'names no `owner`'
  const expires = own(entry, 'expires')
  if (expires === undefined) return undefined
  const date = typeof expires === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(expires) ? new Date(expires) : undefined
  const isDay = date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(String(expires))
  return isDay ? undefined : 'has an `expires` that is not a day (YYYY-MM-DD)'
}
