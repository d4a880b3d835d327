import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { SchemaCompiler } from '../../model/observation.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { isObject, own } from '../../util/json.ts'

/** A location in a body and its schema. */
export interface Slot {
  /** For example `['items', 0, 'amount']`. */
  readonly path: readonly (string | number)[]
  readonly normal: NormalSchema
  /** Pointer in the description, before resolving `$ref`. */
  readonly pointer?: Pointer
  /** Value in the plain body; undefined for an omitted property. */
  readonly value: Json | undefined
  /** Whether the property is optional; undefined for other locations. */
  readonly optional?: boolean
  /** Union branches that the value doesn't use. */
  readonly variants: readonly Variant[]
}

/** A schema with one union branch selected. */
export interface Variant {
  readonly parts: Conjunction
  readonly group: Pointer
  readonly index: number
}

/** Tools to normalise and validate schemas. */
export interface SlotSources {
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
}

/** Maximum depth; deeper locations and array items after the first are not varied. */
const deepest = 4

/** Returns every described location of a valid body, starting with the body itself. */
export function slotsOf(sources: SlotSources, schema: Conjunction, body: Json): readonly Slot[] {
  const slots: Slot[] = []
  const walk = (parts: Conjunction, value: Json | undefined, path: Slot['path'], optional?: boolean): void => {
    const { normal, variants } = settled(sources, parts, value)
    if (normal.annotations.get('readOnly')?.value === true) return
    const [part] = parts
    slots.push({ ...{ path, normal, value, variants }, pointer: part?.pointer, optional })
    if (path.length >= deepest) return
    if (isObject(value)) {
      for (const [name, property] of normal.properties) {
        walk(property, own(value, name), [...path, name], !normal.required.has(name))
      }
    }
    if (Array.isArray(value) && value[0] !== undefined) {
      walk(normal.prefixItems[0] ?? normal.items, value[0], [...path, 0])
    }
  }
  walk(schema, body, [])
  return slots
}

/** Returns the schema with the first matching branch of each union, and the other branches as variants. */
function settled(
  { reader, compiler }: SlotSources,
  parts: Conjunction,
  value: Json | undefined,
): Pick<Slot, 'normal' | 'variants'> {
  const entered = parts.flatMap((part) => reader.enter(part))
  const normal = reader.normal(entered)
  if (normal.groups.length === 0 || value === undefined) return { normal, variants: [] }
  const choices = normal.groups.map(({ branches, pointer }) => {
    const accepts = (one: Conjunction) => one.every((part) => compiler.compile(part, 'request').accepts(value) === true)
    return { branches, pointer, taken: branches.findIndex(accepts) }
  })
  const taken = choices.flatMap(({ branches, taken: index }) => branches[index] ?? [])
  const variants = choices.flatMap(({ branches, pointer, taken: chosen }) =>
    branches.flatMap((branch, index) => {
      // Unions may have hundreds of branches.
      if (index === chosen || index >= mostVariants) return []
      return [{ parts: [...entered, ...branch.flatMap(reader.enter)], group: pointer, index }]
    }),
  )
  return { normal: reader.normal([...entered, ...taken]), variants }
}

const mostVariants = 20

/** Copies a body with another value at a location; undefined removes a property. */
export function withValue(body: Json, path: Slot['path'], value: Json | undefined): Json | undefined {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(body)) {
    return body.map((item: Json, index) =>
      String(index) === String(key) ? (withValue(item, rest, value) ?? null) : item,
    )
  }
  const node: JsonObject = isObject(body) ? body : {}
  const inner = rest.length === 0 ? value : withValue(own(node, String(key)) ?? {}, rest, value)
  const others = Object.entries(node).filter(([name]) => name !== key)
  if (inner === undefined) return Object.fromEntries(others)
  // Keeps the property's position, so that two runs send the same bytes.
  if (!Object.hasOwn(node, key)) return Object.fromEntries([...others, [key, inner]])
  return Object.fromEntries(Object.entries(node).map(([name, old]) => [name, name === key ? inner : old]))
}
