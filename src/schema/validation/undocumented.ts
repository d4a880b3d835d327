import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { UndocumentedProperty } from '../../model/observation.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { escapeToken } from '../../util/pointer.ts'
import type { SchemaBuilder } from '../compiling/build.ts'
import type { Generated } from '../compiling/generated.ts'
import { isAssumed } from '../keywords/marks.ts'
import { compilePattern, type Pattern } from '../patterns/patterns.ts'
import { keeps, mostUnnamed } from './budget.ts'

/** The names in all schemas that may apply to one value. */
interface Shape {
  readonly named: ReadonlyMap<string, readonly Generated[]>
  readonly patterns: readonly { readonly pattern: Pattern; readonly rule: Json }[]
  readonly additional: readonly Generated[]
  readonly prefix: readonly (readonly Generated[])[]
  readonly items: readonly Generated[]
  /** The first that names properties; undefined when none does, or when one allows others. */
  readonly owner?: Generated
  /** Named properties as they were met, so that the next object of the kind costs a comparison per property. */
  readonly met: Map<string, Met>
  /** The entry before the first property. */
  readonly start: Met
}

/** A named property that was met in a value. */
interface Met {
  readonly name: string
  /** Of its value; undefined when its content is not described. */
  readonly inside: Shape | undefined
  /** The property after it in the last object: objects of a list hold their properties in the same order. */
  next?: Met
}

/** Where the walk is; written out only when something is found. */
interface Step {
  readonly parent: Step | undefined
  readonly token: string | number
  /** One of many: an index, or a key of a map. */
  readonly isOneOfMany: boolean
}

/** Finds properties that no schema names: ajv never reports them, since objects are open by default. */
export interface PropertyWalker {
  undocumented(schema: Generated, value: Json): readonly UndocumentedProperty[]
}

const none: readonly UndocumentedProperty[] = []

/** Makes a walker over the schemas of a builder; results for a schema are memoised. */
export function createPropertyWalker(builder: SchemaBuilder): PropertyWalker {
  const shapeOf = shapeReader(builder)

  /**
   * Whether every property is named, as far as a fast check decides: patterns, tuples and
   * unnamed properties are left to the walk that follows. Allocates nothing for a value like the last one.
   */
  function isDocumented(shape: Shape, value: object): boolean {
    if (Array.isArray(value)) return shape.prefix.length === 0 && areDocumented(shapeOf(shape.items), value)
    let last = shape.start
    // JSON has no inherited properties, and this is several times faster than a list of keys.
    for (const name in value) {
      const { next } = last
      const met = next !== undefined && next.name === name ? next : meet(shape, name)
      if (met === undefined) {
        if (shape.owner !== undefined || shape.patterns.length > 0) return false
        const child = (value as JsonObject)[name]
        if (typeof child === 'object' && child !== null && !areDocumented(shapeOf(shape.additional), [child]))
          return false
        continue
      }
      if (next !== met) last.next = met
      last = met
      if (met.inside === undefined) continue
      // A value walked is JSON.
      const child = (value as JsonObject)[name]
      if (typeof child === 'object' && child !== null && !isDocumented(met.inside, child)) return false
    }
    return true
  }

  function areDocumented(shape: Shape | undefined, items: readonly Json[]): boolean {
    if (shape === undefined) return true
    for (const item of items) {
      if (typeof item === 'object' && item !== null && !isDocumented(shape, item)) return false
    }
    return true
  }

  function meet(shape: Shape, name: string): Met | undefined {
    const known = shape.met.get(name)
    const schemas = shape.named.get(name)
    if (known !== undefined || schemas === undefined) return known
    const made: Met = { name, inside: shapeOf(schemas) }
    shape.met.set(name, made)
    return made
  }

  function walk(shape: Shape | undefined, value: Json, at: Step | undefined, found: UndocumentedProperty[]): void {
    if (shape === undefined || typeof value !== 'object' || value === null) return
    if (isObject(value)) walkObject(shape, value, at, found)
    if (!Array.isArray(value)) return
    const rest = shapeOf(shape.items)
    value.forEach((item, token) => {
      const prefix = shape.prefix[token]
      const inside = prefix === undefined ? rest : shapeOf(prefix)
      if (inside !== undefined) walk(inside, item, { parent: at, token, isOneOfMany: true }, found)
    })
  }

  function walkObject(shape: Shape, value: JsonObject, parent: Step | undefined, found: UndocumentedProperty[]): void {
    let around: Pointer | undefined
    for (const token of Object.keys(value)) {
      const child = value[token] ?? null
      if (shape.named.has(token)) {
        if (typeof child !== 'object' || child === null) continue
        const inside = meet(shape, token)?.inside
        if (inside !== undefined) walk(inside, child, { parent, token, isOneOfMany: false }, found)
        continue
      }
      const rules = shape.patterns.filter(({ pattern }) => pattern.test(token)).map(({ rule }) => rule)
      if (rules.length > 0) walk(shapeOf(schemasIn(rules)), child, { parent, token, isOneOfMany: true }, found)
      else if (shape.owner === undefined)
        walk(shapeOf(shape.additional), child, { parent, token, isOneOfMany: true }, found)
      else {
        const origin = builder.origin(shape.owner)
        const { pointer: schemaPointer } = origin
        const assumed = isAssumed(origin, 'additionalProperties', token)
        around ??= parent === undefined ? '' : written(parent).location
        if (keeps(`undocumented ${around}`, mostUnnamed))
          found.push({ ...written({ parent, token, isOneOfMany: false }), schemaPointer, observed: child, assumed })
      }
    }
  }

  const roots = new WeakMap<Generated, readonly Generated[]>()
  const rootOf = (schema: Generated): Shape | undefined => {
    const list = roots.get(schema) ?? [schema]
    if (!roots.has(schema)) roots.set(schema, list)
    return shapeOf(list)
  }

  return {
    undocumented(schema, value) {
      const shape = rootOf(schema)
      if (shape === undefined || typeof value !== 'object' || value === null || isDocumented(shape, value)) return none
      const found: UndocumentedProperty[] = []
      walk(shape, value, undefined, found)
      return found
    },
  }
}

