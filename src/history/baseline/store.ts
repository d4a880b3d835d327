import { join } from 'node:path'
import { readText } from '../../files/read-regular.ts'
import { withLock } from '../../files/with-lock.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { toolError } from '../../model/errors.ts'
import type { ApiName } from '../../util/api-name.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { byText, didYouMean } from '../../util/text.ts'
import { entryLine, errorLine } from './entry-lines.ts'
import type { Baseline, BaselineEntry } from './match.ts'

export function baselineFile(specsDir: string, api: ApiName): string {
  return join(specsDir, api, 'baseline.json')
}

/** Reads a baseline. A missing file is an empty baseline. Throws STORE_BROKEN. */
export async function readBaseline(file: string): Promise<Baseline> {
  let text: string
  try {
    text = await readText(file)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return { entries: [] }
    throw toolError('FILE_UNREADABLE', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  }
  return parseBaseline(text, file)
}

/** Parses a baseline. Throws STORE_BROKEN with the line and the invalid entry. */
export function parseBaseline(text: string, file: string): Baseline {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (cause) {
    const reason = `it is not JSON (${cause instanceof Error ? cause.message : cause})`
    throw toolError('STORE_BROKEN', [`${file}:${errorLine(text)}`, reason], cause)
  }
  const entries = isObject(root) ? own(root, 'entries') : undefined
  if (!Array.isArray(entries)) throw toolError('STORE_BROKEN', [file, 'it has no list `entries`'])
  const positions = new Map<string, number>()
  return {
    entries: entries.map((entry, index) => {
      const fingerprint = ownString(entry, 'fingerprint')
      const problem = problemOf(entry) ?? repeated(positions.get(fingerprint))
      if (problem !== undefined) {
        const line = entryLine(text, index)
        throw toolError('STORE_BROKEN', [
          `${file}${line === undefined ? '' : `:${line}`}`,
          `entry ${index + 1} ${problem}`,
        ])
      }
      positions.set(fingerprint, index + 1)
      // All properties were checked above.
      return entry as unknown as BaselineEntry
    }),
  }
}

function repeated(index: number | undefined): string | undefined {
  return index === undefined ? undefined : `repeats the fingerprint of entry ${index}`
}

/** Applies a change to the current content of the file, because others may have changed it in the meantime. Throws STORE_BROKEN, WRITE_FAILED. */
export async function changeBaseline(
  file: string,
  change: (baseline: Baseline) => readonly BaselineEntry[],
): Promise<void> {
  await withLock(file, async (held) => {
    const text = baselineText(change(await readBaseline(file)))
    await held()
    await writeWhole(file, text)
  })
}

/** Serializes a baseline. Entries are sorted to avoid merge conflicts. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const sorted = entries.toSorted((a, b) => byText(a.fingerprint, b.fingerprint))
  return `${JSON.stringify({ entries: sorted }, null, 2)}\n`
}

/** Adds entries, replacing those with the same fingerprint. */
export function withEntries({ entries }: Baseline, added: readonly BaselineEntry[]): readonly BaselineEntry[] {
  return [...new Map([...entries, ...added].map((entry) => [entry.fingerprint, entry])).values()]
}

const properties = ['fingerprint', 'ruleId', 'location', 'operations', 'limited', 'reason', 'owner', 'expires']

/** Describes the first problem of an entry, if any. */
export function problemOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'is not an object'
  if (!/^[0-9a-f]{16}$/.test(ownString(entry, 'fingerprint'))) return 'has no `fingerprint` of 16 hex digits'
  if (ownString(entry, 'reason').trim() === '') return 'gives no `reason`'
  if (ownString(entry, 'owner').trim() === '') return 'names no `owner`'
  // With a typo in `expires`, an acceptance would never expire.
  const unknown = Object.keys(entry).find((name) => !properties.includes(name))
  if (unknown !== undefined) {
    const near = didYouMean(unknown, properties)
    return `has an unknown key \`${unknown}\`${near === undefined ? '' : ` (did you mean \`${near}\`?)`}`
  }
  const wordy = ['ruleId', 'location'].find((name) => ownString(entry, name) === '' && own(entry, name) !== undefined)
  if (wordy !== undefined) return `has a \`${wordy}\` that is no text`
  const [operations, limited] = [own(entry, 'operations'), own(entry, 'limited')]
  if (operations !== undefined && !isTexts(operations)) return 'has `operations` that are no list of texts'
  if (limited !== undefined && typeof limited !== 'boolean') return 'has a `limited` that is neither true nor false'
  if (limited === true && operations === undefined) return 'is `limited` and names no `operations`'
  const expires = own(entry, 'expires')
  return expires === undefined || isDay(expires) ? undefined : 'has an `expires` that is not a day (YYYY-MM-DD)'
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}

function isDay(value: unknown): boolean {
  const date = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(value) : undefined
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(String(value))
}

/** Resolves the value of `--expires`: `30d` counts from today. Returns any other text unchanged, to be validated later. */
export function expiryDay(text: string, now: number): string {
  const days = /^([1-9]\d{0,3})d$/.exec(text)?.[1]
  return days === undefined ? text : new Date(now + Number(days) * 86_400_000).toISOString().slice(0, 10)
}
