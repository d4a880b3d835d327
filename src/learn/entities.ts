import { hash } from 'node:crypto'
import type { JsonObject } from '../model/json.ts'
import { canonical } from '../util/json.ts'

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

/** The first 32 bits of sha256. */
function hashOf(entity: JsonObject): number {
  const id = identityOf(entity)
  if (typeof id === 'string') return hashOfId(id)
  return shortHash(id === undefined ? canonical(entity).replace(dateTimes, '""') : canonical(id))
}

function shortHash(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, digits), 16)
}

/** The same entities come again and again: a hash takes longer than to look it up where its text says. A power of 2. */
const places = 1 << 17
const ids: string[] = new Array(places)
const hashes = new Uint32Array(places)

function hashOfId(id: string): number {
  let place = id.length
  // The end of a text differs the most.
  for (let at = Math.max(0, id.length - 16); at < id.length; at++)
    place = (Math.imul(place, 31) + id.charCodeAt(at)) | 0
  place = Math.imul(place ^ (place >>> 15), 0x85ebca6b)
  place = (place ^ (place >>> 13)) & (places - 1)
  // Two that fall together have a place each.
  if (ids[place] !== id) place ^= 1
  if (ids[place] !== id) {
    if (ids[place ^ 1] === undefined) place ^= 1
    ids[place] = id
    hashes[place] = shortHash(canonical(id))
  }
  return hashes[place] ?? 0
}

/** The first of these that is there decides. */
function identityOf(entity: JsonObject): string | number | undefined {
  const value = Object.hasOwn(entity, 'id')
    ? entity.id
    : Object.hasOwn(entity, 'uuid')
      ? entity.uuid
      : Object.hasOwn(entity, '_id')
        ? entity._id
        : undefined
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
