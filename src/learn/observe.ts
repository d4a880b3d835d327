import type { Json, JsonObject, Pointer } from '../model/json.ts'
import type { Parameter } from '../model/operation.ts'
import type { BodyCounts, LocationCounts, ObservedExchange, Shape, Statistics } from '../model/statistics.ts'
import { canonical, isObject, own } from '../util/json.ts'
import { joinPointer } from '../util/pointer.ts'
import { sketchOf, uniteAll } from './entities.ts'

/** Counts what one call with a response shows. `shape`: how the description describes its body. */
export function observe(observedExchange: ObservedExchange, shape: Shape | undefined): Statistics {
  const { operation, response, mediaType, headers, json } = observedExchange
  const type = response && mediaType && `${response.status} ${mediaType.type}`
  const seenHeaders = (response?.headers ?? []).filter(({ name }) => Object.hasOwn(headers, name.toLowerCase()))
  const counts = {
    calls: 1,
    parameters: once(sentParameters(observedExchange)),
    responses: once(response === undefined ? [] : [response.status]),
    headers: once(seenHeaders.map(({ name }) => `${response?.status} ${name}`)),
    contentTypes: once(type === undefined ? [] : [type]),
    bodies: type === undefined || shape === undefined || json === undefined ? {} : { [type]: countBody(shape, json) },
  }
  return { runs: 0, operations: { [operation.key]: counts } }
}

/** The documented parameters that a request carries, as statistics call them. */
export function sentParameters(exchange: ObservedExchange): readonly string[] {
  return exchange.operation.parameters.filter((one) => isSent(one, exchange)).map(parameterName)
}

/** `query page`: what a parameter is called in statistics and coverage. */
export function parameterName({ in: location, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${location} ${name}`
}

function once(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, 1]))
}

/** Whether a request carries a parameter. An exploded object is spread over its properties, a deep one over brackets. */
function isSent(parameter: Parameter, { path, requestHeaders }: ObservedExchange): boolean {
  const { name, in: location, schema, explode } = parameter
  if (location === 'path') return true
  if (location === 'header') return Object.hasOwn(requestHeaders, name.toLowerCase())
  if (location === 'cookie') return new RegExp(`(?:^|;\\s*)${literally(name)}=`).test(requestHeaders.cookie ?? '')
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : ''
  if (location === 'querystring') return query !== ''
  const sent = [...new URLSearchParams(query).keys()]
  const properties = explode ? own(schema?.node, 'properties') : undefined
  return sent.some(
    (key) => key === name || key.startsWith(`${name}[`) || (isObject(properties) && Object.hasOwn(properties, key)),
  )
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

interface Counting {
  readonly locations: Record<Pointer, Writable<LocationCounts>>
  readonly entities: Map<Pointer, Set<string>>
}

function countBody(shape: Shape, json: Json): BodyCounts {
  const counting: Counting = { locations: {}, entities: new Map() }
  visit(counting, { shape, location: '', around: [] }, json)
  const { locations, entities } = counting
  return { locations, entities: Object.fromEntries([...entities].map(([at, found]) => [at, uniteAll(found)])) }
}

interface Step {
  readonly shape: Shape
  readonly location: Pointer
  /** Shapes it is part of: one met again inside itself is counted, not entered. */
  readonly around: readonly Shape[]
}

function visit(counting: Counting, { shape, location, around }: Step, value: Json): void {
  counting.locations[location] ??= { seen: 0 }
  const counts = counting.locations[location]
  counts.seen++
  if (value === null) counts.nulls = (counts.nulls ?? 0) + 1
  else if (isObject(value)) visitObject(counting, counts, { shape, location, around }, value)
  else if (Array.isArray(value)) {
    const inside = around.includes(shape) ? undefined : shape.read().items
    if (inside === undefined) return
    const step = { shape: inside, location: `${location}/*`, around: [...around, shape] }
    for (const item of value) visit(counting, step, item)
  } else countScalar(shape, counts, value)
}

function visitObject(
  counting: Counting,
  counts: Writable<LocationCounts>,
  { shape, location, around }: Step,
  value: JsonObject,
): void {
  counts.objects = (counts.objects ?? 0) + 1
  if (isEntityLocation(location)) addEntity(counting.entities, location, value)
  if (around.includes(shape)) return
  const { properties, additional } = shape.read()
  const inner = [...around, shape]
  for (const [name, child] of Object.entries(value)) {
    const property = properties.get(name)
    if (property !== undefined)
      visit(counting, { shape: property.shape, location: joinPointer(location, name), around: inner }, child)
    else if (additional !== undefined)
      visit(counting, { shape: additional, location: `${location}/*`, around: inner }, child)
  }
}

function addEntity(entities: Counting['entities'], location: Pointer, entity: JsonObject): void {
  const found = entities.get(location)
  if (found === undefined) entities.set(location, new Set([sketchOf(entity)]))
  else found.add(sketchOf(entity))
}

/** The whole body, an item of a list or a value of a map: what is not part of another entity. */
export function isEntityLocation(location: Pointer): boolean {
  return location === '' || location.endsWith('/*')
}

const date = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/
const number = /^-?\d+(?:\.\d+)?$/

function countScalar(shape: Shape, counts: Writable<LocationCounts>, value: Json): void {
  const { values, isText } = shape.read()
  if (values.length > 0) countValue(values, counts, canonical(value))
  if (!isText || typeof value !== 'string') return
  if (date.test(value)) counts.dates = (counts.dates ?? 0) + 1
  if (number.test(value)) counts.numbers = (counts.numbers ?? 0) + 1
}

function countValue(values: readonly string[], counts: Writable<LocationCounts>, text: string): void {
  if (values.includes(text)) counts.values = { ...counts.values, [text]: (counts.values?.[text] ?? 0) + 1 }
}
