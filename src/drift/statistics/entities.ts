import type { JsonObject } from '../../model/json.ts'
import { canonical } from '../../util/json.ts'
import { hashOfText } from './text-hash.ts'

/** Hashes a sketch keeps: counts are exact below that. */
export const sketchSize = 128

/** Hex digits of one hash. */
const digits = 8

const dateTimes = /"\d{4}-\d\d-\d\dT[^"]*"/g

/**
 * A sketch of entities, which grows in place: of each the hash of its `id`, else of all it holds but the instants, which differ
 * from one response to the next. It keeps the k smallest hashes (KMV, Bar-Yossef et al. 2002).
 */
export interface Sketch {
  add(entity: JsonObject): void
  unite(other: Sketch): void
  hashes(): Iterable<number>
  /** As statistics hold it: fixed width, sorted, without separator. */
  text(): string
}

/** So many hashes are kept until the smallest are picked. */
const mostPending = 8 * sketchSize

/** An empty sketch. */
export function createSketch(): Sketch {
  let found = new Set<number>()
  /** What is not below it is none of the smallest. */
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

/** `7` and `"7"` are two. */
const [ofText, ofJson] = [1, 2]

function hashOf(entity: JsonObject): number {
  const id = identityOf(entity)
  if (typeof id === 'string') return hashOfText(id, ofText)
  return hashOfText(id === undefined ? canonical(entity).replace(dateTimes, '""') : canonical(id), ofJson)
}

/** The first of these that is there decides. What is read as JSON inherits none of them, and an own property is never undefined. */
function identityOf(entity: JsonObject): string | number | undefined {
  let value = entity.id
  if (value === undefined) value = entity.uuid
  if (value === undefined) value = entity._id
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** The sketch of what either holds: commutative and associative, because the smallest of all are the smallest of each. */
export function unite(a: string, b: string): string {
  return [...new Set([...hashesOf(a), ...hashesOf(b)])].sort().slice(0, sketchSize).join('')
}

/** How many distinct entities a sketch represents: exact below `sketchSize`, then an estimate. */
export function countDistinct(sketch: string): number {
  const hashes = hashesOf(sketch)
  if (hashes.length < sketchSize) return hashes.length
  const share = Number.parseInt(hashes.at(-1) ?? '', 16) / 16 ** digits
  return Math.max(sketchSize, Math.round((sketchSize - 1) / share))
}

function hashesOf(sketch: string): string[] {
  return sketch.match(/.{8}/g) ?? []
}
