import { type Dialect, dialects } from '../../model/dialect.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

const schemaTypes: ReadonlySet<string> = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'])

const isSchema = (value: Json): boolean => typeof value === 'boolean' || isObject(value)

const isText = (value: Json): boolean => typeof value === 'string'

const isCount = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0

const isTextList = (value: Json): boolean => Array.isArray(value) && value.every(isText)

const schema: Shape = ['a schema', isSchema]

const schemas: Shape = ['a non-empty list of schemas', (value) => Array.isArray(value) && value.length > 0]

const map: Shape = ['an object', isObject]

const text: Shape = ['a string', isText]

const flag: Shape = ['a boolean', (value) => typeof value === 'boolean']

const number: Shape = ['a number', (value) => typeof value === 'number' && Number.isFinite(value)]

const count: Shape = ['a non-negative integer', isCount]

const step: Shape = ['a number greater than 0', (value) => typeof value === 'number' && value > 0 && value < Infinity]

const list: Shape = ['a non-empty list', (value) => Array.isArray(value) && value.length > 0]

const names: Shape = ['a list of property names', isTextList]

const dependents: Shape = [
  'an object of lists of property names',
  (value) => isObject(value) && Object.values(value).every(isTextList),
]

const shapes: ReadonlyMap<string, Shape> = new Map([
  ...each(text, '$ref', 'pattern', 'format'),
  ...each(flag, 'uniqueItems', 'readOnly', 'writeOnly', 'deprecated'),
  ...each(number, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...each(step, 'multipleOf'),
  ...each(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...each(count, 'minContains', 'maxContains'),
  ...each(list, 'enum'),
  ...each(names, 'required'),
  ...each(dependents, 'dependentRequired'),
  ...each(map, 'properties', 'patternProperties', 'dependentSchemas'),
  ...each(schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...each(schema, 'items', 'contains', 'unevaluatedItems', 'not', 'if', 'then', 'else'),
  ...each(schema, 'additionalProperties', 'unevaluatedProperties', 'propertyNames'),
])

/** A schema object rewritten to JSON Schema 2020-12, with its flaws. */
export interface Rewritten {
  readonly schema: JsonObject | boolean
  /** Keywords without a valid meaning. They are dropped and not checked. */
  readonly dropped: readonly string[]
  /** Keywords of another dialect or with a disputed meaning. They are applied. */
  readonly mislabelled: readonly string[]
}

interface Draft {
  readonly schema: Record<string, Json>
  readonly dialect: Dialect
  readonly dropped: string[]
  readonly mislabelled: string[]
}

/** Keywords for the same value that can reject null although `type` allows it. */
const sameValue = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'discriminator'] as const

const nothing: readonly string[] = []
const synthetic = new WeakSet<object>()
const nullSchema: JsonObject = { type: 'null' }
synthetic.add(nullSchema)

const memo: Readonly<Record<Dialect, WeakMap<object, Rewritten>>> = {
  '2.0': new WeakMap(),
  '3.0': new WeakMap(),
  '3.1': new WeakMap(),
  '3.2': new WeakMap(),
}

/**
 * Rewrites a schema object to JSON Schema 2020-12. Shallow: children are rewritten when visited. Cached per node; a modern node is returned
 * unchanged. `nullable: true` (2.0: `x-nullable`) adds null to `type` and `enum`, as published descriptions mean it; OpenAPI 3.0.3 requires
 * null in the `enum` too, so its absence is a flaw. `$ref`, `allOf` and similar keywords move into `anyOf: [{ … }, { type: 'null' }]` with
 * synthetic branches. Keywords of other dialects are applied.
 */
export function modernSchema(node: Json, dialect: Dialect): JsonObject | boolean {
  return rewritten(node, dialect).schema
}

/** Returns the dropped and mislabelled keywords of a schema object as sentences. */
export function schemaFlaws(node: Json, dialect: Dialect): readonly string[] {
  const { dropped, mislabelled } = rewritten(node, dialect)
  return mislabelled.length === 0 ? dropped : [...dropped, ...mislabelled]
}

/** Returns the flaws that drop a keyword from validation. */
export function droppedKeywords(node: Json, dialect: Dialect): readonly string[] {
  return rewritten(node, dialect).dropped
}

/** Returns whether `modernSchema` created the schema, which then has no pointer. The children keep the original's locations. */
export function isSynthetic(schema: Json | undefined): boolean {
  return isObject(schema) && synthetic.has(schema)
}

/** Like `modernSchema`, including flaws. */
export function rewritten(node: Json, dialect: Dialect): Rewritten {
  if (typeof node === 'boolean') return { schema: node, dropped: nothing, mislabelled: nothing }
  if (!isObject(node)) return { schema: true, dropped: ['a schema must be an object'], mislabelled: nothing }
  const known = memo[dialect].get(node)
  if (known !== undefined) return known
  const made = synthetic.has(node) ? { schema: node, dropped: nothing, mislabelled: nothing } : rewrite(node, dialect)
  memo[dialect].set(node, made)
  return made
}

/** Keywords that may need rewriting even if well-formed. */
const suspects = new Set([
  'nullable',
  'x-nullable',
  'additionalItems',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'type',
  'const',
  '$dynamicRef',
])

function rewrite(node: JsonObject, dialect: Dialect): Rewritten {
  const { hasJsonSchema } = dialects[dialect]
  const isBareRef = !hasJsonSchema && Object.hasOwn(node, '$ref') && typeof node.$ref === 'string'
  const keys = Object.keys(node)
  let clean = true
  for (let index = 0; index < keys.length && clean; index++) {
    const key = keys[index] ?? ''
    const value = node[key] ?? null
    clean = (!suspects.has(key) || isPlainType(key, value)) && malformed(key, value) === undefined
  }
  // A lone `$ref` has no siblings to drop.
  if (clean && (!isBareRef || keys.length === 1)) return { schema: node, dropped: nothing, mislabelled: nothing }

  const draft: Draft = { schema: isBareRef ? bareRef(node) : { ...node }, dialect, dropped: [], mislabelled: [] }
  moveExclusiveBound(draft, 'exclusiveMinimum', 'minimum')
  moveExclusiveBound(draft, 'exclusiveMaximum', 'maximum')
  moveTuple(draft)
  keepKnownTypes(draft)
  followDynamic(draft)
  if (!hasJsonSchema && Object.hasOwn(draft.schema, 'const')) draft.mislabelled.push(notOf('const', dialect))
  dropMalformed(draft)
  allowNull(draft)
  return draft
}

const notOf = (keyword: string, dialect: Dialect) => `${keyword} is not of OpenAPI ${dialect}; honoured`
const isPlainType = (key: string, value: Json) => key === 'type' && typeof value === 'string' && schemaTypes.has(value)

/** OpenAPI 2.0 and 3.0 ignore siblings of `$ref`; nullable siblings still allow null. */
function bareRef(node: JsonObject): Record<string, Json> {
  const kept = ['$ref', 'nullable', 'x-nullable'].filter((key) => Object.hasOwn(node, key))
  return Object.fromEntries(kept.map((key) => [key, node[key] as Json]))
}

function moveExclusiveBound({ schema, dialect, dropped, mislabelled }: Draft, exclusive: string, bound: string): void {
  const flag = schema[exclusive]
  const { hasJsonSchema } = dialects[dialect]
  if (typeof flag === 'number' && !hasJsonSchema) mislabelled.push(notOf(`a number as ${exclusive}`, dialect))
  if (typeof flag !== 'boolean') return
  if (hasJsonSchema) mislabelled.push(notOf(`a boolean as ${exclusive}`, dialect))
  delete schema[exclusive]
  if (!flag) return
  const value = schema[bound]
  if (typeof value !== 'number') {
    dropped.push(`${exclusive} without ${bound} says nothing`)
    return
  }
  schema[exclusive] = value
  delete schema[bound]
}

/** In 2020-12, the list form of `items` is `prefixItems`, and `additionalItems` is `items`. */
function moveTuple({ schema, dialect, mislabelled }: Draft): void {
  const { items, additionalItems: rest } = schema
  delete schema.additionalItems
  if (!Array.isArray(items)) return
  mislabelled.push(notOf('a list as items', dialect))
  delete schema.items
  if (items.length > 0) schema.prefixItems = items
  if (rest !== undefined) schema.items = rest
  else if (!dialects[dialect].hasJsonSchema) unordered.add(schema)
}

const unordered = new WeakSet<object>()

/** Returns whether `items` is an array of schemas in OpenAPI 2.0 or 3.0, which don't allow it. Authors mean a tuple or alternatives, so an item is valid if any of the schemas accepts it. */
export function isUnordered(schema: JsonObject): boolean {
  return unordered.has(schema)
}

/** Turns a dynamic reference into a plain one, which is equivalent if a single anchor has the name; otherwise it doesn't resolve. */
function followDynamic({ schema, dialect }: Draft): void {
  const { $dynamicRef: ref } = schema
  if (!dialects[dialect].hasJsonSchema || typeof ref !== 'string' || !ref.startsWith('#') || schema.$ref !== undefined)
    return
  schema.$ref = ref
  delete schema.$dynamicRef
}

function keepKnownTypes({ schema, dialect, dropped, mislabelled }: Draft): void {
  const { type } = schema
  if (type === undefined) return
  const listed = Array.isArray(type) ? type : [type]
  const known = listed.filter((one) => typeof one === 'string' && schemaTypes.has(one))
  const isFile = dialects[dialect].isSwagger && type === 'file'
  if (known.length < listed.length && !isFile) {
    const unknown = listed.filter((one) => !known.includes(one))
    dropped.push(`type ${unknown.map((one) => JSON.stringify(one)).join(', ')} is not a type`)
  } else if (listed.length === 0) dropped.push('type must not be an empty list')
  const isLater = Array.isArray(type) || type === 'null'
  if (isLater && !dialects[dialect].hasJsonSchema) mislabelled.push(notOf(`type ${JSON.stringify(type)}`, dialect))
  // An unknown type next to known ones may be the actual one, so `type` is dropped.
  if (known.length < listed.length || known.length === 0) delete schema.type
}

function dropMalformed({ schema, dropped }: Draft): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const wanted = malformed(keyword, value)
    if (wanted === undefined) continue
    dropped.push(`${keyword} must be ${wanted}`)
    delete schema[keyword]
  }
}

