import type { Json, JsonObject, Pointer } from '../model/json.ts'
import type { UndocumentedProperty } from '../model/observation.ts'
import { isObject, own, ownArray, ownEntries } from '../util/json.ts'
import { escapeToken } from '../util/pointer.ts'
import type { SchemaBuilder } from './build.ts'
import type { Generated } from './generated.ts'
import { compilePattern, type Pattern } from './patterns.ts'

/** All that the schemas that may apply to one value say about what it holds. */
interface Shape {
  readonly named: ReadonlyMap<string, readonly Generated[]>
  readonly patterns: readonly { readonly pattern: Pattern; readonly rule: Json }[]
  readonly additional: readonly Generated[]
  readonly prefix: readonly (readonly Generated[])[]
  readonly items: readonly Generated[]
  /** The first that names properties; undefined when none does, or when one says that others may come. */
  readonly owner?: Generated
  /** Says nothing about what is inside. */
  readonly isBlank: boolean
}

/** Finds properties that no schema names: ajv never reports them, since objects are open by default. */
export interface PropertyWalker {
  undocumented(schema: Generated, value: Json): readonly UndocumentedProperty[]
}

/** Makes a walker over the schemas of a builder; what it learns of a schema is kept. */
export function createPropertyWalker(builder: SchemaBuilder): PropertyWalker {
  const shapes = new Map<string, Shape>()
  const numbers = new WeakMap<Generated, number>()
  let count = 0
  const numberOf = (schema: Generated): number => {
    const known = numbers.get(schema)
    if (known !== undefined) return known
    numbers.set(schema, ++count)
    return count
  }
  const shapeOf = (schemas: readonly Generated[]): Shape => {
    const key = schemas.map(numberOf).join()
    const known = shapes.get(key)
    if (known !== undefined) return known
    const made = readShape(closure(builder, schemas))
    shapes.set(key, made)
    return made
  }

  function walk(
    schemas: readonly Generated[],
    value: Json,
    at: Pointer,
    place: Pointer,
    found: UndocumentedProperty[],
  ) {
    if (typeof value !== 'object' || value === null || schemas.length === 0) return
    const shape = shapeOf(schemas)
    if (shape.isBlank) return
    if (isObject(value)) return walkObject(shape, value, at, place, found)
    value.forEach((item, index) => {
      walk(shape.prefix[index] ?? shape.items, item, `${at}/${index}`, `${place}/*`, found)
    })
  }

  function walkObject(shape: Shape, value: JsonObject, at: Pointer, place: Pointer, found: UndocumentedProperty[]) {
    for (const name of Object.keys(value)) {
      const child = value[name] ?? null
      const token = escapeToken(name)
      const named = shape.named.get(name)
      const pointer = `${at}/${token}`
      if (named !== undefined) walk(named, child, pointer, `${place}/${token}`, found)
      else {
        const rules = shape.patterns.filter(({ pattern }) => pattern.test(name)).map(({ rule }) => rule)
        if (rules.length > 0) walk(rules.filter(isObject), child, pointer, `${place}/*`, found)
        else if (shape.owner === undefined) walk(shape.additional, child, pointer, `${place}/*`, found)
        else {
          const { pointer: schemaPointer, assumed } = builder.origin(shape.owner)
          found.push({ instancePointer: pointer, place: `${place}/${token}`, schemaPointer, observed: child, assumed })
        }
      }
    }
  }

  return {
    undocumented(schema, value) {
      const found: UndocumentedProperty[] = []
      walk([schema], value, '', '', found)
      return found
    },
  }
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

function readShape(parts: readonly Generated[]): Shape {
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
  const additional = schemasIn(open)
  const longest = Math.max(0, ...parts.map((part) => ownArray(part, 'prefixItems').length))
  const items = schemasIn(
    parts.flatMap((part) => [own(part, 'items'), own(part, 'contains'), own(part, 'unevaluatedItems')]),
  )
  const prefix = Array.from({ length: longest }, (_, index) =>
    schemasIn(parts.map((part) => ownArray(part, 'prefixItems')[index] ?? own(part, 'items'))),
  )
  const isBlank = named.size + patterns.length + additional.length + items.length + prefix.length === 0
  return { named, patterns, additional, prefix, items, isBlank, ...(isOpen || owner === undefined ? {} : { owner }) }
}

/** Objects among the values of keywords that hold schemas are generated schemas. */
function schemasIn(values: readonly (Json | undefined)[]): Generated[] {
  return values.filter(isObject) as Generated[]
}
