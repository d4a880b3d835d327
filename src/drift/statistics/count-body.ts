import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { BodyCounts, LocationCounts, Shape } from '../../model/live/statistics.ts'
import { canonical } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { createSketch, type Sketch } from './entities.ts'

/** Mutable counts for one location, which avoid allocating an object per body. */
interface Tally {
  /** Property name; `''` for array items, map values and the whole body. */
  readonly name: string
  readonly shape: Shape
  readonly location: Pointer
  readonly parent: Tally | undefined
  /** An ancestor has the same shape, so this location is counted but not traversed further. */
  readonly isRecursive: boolean
  readonly entities: Sketch | undefined
  /** Documented string values by string; others by canonical JSON once seen. */
  readonly texts: ReadonlyMap<Json, Value>
  readonly values: Map<string, Value>
  readonly isListed: boolean
  readonly isText: boolean
  seen: number
  objects: number
  nulls: number
  dates: number
  numbers: number
  /** Filled when a property first occurs. */
  readonly properties: Map<string, Tally | undefined>
  items: Tally | undefined
  additional: Tally | undefined
  /** First property of the last object and the one that followed each there: objects of an array usually have the same order. */
  first: Tally | undefined
  next: Tally | undefined
}

/** A documented value as canonical JSON, and its count. */
interface Value {
  readonly text: string
  times: number
}

/** Counts bodies of one shape. */
export interface BodyCounter {
  count(json: Json): void
  result(): BodyCounts
}

/** Creates a counter, whose memory is bounded by the description. */
export function createBodyCounter(shape: Shape): BodyCounter {
  const all: Tally[] = []
  const make = (made: Shape, location: Pointer, name: string, parent: Tally | undefined): Tally => {
    const tally = createTally(made, location, name, parent)
    all.push(tally)
    return tally
  }
  const root = make(shape, '', '', undefined)

  function visit(tally: Tally, value: Json): void {
    if (typeof value !== 'object') {
      countPlain(tally, value)
      return
    }
    tally.seen++
    if (value === null) tally.nulls++
    else if (Array.isArray(value)) visitItems(tally, value)
    // `Array.isArray` doesn't narrow readonly arrays.
    else visitObject(tally, value as JsonObject)
  }

  function visitItems(tally: Tally, value: readonly Json[]): void {
    if (tally.items === undefined) {
      const inside = tally.isRecursive || value.length === 0 ? undefined : tally.shape.read().items
      if (inside === undefined) return
      tally.items = make(inside, `${tally.location}/*`, '', tally)
    }
    const { items } = tally
    for (const item of value) {
      if (typeof item === 'object') visit(items, item)
      else countPlain(items, item)
    }
  }

  function visitObject(tally: Tally, value: JsonObject): void {
    tally.objects++
    tally.entities?.add(value)
    if (tally.isRecursive) return
    let last: Tally | undefined
    // JSON has no inherited properties.
    for (const name in value) {
      const expected: Tally | undefined = last === undefined ? tally.first : last.next
      const property = expected !== undefined && expected.name === name ? expected : propertyOf(tally, name)
      if (property === undefined) {
        const additional = additionalOf(tally)
        // A value of JSON is never undefined.
        if (additional !== undefined) visit(additional, value[name] as Json)
        continue
      }
      if (last === undefined) tally.first = property
      else last.next = property
      last = property
      const child = value[name] as Json
      if (typeof child === 'object') visit(property, child)
      else countPlain(property, child)
    }
  }

  function propertyOf(tally: Tally, name: string): Tally | undefined {
    const known = tally.properties.get(name)
    if (known !== undefined) return known
    const property = tally.shape.read().properties.get(name)
    if (property === undefined) return undefined
    const made = make(property.shape, joinPointer(tally.location, name), name, tally)
    tally.properties.set(name, made)
    return made
  }

  function additionalOf(tally: Tally): Tally | undefined {
    if (tally.additional !== undefined) return tally.additional
    const { additional } = tally.shape.read()
    if (additional !== undefined) tally.additional = make(additional, `${tally.location}/*`, '', tally)
    return tally.additional
  }

  return { count: (json) => visit(root, json), result: () => resultOf(all) }
}

