import type { Json, JsonObject } from '../../model/json.ts'
import { canonical, isObject, own } from '../../util/json.ts'
import { byText } from '../../util/text.ts'

/** An object schema, with the evidence of all its occurrences. */
interface Found {
  places: number
  schema: JsonObject
  readonly name: string
}

export interface SharedSchemas {
  readonly paths: JsonObject
  /** By component name. */
  readonly schemas: JsonObject
}

/** Moves object schemas that are equal except for their evidence to components. */
export function shareSchemas(paths: JsonObject): SharedSchemas {
  const found = new Map<string, Found>()
  const names = new Set<string>()
  for (const [path, item] of Object.entries(paths)) collect(item, nounOf(path), found, names)
  const schemas = new Map<string, JsonObject>()
  const inside = (node: JsonObject): JsonObject => mapMembers(node, (_, child) => replaced(child))
  const replaced = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(replaced)
    if (!isObject(node)) return node
    const shared = isRecord(node) ? found.get(keyOf(node)) : undefined
    if (shared === undefined || shared.places === 1) return inside(node)
    const { name, schema } = shared
    if (!schemas.has(name)) schemas.set(name, inside(schema))
    return { $ref: `#/components/schemas/${name}` }
  }
  return { paths: inside(paths), schemas: Object.fromEntries([...schemas].sort(([a], [b]) => byText(a, b))) }
}

/** A nested schema is named after its property. */
function collect(node: Json, noun: string, found: Map<string, Found>, names: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) collect(item, noun, found, names)
  if (!isObject(node)) return
  // Schemas nested in a known schema were already counted.
  if (isRecord(node) && isKnown(node, noun, found, names)) return
  const properties = isRecord(node) ? node.properties : {}
  for (const child of Object.values(node)) if (child !== properties) collect(child, noun, found, names)
  for (const [name, child] of Object.entries(properties)) collect(child, name, found, names)
}

/** Counts an occurrence of a schema. Returns whether it occurred before. */
function isKnown(node: JsonObject, noun: string, found: Map<string, Found>, names: Set<string>): boolean {
  const key = keyOf(node)
  const known = found.get(key)
  if (known === undefined) found.set(key, { places: 1, schema: node, name: uniqueName(noun, names) })
  else {
    known.places++
    known.schema = mapMembers(known.schema, (name, child) => withEvidence(name, child, own(node, name)))
  }
  return known !== undefined
}

function mapMembers(node: JsonObject, map: (name: string, child: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, map(name, child)]))
}

/** A single property is not enough to identify a type. */
function isRecord(node: JsonObject): node is JsonObject & { readonly properties: JsonObject } {
  const { type, properties } = node
  return type === 'object' && isObject(properties) && Object.keys(properties).length > 1
}

function keyOf(schema: JsonObject): string {
  return canonical(withoutEvidence(schema))
}

function withoutEvidence(node: Json): Json {
  if (Array.isArray(node)) return node.map(withoutEvidence)
  if (!isObject(node)) return node
  const kept = Object.entries(node).filter(([key]) => key !== 'x-evidence')
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutEvidence(child)]))
}

/** Merges a schema with an equal one, adding up their evidence. */
function withEvidence(name: string, one: Json, other: Json | undefined): Json {
  if (name === 'x-evidence') return Number(one) + Number(other ?? 0)
  if (Array.isArray(one))
    return one.map((item, at) => withEvidence('', item, Array.isArray(other) ? other[at] : undefined))
  return isObject(one) ? mapMembers(one, (key, child) => withEvidence(key, child, own(other, key))) : one
}

/** Guesses the noun of a path: `orders` for `/v1/orders/{id}`. */
function nounOf(path: string): string {
  const literal = path.split('/').findLast((segment) => /^[A-Za-z]/.test(segment))
  return literal ?? 'Object'
}

/** Returns an unused component name: `OrderItem` for `order-items`, or `OrderItem2`. */
function uniqueName(noun: string, names: Set<string>): string {
  const one = noun.replace(/ies$/i, 'y').replace(/(?<=[^s])s$/i, '')
  const name = pascal(one) || 'Object'
  for (let number = 1; ; number++) {
    const unique = number === 1 ? name : `${name}${number}`
    if (names.has(unique)) continue
    names.add(unique)
    return unique
  }
}

/** Converts `order-items` and `order_items` to `OrderItems`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('')
}
