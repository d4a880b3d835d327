import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import type { GeneratedSchemas } from './arbitrary.ts'

const mostValues = 300
const depth = 3

/** Returns values near the boundaries of all versions, mixing branches and versions. */
export function valuesNear(versions: readonly GeneratedSchemas[]): readonly Json[] {
  const nodes = versions.flatMap(({ body, components }) => nodesOf(body, components))
  return valuesAt(nodes, { levels: depth, most: mostValues })
}

/** A schema with the components it references. */
interface Node {
  readonly schema: JsonObject
  readonly components: GeneratedSchemas['components']
}

/** Returns all schemas that constrain the same value: behind references and in every branch. */
function nodesOf(value: Json | undefined, components: Node['components'], seen: ReadonlySet<Json> = new Set()): Node[] {
  if (!isObject(value) || seen.has(value)) return []
  const inside = new Set([...seen, value])
  const lists = [value.allOf, value.oneOf, value.anyOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const target = typeof value.$ref === 'string' ? components[value.$ref.replace(/^.*\//, '')] : undefined
  const children = [...lists, value.not, target].flatMap((child) => nodesOf(child, components, inside))
  return [{ schema: value, components }, ...children]
}

interface Limits {
  readonly levels: number
  readonly most: number
}

function valuesAt(nodes: readonly Node[], { levels, most }: Limits): readonly Json[] {
  const scalars = distinct([null, true, 0, 1.5, 'x', ...nodes.flatMap(({ schema }) => scalarsOf(schema))])
  if (levels === 0) return thinned(scalars, most)
  const schemas = nodes.map(({ schema }) => schema)
  const inner = { levels: levels - 1, most: levels === depth ? 16 : 6 }
  const isList = schemas.some(({ type, items }) => items !== undefined || [type].flat().includes('array'))
  const isMap = schemas.some(({ type, properties, required }) => (properties ?? required ?? type) !== undefined)
  const lists = isList ? listsOf(nodes, inner) : [[]]
  const objects = isMap ? objectsOf(nodes, inner, most) : [{}]
  const rest = Math.max(4, most - Math.min(scalars.length + lists.length, most / 2))
  return [...thinned([...scalars, ...lists], most / 2), ...thinned(objects, rest)]
}

function scalarsOf(schema: JsonObject): Json[] {
  const near = ['minimum', 'maximum'].flatMap((keyword) => {
    const value = schema[keyword]
    return typeof value === 'number' ? [value - 1, value - 0.5, value, value + 0.5, value + 1] : []
  })
  const lengths = ['minLength', 'maxLength'].flatMap((keyword) => {
    const value = schema[keyword]
    return typeof value === 'number' ? [value - 1, value, value + 1].filter((length) => length >= 0) : []
  })
  const texts = schema.pattern === undefined ? [] : ['abc', 'xyz', 'A', '']
  const listed = [
    ...(Array.isArray(schema.enum) ? schema.enum : []),
    ...(schema.const === undefined ? [] : [schema.const]),
  ]
  const others = [schema.type].flat().includes('string') ? ['', 'other', 'y'] : []
  return [
    ...listed,
    ...near,
    ...lengths.flatMap((length) => ['a'.repeat(length), 'x'.repeat(length)]),
    ...texts,
    ...others,
  ]
}

function listsOf(nodes: readonly Node[], limits: Limits): Json[] {
  const sizes = nodes.flatMap(({ schema }) =>
    ['minItems', 'maxItems'].flatMap((keyword) =>
      typeof schema[keyword] === 'number' ? [Number(schema[keyword])] : [],
    ),
  )
  const lengths = [...new Set([0, 1, 2, ...sizes.flatMap((size) => [size - 1, size, size + 1])])].filter(
    (size) => size >= 0,
  )
  const items = valuesAt(
    nodes.flatMap(({ schema, components }) => nodesOf(schema.items, components)),
    limits,
  )
  const all: Json[][] = lengths.flatMap((length) => items.map((item) => Array.from({ length }, () => item)))
  const mixed = items.map((item, index) => [item, items[(index + 1) % items.length] ?? null])
  return distinct([...all, ...mixed])
}

/** Returns objects that cover every value of each name, and combinations of them. */
function objectsOf(nodes: readonly Node[], limits: Limits, most: number): JsonObject[] {
  const choices = ['a', 'b', 'extra'].map((name) => {
    const children = nodes.flatMap(({ schema, components }) =>
      nodesOf(own(schema.properties, name) ?? schema.additionalProperties, components),
    )
    if (name === 'extra' && !nodes.some(({ schema }) => schema.additionalProperties !== undefined)) return [undefined]
    return [undefined, ...valuesAt(children, name === 'extra' ? { levels: 0, most: 4 } : limits)]
  })
  const [first = [], second = [], third = []] = choices
  const all = first.flatMap((a) => second.flatMap((b) => third.map((extra) => objectOf({ a, b, extra }))))
  return thinned(all, most)
}

function objectOf(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present = Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries(present)
}

/** Returns at most `most` evenly spaced items. The odd stride avoids favoring some combinations. */
function thinned<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  const stride = list.length / most
  return Array.from({ length: Math.floor(most) }, (_, index) => list[Math.floor(index * stride)] as T)
}

function distinct<T extends Json>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
