import type { Json, JsonObject } from '../model/json.ts'
import { sha256 } from '../util/fingerprint.ts'
import { canonical } from '../util/json.ts'

/** Hashes a sketch keeps: counts are exact below that. */
export const sketchSize = 128

/** Hex digits of one hash. */
const digits = 8

const dateTimes = /"\d{4}-\d\d-\d\dT[^"]*"/g

/**
 * A sketch of one entity: the hash of its `id`, else of all it holds but the instants, which differ from one response
 * to the next. Sketches are the k smallest hashes (KMV, Bar-Yossef et al. 2002), fixed width, sorted, without separator.
 */
export function sketchOf(entity: JsonObject): string {
  const id = identityOf(entity)
  if (id === undefined) return sha256(canonical(entity).replace(dateTimes, '""')).slice(0, digits)
  const text = canonical(id)
  const before = known.get(text)
  if (before !== undefined) return before
  const sketch = sha256(text).slice(0, digits)
  if (known.size >= mostKnown) known.clear()
  known.set(text, sketch)
  return sketch
}

/** The same entities come again and again: a hash takes longer than to look it up. */
const known = new Map<string, string>()
const mostKnown = 10_000

function identityOf(entity: JsonObject): Json | undefined {
  const name = ['id', 'uuid', '_id'].find((candidate) => Object.hasOwn(entity, candidate))
  const value = name === undefined ? undefined : entity[name]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** The sketch of many entities, from the sketch of each. */
export function uniteAll(sketches: Iterable<string>): string {
  return [...new Set(sketches)].sort().slice(0, sketchSize).join('')
}

/** The sketch of what either holds: commutative and associative, because the smallest of all are the smallest of each. */
export function unite(a: string, b: string): string {
  return uniteAll([...hashesOf(a), ...hashesOf(b)])
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
