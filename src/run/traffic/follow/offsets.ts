import type { RecordedExchange } from '../../../traffic/recording.ts'
import { sha256 } from '../../../util/fingerprint.ts'

/** What was counted of each source of records. */
export interface Offsets {
  /** Takes note of a record; false for one that was counted before. Records without an offset are never known. */
  isNew(exchange: Pick<RecordedExchange, 'source' | 'offset'>): boolean
  /** The last offset by the hash of its source, as the state file holds it. */
  stored(): Readonly<Record<string, number>>
  /** The last offset by source, of those that this process has read. */
  read(): Readonly<Record<string, number>>
}

/** Sources that are distinguished, and the length of their names: what is beyond has no offset. */
const limits = { sources: 10_000, name: 200 }

/** Goes on from what was stored. */
export function createOffsets(before: Readonly<Record<string, number>>): Offsets {
  const last = new Map(Object.entries(before))
  const names = new Map<string, string>()
  return {
    isNew({ source = '', offset }) {
      if (typeof source !== 'string' || typeof offset !== 'number' || !Number.isInteger(offset)) return true
      if (source.length > limits.name) return true
      let key = names.get(source)
      if (key === undefined) {
        key = sha256(source).slice(0, 16)
        if (names.size >= limits.sources || (!last.has(key) && last.size >= limits.sources)) return true
        names.set(source, key)
      }
      if (offset <= (last.get(key) ?? -1)) return false
      last.set(key, offset)
      return true
    },
    stored: () => Object.fromEntries([...last].sort(([a], [b]) => (a < b ? -1 : 1))),
    read: () =>
      Object.fromEntries(
        [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, key]) => [name, last.get(key) ?? 0]),
      ),
  }
}
