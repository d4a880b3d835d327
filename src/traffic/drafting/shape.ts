import type { Json } from '../../model/json.ts'
import { formats } from '../../schema/formats/formats.ts'
import { isObject } from '../../util/json.ts'
import { isOpaque } from './opaque.ts'

/** Summary of the values at one location. Contains counts, and strings only while they may form an enum. Bounded and mergeable. */
export interface Shape {
  count: number
  nulls: number
  booleans: number
  integers: number
  /** Number of non-integers. */
  fractions: number
  strings?: TextShape
  arrays?: { count: number; readonly items: Shape }
  objects?: ObjectShape
}

export interface TextShape {
  count: number
  /** Formats that every value has, by name, including those of numbers and booleans. */
  formats: ReadonlySet<string>
  /** Number of exchanges with each value; undefined beyond the limit or with a value that isn't a word. */
  words?: Map<string, { exchanges: number; last: number }>
}

export interface ObjectShape {
  count: number
  readonly properties: Map<string, Shape>
  /** Values of all keys that are identifiers. */
  rest?: Shape
  /** Whether properties beyond the limit were dropped. */
  isOpen: boolean
}

/** Limits, and the current exchange by which values are counted. */
export interface Budget {
  /** Number of shapes that may still be created. */
  shapes: number
  exchange: number
}

/** Maximum number of values in an enum. */
const mostWords = 12
const mostProperties = 500
const deepest = 40

/** Formats that can be drafted, the narrowest first. Parameters can also have the last three. */
const textFormats = ['uuid', 'date-time', 'date', 'email', 'ipv4', 'ipv6', 'uri'] as const
const parsers: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ...textFormats.map((name) => [name, testOf(name)] as const),
  ['integer', (text) => /^-?(?:0|[1-9]\d{0,14})$/.test(text)],
  ['number', (text) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)],
  ['boolean', (text) => text === 'true' || text === 'false'],
])
const everyFormat: ReadonlySet<string> = new Set(parsers.keys())

function testOf(name: string): (text: string) => boolean {
  const format = formats.get(name)
  // Formats for strings have a `validate` function.
  const validate = typeof format === 'object' && 'validate' in format ? (format.validate as unknown) : undefined
  return typeof validate === 'function' ? (text) => validate(text) === true : () => false
}

export function emptyShape(): Shape {
  return { count: 0, nulls: 0, booleans: 0, integers: 0, fractions: 0 }
}

/** Adds a value. Strings of secrets are not stored. */
export function addValue(shape: Shape, value: Json, budget: Budget, isSecret = false, depth = 0): void {
  shape.count++
  if (value === null) shape.nulls++
  else if (typeof value === 'boolean') shape.booleans++
  else if (typeof value === 'number') shape[Number.isInteger(value) ? 'integers' : 'fractions']++
  else if (typeof value === 'string') addText(shape, value, budget.exchange, isSecret)
  else if (Array.isArray(value)) {
    shape.arrays ??= { count: 0, items: emptyShape() }
    shape.arrays.count++
    if (depth < deepest) for (const item of value) addValue(shape.arrays.items, item, budget, isSecret, depth + 1)
  } else if (isObject(value)) {
    shape.objects ??= { count: 0, properties: new Map(), isOpen: false }
    const { objects } = shape
    objects.count++
    for (const [name, member] of Object.entries(value)) addMember(objects, name, member, budget, isSecret, depth)
  }
}

function addMember(
  objects: ObjectShape,
  name: string,
  member: Json,
  budget: Budget,
  isSecret: boolean,
  depth: number,
): void {
  const { isKey, namesSecret } = isOpaque(name)
  let inside = isKey || isSecret ? objects.rest : objects.properties.get(name)
  if (inside === undefined) {
    const isFull = budget.shapes <= 0 || depth >= deepest || objects.properties.size >= mostProperties
    if (isFull) objects.isOpen = true
    else {
      budget.shapes--
      inside = emptyShape()
      if (isKey || isSecret) objects.rest = inside
      else objects.properties.set(name, inside)
    }
  }
  if (inside !== undefined) addValue(inside, member, budget, isSecret || namesSecret, depth + 1)
}

export function addText(shape: Shape, text: string, exchange: number, isSecret: boolean): void {
  shape.strings ??= { count: 0, formats: everyFormat, ...(!isSecret && { words: new Map() }) }
  const { strings } = shape
  strings.count++
  const kept = [...strings.formats].filter((name) => parsers.get(name)?.(text) === true)
  if (kept.length < strings.formats.size) strings.formats = new Set(kept)
  const { words } = strings
  if (words === undefined) return
  const known = words.get(text)
  if (isSecret || !isWord(text) || (known === undefined && words.size >= mostWords)) {
    delete strings.words
    return
  }
  if (known === undefined) words.set(text, { exchanges: 1, last: exchange })
  else if (known.last !== exchange) {
    known.exchanges++
    known.last = exchange
  }
}

/** Matches typical enum values such as `OPEN`, `in_progress` and `read-only`, but hardly any text that people write. */
function isWord(text: string): boolean {
  return text.length <= 40 && /^(?:[A-Z][A-Z]*(?:[_-][A-Z]+)*|[a-z]+(?:[_-][a-z]+)*)$/.test(text)
}

/** Adds the counts of another shape. */
export function mergeShape(into: Shape, from: Shape): void {
  for (const name of ['count', 'nulls', 'booleans', 'integers', 'fractions'] as const) into[name] += from[name]
  if (from.strings !== undefined) into.strings = mergedTexts(into.strings, from.strings)
  if (from.arrays !== undefined) {
    into.arrays ??= { count: 0, items: emptyShape() }
    into.arrays.count += from.arrays.count
    mergeShape(into.arrays.items, from.arrays.items)
  }
  if (from.objects === undefined) return
  into.objects ??= { count: 0, properties: new Map(), isOpen: false }
  const { objects } = into
  objects.count += from.objects.count
  if (from.objects.isOpen) objects.isOpen = true
  for (const [name, shape] of from.objects.properties) {
    const known = objects.properties.get(name)
    if (known === undefined) objects.properties.set(name, shape)
    else mergeShape(known, shape)
  }
  if (from.objects.rest === undefined) return
  if (objects.rest === undefined) objects.rest = from.objects.rest
  else mergeShape(objects.rest, from.objects.rest)
}

function mergedTexts(a: TextShape | undefined, b: TextShape): TextShape {
  if (a === undefined) return b
  const { words } = a
  const merged: TextShape = {
    count: a.count + b.count,
    formats: new Set([...a.formats].filter((name) => b.formats.has(name))),
  }
  if (words === undefined || b.words === undefined) return merged
  for (const [text, { exchanges, last }] of b.words)
    words.set(text, { exchanges: (words.get(text)?.exchanges ?? 0) + exchanges, last })
  return words.size > mostWords ? merged : { ...merged, words }
}
