import type { JsonObject } from '../../model/json.ts'
import { canonical } from '../../util/json.ts'
import { hashOfText } from './text-hash.ts'

/** Number of hashes in a sketch; smaller counts are exact. */
export const sketchSize = 128

const digits = 8

const dateTimes = /"\d{4}-\d\d-\d\dT[^"]*"/g

/** Estimates the number of distinct entities by the k smallest hashes of their `id` or content (KMV, Bar-Yossef et al. 2002). */
export interface Sketch {
  add(entity: JsonObject): void
  unite(other: Sketch): void
  hashes(): Iterable<number>
  /** Returns the storage format: sorted fixed-width hex hashes without separator. */
  text(): string
}

/** Maximum number of hashes before the smallest are selected. */
const mostPending = 8 * sketchSize

/** Creates an empty sketch. */
export function createSketch(): Sketch {
  let found = new Set<number>()
  /** Hashes at or above the limit are not among the smallest. */
  let limit = Number.POSITIVE_INFINITY
  const settle = (): number[] => {
    const smallest = [...found].sort((a, b) => a - b).slice(0, sketchSize)
    if (smallest.length === sketchSize) limit = smallest.at(-1) ?? limit
    found = new Set(smallest)
    return smallest
  }
  const keep = (hash: number): void => {
    if (hash >= limit) return
    found.add(hash)
    if (found.size > mostPending) settle()
  }
  return {
    add: (entity) => keep(hashOf(entity)),
    unite(other) {
      for (const hash of other.hashes()) keep(hash)
    },
    hashes: () => settle(),
    text: () => settle().map(written).join(''),
  }
}

function written(hash: number): string {
  return hash.toString(16).padStart(digits, '0')
}

/** Seeds that distinguish `7` from `"7"`. */
const [ofText, ofJson] = [1, 2]

function hashOf(entity: JsonObject): number {
  const id = identityOf(entity)
  if (typeof id === 'string') return hashOfText(id, ofText)
  return hashOfText(id === undefined ? canonical(entity).replace(dateTimes, '""') : canonical(id), ofJson)
}

/** Returns the first existing identifier. Parsed JSON has no inherited or undefined members. */
function identityOf(entity: JsonObject): string | number | undefined {
  let value = entity.id
  if (value === undefined) value = entity.uuid
  if (value === undefined) value = entity._id
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** Merges two sketches. Commutative and associative, because the smallest hashes overall are the smallest of each. */
export function unite(a: string, b: string): string {
  return [...new Set([...hashesOf(a), ...hashesOf(b)])].sort().slice(0, sketchSize).join('')
}

/** Returns the number of distinct entities: exact below `sketchSize`, then an estimate. */
export function countDistinct(sketch: string): number {
  const hashes = hashesOf(sketch)
  if (hashes.length < sketchSize) return hashes.length
  const share = Number.parseInt(hashes.at(-1) ?? '', 16) / 16 ** digits
  return Math.max(sketchSize, Math.round((sketchSize - 1) / share))
}

function hashesOf(sketch: string): string[] {
  return sketch.match(/.{8}/g) ?? []
}
