import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { UndocumentedProperty } from '../../model/observation.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { escapeToken } from '../../util/pointer.ts'
import type { SchemaBuilder } from '../compiling/build.ts'
import type { Generated } from '../compiling/generated.ts'
import { isAssumed } from '../keywords/marks.ts'
import { compilePattern, type Pattern } from '../patterns/patterns.ts'
import { keeps, mostUnnamed } from './budget.ts'

/** Property names of all schemas that can apply to a value. */
interface Shape {
  readonly named: ReadonlyMap<string, readonly Generated[]>
  readonly patterns: readonly { readonly pattern: Pattern; readonly rule: Json }[]
  readonly additional: readonly Generated[]
  readonly prefix: readonly (readonly Generated[])[]
  readonly items: readonly Generated[]
  /** First schema that declares properties; `undefined` if no schema does or if additional properties are described. */
  readonly owner?: Generated
  /** Declared properties seen so far, so that the next similar object costs one comparison per property. */
  readonly met: Map<string, Met>
  /** Entry before the first property. */
  readonly start: Met
}

/** A declared property that has occurred in a value. */
interface Met {
  readonly name: string
  /** Shape of the property's value, if described. */
  readonly inside: Shape | undefined
  /** Next property in the last object: objects of a list usually have the same property order. */
  next?: Met
}

/** Position of the walk, formatted only when a property is reported. */
interface Step {
  readonly parent: Step | undefined
  readonly token: string | number
  /** The token is an index or a map key. */
  readonly isOneOfMany: boolean
}

/** Finds properties that no schema declares. ajv doesn't report them, because objects are open by default. */
export interface PropertyWalker {
  undocumented(schema: Generated, value: Json): readonly UndocumentedProperty[]
}

const none: readonly UndocumentedProperty[] = []

/** Creates a walker for the schemas of a builder, with cached shapes. */
export function createPropertyWalker(builder: SchemaBuilder): PropertyWalker {
  const shapeOf = shapeReader(builder)

  /** Fast check: true if every property is declared. The full walk handles patterns, tuples and undeclared properties. */
  function isDocumented(shape: Shape, value: object): boolean {
    if (Array.isArray(value)) return shape.prefix.length === 0 && areDocumented(shapeOf(shape.items), value)
    let last = shape.start
    // `for…in` is several times faster than `Object.keys`, and parsed JSON has no inherited properties.
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
      // The walked value is JSON.
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

/** Creates the reader of shapes, cached per set of schemas. */
function shapeReader(builder: SchemaBuilder): (schemas: readonly Generated[]) => Shape | undefined {
  const shapes = new Map<string, Shape | undefined>()
  // The same list object is requested repeatedly.
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

/** Returns the schemas with all subschemas for the same value: properties of every branch count as documented. */
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
    // Objects under these keywords are generated schemas.
    if (isObject(schema)) found.add(schema as Generated)
  }
}

/** Returns `undefined` if the schemas don't describe the value's content. */
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
  // A required property counts as declared, even without a schema.
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

/** Objects under schema keywords are generated schemas. */
function schemasIn(values: readonly (Json | undefined)[]): Generated[] {
  return values.filter(isObject) as Generated[]
}