/** Reads shapes, each set of schemas once. */
function shapeReader(builder: SchemaBuilder): (schemas: readonly Generated[]) => Shape | undefined {
  const shapes = new Map<string, Shape | undefined>()
  // The same list, a shape's own, is requested repeatedly.
  const lists = new WeakMap<readonly Generated[], { readonly shape: Shape | undefined }>()
  const numbers = new WeakMap<Generated, number>()
  let count = 0
  const numberOf = (schema: Generated): number => {
    const known = numbers.get(schema)
    if (known !== undefined) return known
    numbers.set(schema, ++count)
    return count
  }
  const read = (schemas: readonly Generated[]): Shape | undefined => {
    const key = schemas.map(numberOf).join()
    if (shapes.has(key)) return shapes.get(key)
    const made = readShape(closure(builder, schemas))
    shapes.set(key, made)
    return made
  }
  return (schemas) => {
    if (schemas.length === 0) return undefined
    const known = lists.get(schemas)
    if (known !== undefined) return known.shape
    const shape = read(schemas)
    lists.set(schemas, { shape })
    return shape
  }
}

function written(step: Step): { readonly instancePointer: Pointer; readonly location: Pointer } {
  let [instancePointer, location] = ['', '']
  for (let at: Step | undefined = step; at !== undefined; at = at.parent) {
    const token = escapeToken(String(at.token))
    instancePointer = `/${token}${instancePointer}`
    location = `/${at.isOneOfMany ? '*' : token}${location}`
  }
  return { instancePointer, location }
}

/** The schemas with all that may apply to the same value: what each branch names is documented. */
function closure(builder: SchemaBuilder, schemas: readonly Generated[]): readonly Generated[] {
  const found = new Set(schemas)
  for (const schema of found) {
    if (typeof schema.$ref === 'string') found.add(builder.target(schema.$ref).schema)
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const branch of ownArray(schema, keyword)) add(branch)
    }
    for (const keyword of ['if', 'then', 'else']) add(schema[keyword])
    for (const [, dependent] of ownEntries(schema, 'dependentSchemas')) add(dependent)
  }
  return [...found]

  function add(schema: Json | undefined): void {
    // Objects at these keywords are generated schemas.
    if (isObject(schema)) found.add(schema as Generated)
  }
}

/** Undefined when the schemas do not describe the content of a value. */
function readShape(parts: readonly Generated[]): Shape | undefined {
  const named = new Map<string, readonly Generated[]>()
  for (const part of parts) {
    for (const [name, rule] of ownEntries(part, 'properties')) {
      named.set(name, [...(named.get(name) ?? []), ...schemasIn([rule])])
    }
  }
  const patterns = parts
    .flatMap((part) => ownEntries(part, 'patternProperties'))
    .map(([source, rule]) => ({ pattern: compilePattern(source), rule }))
  const open = parts.flatMap((part) => [own(part, 'additionalProperties'), own(part, 'unevaluatedProperties')])
  const isOpen = open.some((rule) => rule === true || isObject(rule))
  const owner = parts.find((part) => part.properties !== undefined || part.patternProperties !== undefined)
  // A required property is named, even if it is not described further.
  const required = isOpen ? [] : parts.flatMap((part) => ownArray(part, 'required')).map(String)
  for (const name of required) {
    if (!named.has(name) && !patterns.some(({ pattern }) => pattern.test(name))) named.set(name, [])
  }
  const additional = schemasIn(open)
  const longest = Math.max(0, ...parts.map((part) => ownArray(part, 'prefixItems').length))
  const items = schemasIn(
    parts.flatMap((part) => [own(part, 'items'), own(part, 'contains'), own(part, 'unevaluatedItems')]),
  )
  const prefix = Array.from({ length: longest }, (_, index) =>
    schemasIn(parts.map((part) => ownArray(part, 'prefixItems')[index] ?? own(part, 'items'))),
  )
  if (named.size + patterns.length + additional.length + items.length + prefix.length === 0) return undefined
  return {
    ...{ named, patterns, additional, prefix, items, met: new Map(), start: { name: '', inside: undefined } },
    ...(isOpen || owner === undefined ? {} : { owner }),
  }
}

/** Objects among the values of keywords that hold schemas are generated schemas. */
function schemasIn(values: readonly (Json | undefined)[]): Generated[] {
  return values.filter(isObject) as Generated[]
}
