import type { Json, JsonObject } from '../../model/json.ts'
import { byText } from '../../util/text.ts'
import { mayBeEnumerated } from './opaque.ts'
import { emptyShape, mergeShape, type ObjectShape, type Shape, type TextShape } from './shape.ts'

export interface DraftOptions {
  /** OpenAPI 3.0 has `nullable` and a single type; 3.1 has type arrays (JSON Schema 2020-12 §6.1.1). */
  readonly dialect: '3.0' | '3.1'
  /** Minimum number of values to draft `required`, a format or a map. */
  readonly evidence: number
}

/** Minimum number of exchanges for each value of an enum. */
const leastOfWord = 3

/** Drafts a schema that accepts all values of a shape, and is no narrower than the evidence allows. `name` is the property name. */
export function draftSchema(shape: Shape, options: DraftOptions, name = ''): JsonObject {
  const { nulls, count } = shape
  const kinds = kindsOf(shape, options, name)
  const evidence = { 'x-evidence': count }
  // If only null occurred, the other types are unknown.
  if (kinds.length === 0) return count === 0 ? {} : evidence
  const isNullable = nulls > 0
  if (options.dialect === '3.0') {
    const [only] = kinds
    const nullable = isNullable && { nullable: true }
    if (kinds.length === 1 && only !== undefined) return { ...withNull(only, isNullable), ...nullable, ...evidence }
    const anyOf = kinds.map((kind) => ({ ...withNull(kind, isNullable), ...nullable }))
    return { anyOf, ...evidence }
  }
  const types = kinds.map(({ type }) => type ?? 'object')
  const all = isNullable ? [...types, 'null'] : types
  const type: Json = all.length === 1 ? (all[0] ?? 'object') : all
  const keywords = Object.assign({}, ...kinds.map((kind) => withNull(kind, isNullable)))
  // An enum would reject values of the other types.
  if (kinds.length > 1) delete keywords.enum
  return { ...keywords, type, ...evidence }
}

function withNull(kind: JsonObject, isNullable: boolean): JsonObject {
  return isNullable && Array.isArray(kind.enum) ? { ...kind, enum: [...kind.enum, null] } : kind
}

function kindsOf(shape: Shape, options: DraftOptions, name: string): readonly JsonObject[] {
  const { booleans, integers, fractions, strings, arrays, objects } = shape
  const kinds: JsonObject[] = []
  if (booleans > 0) kinds.push({ type: 'boolean' })
  if (fractions > 0) kinds.push({ type: 'number' })
  else if (integers > 0) kinds.push({ type: 'integer' })
  if (strings !== undefined) kinds.push(textSchema(strings, options, name))
  if (arrays !== undefined) kinds.push({ type: 'array', items: draftSchema(arrays.items, options, name) })
  if (objects !== undefined) kinds.push(objectSchema(objects, options))
  return kinds
}

function textSchema(strings: TextShape, options: DraftOptions, name: string): JsonObject {
  const format = [...strings.formats].find((each) => !['integer', 'number', 'boolean'].includes(each))
  if (format !== undefined && strings.count >= options.evidence) return { type: 'string', format }
  const words = enumOf(strings, options, name)
  return words === undefined ? { type: 'string' } : { type: 'string', enum: words }
}

function enumOf({ words, count }: TextShape, { evidence }: DraftOptions, name: string): readonly string[] | undefined {
  if (words === undefined || words.size < 2 || !mayBeEnumerated(name)) return undefined
  const all = [...words]
  const isEnough = count >= 4 * evidence && all.every(([, { exchanges }]) => exchanges >= leastOfWord)
  return isEnough ? all.map(([text]) => text).sort(byText) : undefined
}

function objectSchema(objects: ObjectShape, options: DraftOptions): JsonObject {
  const { count, properties, rest, isOpen } = objects
  if (isMap(objects, options)) {
    const values = emptyShape()
    if (rest !== undefined) mergeShape(values, structuredClone(rest))
    for (const shape of properties.values()) mergeShape(values, structuredClone(shape))
    return { type: 'object', additionalProperties: isOpen ? true : draftSchema(values, options) }
  }
  const sorted = [...properties].sort(([a], [b]) => byText(a, b))
  const required = sorted.filter(([, shape]) => shape.count === count).map(([name]) => name)
  return {
    type: 'object',
    ...(sorted.length > 0 && { properties: membersOf(sorted, options) }),
    ...(required.length > 0 && count >= options.evidence && { required }),
    ...(isOpen ? { additionalProperties: true } : rest && { additionalProperties: draftSchema(rest, options) }),
  }
}

function membersOf(sorted: readonly (readonly [string, Shape])[], options: DraftOptions): JsonObject {
  // `Object.fromEntries` also supports the name `__proto__`.
  return Object.fromEntries(sorted.map(([name, shape]) => [name, draftSchema(shape, options, name)] as const))
}

/** Whether an object is a map: names vary but values are similar. Such names may be personal data. */
function isMap({ count, properties, rest }: ObjectShape, { evidence }: DraftOptions): boolean {
  if (rest !== undefined && properties.size === 0) return true
  if (properties.size < 8 || count < evidence) return false
  const shapes = [...properties.values()]
  return shapes.every((shape) => 2 * shape.count <= count && kindOf(shape) === kindOf(shapes[0]))
}

function kindOf(shape: Shape | undefined): string {
  if (shape === undefined) return ''
  const { booleans, integers, fractions, strings, arrays, objects } = shape
  return [
    booleans > 0,
    integers + fractions > 0,
    strings !== undefined,
    arrays !== undefined,
    objects !== undefined,
  ].join()
}

/** Drafts the schema of a parameter, whose values are strings in a URL or header. */
export function draftTextSchema(shape: Shape, options: DraftOptions, name: string): JsonObject {
  const { strings } = shape
  if (strings === undefined) return { type: 'string' }
  const type = ['boolean', 'integer', 'number'].find((each) => strings.formats.has(each))
  return type !== undefined && strings.count >= options.evidence
    ? { type, 'x-evidence': shape.count }
    : draftSchema(shape, options, name)
}
