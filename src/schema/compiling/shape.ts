import type { Document, Located } from '../../model/document.ts'
import type { Shape, ShapeContent, ShapeProperty } from '../../model/live/statistics.ts'
import { canonical, isObject } from '../../util/json.ts'
import { atoms } from '../keywords/atoms.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../normal-form/normal.ts'
import { schemaReaderOf } from '../normal-form/normalize.ts'

interface Shapes {
  readonly reader: SchemaReader
  readonly known: Map<string, Shape>
  /** Shapes by schema object, for schemas requested repeatedly. */
  readonly asked: WeakMap<Located, Shape>
}

interface Branch {
  readonly normal: NormalSchema
  /** The schema applies to every value, not just to some. */
  readonly always: boolean
}

const documents = new WeakMap<Document, Shapes>()

/** Returns the shape of a response schema. Lazy: reads only requested parts, and each schema once. */
export function shapeOf(document: Document, schema: Located): Shape {
  let shapes = documents.get(document)
  if (shapes === undefined) {
    shapes = { reader: schemaReaderOf(document), known: new Map(), asked: new WeakMap() }
    documents.set(document, shapes)
  }
  const before = shapes.asked.get(schema)
  if (before !== undefined) return before
  const shape = enter(shapes, [[schema]])
  shapes.asked.set(schema, shape)
  return shape
}

function enter(shapes: Shapes, found: readonly Conjunction[]): Shape {
  const alternatives = found.map((parts) => parts.flatMap(shapes.reader.enter))
  const key = [...new Set(alternatives.map(shapes.reader.key))].sort().join(' | ')
  const known = shapes.known.get(key)
  if (known !== undefined) return known
  let read: ShapeContent | undefined
  const made: Shape = {
    read() {
      read ??= readShape(shapes, branchesOf(shapes.reader, alternatives))
      return read
    },
  }
  shapes.known.set(key, made)
  return made
}

/** Expands the alternatives by the branches of their `oneOf` and `anyOf`, without duplicates. */
function branchesOf(reader: SchemaReader, alternatives: readonly Conjunction[]): readonly Branch[] {
  const found = new Map<string, Branch>()
  const add = (parts: Conjunction, always: boolean): void => {
    const key = reader.key(parts)
    if (found.has(key)) return
    const normal = reader.normal(parts)
    found.set(key, { normal, always })
    for (const { branches } of normal.groups) for (const branch of branches) add(branch, false)
  }
  for (const parts of alternatives) add(parts, alternatives.length === 1)
  return [...found.values()]
}

function readShape(shapes: Shapes, branches: readonly Branch[]): ShapeContent {
  const all = branches.map(({ normal }) => normal)
  const items = all.flatMap(({ items: rest, prefixItems }) => [...prefixItems, rest]).filter(saysSomething)
  const additional = all
    .flatMap(({ additional: rest, patternProperties }) => [...patternProperties.values(), rest])
    .filter(saysSomething)
  const listed = all.flatMap((normal) => normal.enum?.value ?? [])
  return {
    properties: propertiesOf(shapes, branches),
    ...(items.length > 0 && { items: enter(shapes, items) }),
    ...(additional.length > 0 && { additional: enter(shapes, additional) }),
    values: [...new Set(listed.filter((value) => value !== null && typeof value !== 'object').map(canonical))].sort(),
    nullable: all.some(({ types }) => types.has('null') && types.size < atoms.length),
    isText: listed.length === 0 && all.some(isText),
  }
}

function propertiesOf(shapes: Shapes, branches: readonly Branch[]): ReadonlyMap<string, ShapeProperty> {
  const named = new Map<string, Conjunction[]>()
  const required = new Set<string>()
  for (const { normal, always } of branches) {
    for (const [name, parts] of normal.properties) {
      if (isWriteOnly(shapes.reader, parts)) continue
      named.set(name, [...(named.get(name) ?? []), parts])
      if (always && normal.required.has(name)) required.add(name)
    }
  }
  return new Map(
    [...named].map(([name, parts]) => [name, { shape: enter(shapes, parts), required: required.has(name) }]),
  )
}

/** Write-only properties don't exist in responses. */
function isWriteOnly(reader: SchemaReader, parts: Conjunction): boolean {
  return reader.normal(parts).annotations.get('writeOnly')?.value === true
}

/** Returns whether parts describe a shape, unlike `true` (anything) and `false` (no value). */
function saysSomething(parts: Conjunction): boolean {
  return parts.some(({ node }) => isObject(node)) && parts.every(({ node }) => node !== false)
}

function isText({ types, formats }: NormalSchema): boolean {
  return formats.length === 0 && types.has('string') && [...types].every((type) => type === 'string' || type === 'null')
}