function createTally(shape: Shape, location: Pointer, name: string, parent: Tally | undefined): Tally {
  const { values, isText } = shape.read()
  return {
    ...{ name, shape, location, parent, isRecursive: isAround(shape, parent), isListed: values.length > 0, isText },
    entities: isEntityLocation(location) ? createSketch() : undefined,
    texts: new Map(values.filter(isOfText).map((text) => [JSON.parse(text) as Json, { text, times: 0 }])),
    ...{ seen: 0, objects: 0, nulls: 0, dates: 0, numbers: 0, values: new Map(), properties: new Map() },
    ...{ items: undefined, additional: undefined, first: undefined, next: undefined },
  }
}

function isAround(shape: Shape, parent: Tally | undefined): boolean {
  for (let tally = parent; tally !== undefined; tally = tally.parent) if (tally.shape === shape) return true
  return false
}

/** Tests for the body, an array item or a map value, which count as entities. */
export function isEntityLocation(location: Pointer): boolean {
  return location === '' || location.endsWith('/*')
}

const date = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/
const number = /^-?\d+(?:\.\d+)?$/

function countPlain(tally: Tally, value: Json): void {
  tally.seen++
  if (tally.isListed || tally.isText) countScalar(tally, value)
}

function countScalar(tally: Tally, value: Json): void {
  if (tally.isListed) countValue(tally, value)
  if (!tally.isText || typeof value !== 'string') return
  const first = value.charCodeAt(0)
  // Dates and numbers begin with a digit or a minus sign.
  if (!((first >= 0x30 && first <= 0x39) || first === 0x2d)) return
  if (date.test(value)) tally.dates++
  if (number.test(value)) tally.numbers++
}

function countValue({ shape, texts, values }: Tally, value: Json): void {
  if (typeof value === 'string') {
    const known = texts.get(value)
    if (known !== undefined) known.times++
    return
  }
  const text = canonical(value)
  const known = values.get(text)
  if (known !== undefined) known.times++
  else if (shape.read().values.includes(text)) values.set(text, { text, times: 1 })
}

function isOfText(value: string): boolean {
  return value.startsWith('"')
}

function resultOf(all: readonly Tally[]): BodyCounts {
  const locations: Record<Pointer, LocationCounts> = {}
  const sketches = new Map<Pointer, Sketch>()
  for (const tally of all) {
    if (tally.seen === 0) continue
    const before = Object.hasOwn(locations, tally.location) ? locations[tally.location] : undefined
    locations[tally.location] = sumOf(before, countsOf(tally))
    if (tally.objects === 0 || tally.entities === undefined) continue
    const known = sketches.get(tally.location)
    if (known === undefined) sketches.set(tally.location, tally.entities)
    else known.unite(tally.entities)
  }
  return { locations, entities: Object.fromEntries([...sketches].map(([at, sketch]) => [at, sketch.text()])) }
}

function countsOf({ seen, objects, nulls, dates, numbers, texts, values }: Tally): LocationCounts {
  const counted = [...texts.values(), ...values.values()].filter(({ times }) => times > 0)
  return {
    seen,
    ...(objects > 0 && { objects }),
    ...(nulls > 0 && { nulls }),
    ...(dates > 0 && { dates }),
    ...(numbers > 0 && { numbers }),
    ...(counted.length > 0 && { values: Object.fromEntries(counted.map(({ text, times }) => [text, times])) }),
  }
}

/** Adds counts, because array items and map values share a location. */
function sumOf(a: LocationCounts | undefined, b: LocationCounts): LocationCounts {
  if (a === undefined) return b
  const sum = (name: 'seen' | 'objects' | 'nulls' | 'dates' | 'numbers'): Partial<LocationCounts> => {
    const total = (a[name] ?? 0) + (b[name] ?? 0)
    return total > 0 ? { [name]: total } : {}
  }
  const names = [...new Set([...Object.keys(a.values ?? {}), ...Object.keys(b.values ?? {})])]
  const values = Object.fromEntries(names.map((name) => [name, (a.values?.[name] ?? 0) + (b.values?.[name] ?? 0)]))
  return {
    ...{ seen: a.seen + b.seen, ...sum('objects'), ...sum('nulls'), ...sum('dates'), ...sum('numbers') },
    ...(names.length > 0 && { values }),
  }
}