function allowNull({ schema, dialect, mislabelled }: Draft): void {
  const isNullable = schema.nullable === true || schema['x-nullable'] === true
  const { nullKeyword: usual } = dialects[dialect]
  for (const keyword of ['nullable', 'x-nullable']) {
    if (schema[keyword] === true && keyword !== usual) mislabelled.push(notOf(keyword, dialect))
    delete schema[keyword]
  }
  if (!isNullable) return

  const { type, enum: values, const: constant } = schema
  if (typeof type === 'string' && type !== 'null') schema.type = [type, 'null']
  if (Array.isArray(type) && !type.includes('null')) schema.type = [...type, 'null']
  if (Array.isArray(values) && !values.includes(null)) {
    schema.enum = [...values, null]
    mislabelled.push('enum does not list null although null is allowed; null is accepted')
  }
  if (constant !== undefined && constant !== null) {
    schema.enum = [constant, null]
    delete schema.const
  }
  addNullBranch(schema)
}

function addNullBranch(schema: Record<string, Json>): void {
  const refusing = sameValue.filter((keyword) => Object.hasOwn(schema, keyword))
  if (refusing.length === 0) return
  const branch: JsonObject = Object.fromEntries(refusing.map((keyword) => [keyword, schema[keyword] as Json]))
  for (const keyword of refusing) delete schema[keyword]
  synthetic.add(branch)
  schema.anyOf = [branch, nullSchema]
}

type Shape = readonly [wanted: string, test: (value: Json) => boolean]

function each(shape: Shape, ...keywords: readonly string[]): [string, Shape][] {
  return keywords.map((keyword) => [keyword, shape])
}

/** Returns the expected form of a malformed keyword, or `undefined` if it is well-formed or unknown. */
function malformed(keyword: string, value: Json): string | undefined {
  const shape = shapes.get(keyword)
  return shape === undefined || shape[1](value) ? undefined : shape[0]
}
