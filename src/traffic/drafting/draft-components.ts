import type { Json, JsonObject } from '../../model/json.ts'
import { canonical, isObject, own } from '../../util/json.ts'
import { byText } from '../../util/text.ts'

/** An object schema with the evidence of all its places. */
interface Found {
  places: number
  schema: JsonObject
  readonly name: string
}

/** Drafted paths, and the object schemas that several places of them share. */
export interface SharedSchemas {
  readonly paths: JsonObject
  /** By name. */
  readonly schemas: JsonObject
}

/** Makes one component of object schemas that are the same, evidence aside. */
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

/** Counts the object schemas in a value. Those of properties are called by their names. */
function collect(node: Json, noun: string, found: Map<string, Found>, names: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) collect(item, noun, found, names)
  if (!isObject(node)) return
  // What is in a schema that was seen is in one place, too.
  if (isRecord(node) && isKnown(node, noun, found, names)) return
  const properties = isRecord(node) ? node.properties : {}
  for (const child of Object.values(node)) if (child !== properties) collect(child, noun, found, names)
  for (const [name, child] of Object.entries(properties)) collect(child, name, found, names)
}

/** Notes a schema. Returns whether the same one was seen before. */
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

/** One property alone says nothing of what an object is. */
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

/** A part of a schema with the evidence of another that is the same but for it. */
function withEvidence(name: string, one: Json, other: Json | undefined): Json {
  if (name === 'x-evidence') return Number(one) + Number(other ?? 0)
  if (Array.isArray(one))
    return one.map((item, at) => withEvidence('', item, Array.isArray(other) ? other[at] : undefined))
  return isObject(one) ? mapMembers(one, (key, child) => withEvidence(key, child, own(other, key))) : one
}

/** `/v1/orders/{id}` is about orders. */
function nounOf(path: string): string {
  const literal = path.split('/').findLast((segment) => /^[A-Za-z]/.test(segment))
  return literal ?? 'Object'
}

/** `order-items` → `OrderItem`, `OrderItem2`. */
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

/** `order-items` and `order_items` → `OrderItems`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('')
}
