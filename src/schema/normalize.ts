import type { Document } from '../model/document.ts'
import type { JsonObject, Pointer } from '../model/json.ts'
import { canonical, own, ownArray } from '../util/json.ts'
import { joinPointer } from '../util/pointer.ts'
import type { Atom } from './atoms.ts'
import { normalBounds } from './bounds.ts'
import { constraints, isNullOnly, listedTypes, listedValues } from './branches.ts'
import { isSynthetic, modernSchema } from './dialect.ts'
import { emptyMerge, type Merged, mergePart, restrictEnum, restrictTypes } from './merge.ts'
import type { Conjunction, NormalSchema, SchemaPart, SchemaReader } from './normal.ts'
import { simplify } from './simplify.ts'

const readers = new WeakMap<Document, SchemaReader>()

/** Reads the schemas of a document in normal form: one reader per document. Nothing is read before it is asked for. */
export function schemaReaderOf(document: Document): SchemaReader {
  return readers.get(document) ?? createReader(document)
}

function createReader(document: Document): SchemaReader {
  const memo = new Map<string, NormalSchema>()
  const reader: SchemaReader = {
    document,
    enter: (schema) => [follow(document, schema)],
    key: (parts) => parts.map((part) => (part.nullable ? `${part.pointer}?` : part.pointer)).join(' & '),
    normal(parts) {
      const key = reader.key(parts)
      const normal = memo.get(key) ?? normalize(document, parts)
      memo.set(key, normal)
      return normal
    },
  }
  readers.set(document, reader)
  return reader
}

/** The target of a schema that is a `$ref` and nothing else (annotations apart, which its user keeps). */
function follow(document: Document, part: SchemaPart): SchemaPart {
  let current = part
  for (let steps = 0; steps < 100; steps++) {
    const schema = modernSchema(current.node, document.dialect)
    if (typeof schema === 'boolean' || Object.keys(schema).length !== 1) return current
    const ref = own(schema, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target === undefined) return current
    current = part.nullable ? { ...target, nullable: true } : target
  }
  return current
}

/** Intersects all parts; `$ref`s and `allOf`s inside are parts too. A part met again adds nothing. */
function normalize(document: Document, parts: Conjunction): NormalSchema {
  const merged = emptyMerge()
  const seen = new Set<unknown>()
  const seenNullable = new Set<unknown>()
  const add = (part: SchemaPart): void => {
    const at = follow(document, part)
    const met = at.nullable ? seenNullable : seen
    if (met.has(at.node)) return
    if (typeof at.node === 'object') met.add(at.node)
    const schema = modernSchema(at.node, document.dialect)
    if (schema === true) return
    if (schema === false) {
      restrictTypes(merged, new Set(at.nullable ? ['null'] : []), at.pointer)
      return
    }
    const nullable = at.nullable === true
    mergePart(merged, { schema, pointer: at.pointer, nullable })
    const ref = own(schema, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target !== undefined) add({ ...target, nullable })
    else if (typeof ref === 'string')
      merged.opaque.set('$ref', { value: ref, pointer: joinPointer(at.pointer, '$ref') })
    ownArray(schema, 'allOf').forEach((node, index) => {
      add({ node, pointer: joinPointer(at.pointer, 'allOf', index), nullable })
    })
    for (const keyword of ['oneOf', 'anyOf'] as const) addGroup(document, merged, schema, at, keyword, add)
  }
  for (const part of parts) add(part)
  return finish(merged, parts)
}

/** The branches of a group; an `anyOf` in an `anyOf` is one list. */
function branchesOf(
  document: Document,
  schema: JsonObject,
  pointer: Pointer,
  keyword: 'oneOf' | 'anyOf',
  depth = 0,
): SchemaPart[] {
  return ownArray(schema, keyword).flatMap((node, index) => {
    const place = isSynthetic(node) ? pointer : joinPointer(pointer, keyword, index)
    const branch = follow(document, { node, pointer: place })
    const modern = modernSchema(branch.node, document.dialect)
    const isNested = keyword === 'anyOf' && depth < 20 && constraints(modern).join() === 'anyOf'
    return isNested && typeof modern === 'object'
      ? branchesOf(document, modern, branch.pointer, keyword, depth + 1)
      : [branch]
  })
}

/** Sees through groups that only say "or null", list values or list types; keeps the others. */
function addGroup(
  document: Document,
  merged: Merged,
  schema: JsonObject,
  at: SchemaPart,
  keyword: 'oneOf' | 'anyOf',
  add: (part: SchemaPart) => void,
): void {
  const place = joinPointer(at.pointer, keyword)
  const branches = branchesOf(document, schema, at.pointer, keyword)
  if (branches.length === 0) return
  const modern = branches.map((branch) => modernSchema(branch.node, document.dialect))
  const isNull = modern.map((branch) => isNullOnly(branch))
  const nullable = at.nullable === true || isNull.includes(true)
  const others = branches.filter((_, index) => isNull[index] !== true)
  const schemas = modern.filter((_, index) => isNull[index] !== true)
  const [only] = others
  const values = listedValues(schemas)
  const types = listedTypes(schemas, keyword)
  if (others.length === 1 && only !== undefined) add({ ...only, nullable: nullable || only.nullable === true })
  else if (values !== undefined) restrictEnum(merged, nullable ? [...values, null] : values, place)
  else if (types !== undefined) restrictTypes(merged, nullable ? types.add('null') : types, place)
  else {
    const { common, rest: parts } = takeOut(document, others)
    for (const part of common) add(nullable ? { ...part, nullable } : part)
    if (nullable) parts.push([{ node: { type: 'null' }, pointer: joinPointer(place, 'null') }])
    merged.groups.push({ keyword, pointer: place, branches: parts })
  }
}

function finish(merged: Merged, parts: Conjunction): NormalSchema {
  const pointer = parts[0]?.pointer ?? ''
  simplify(merged)
  const has = (...wanted: readonly Atom[]): boolean => wanted.some((atom) => merged.types.has(atom))
  closeSiblings(merged)
  const numeric = has('integer', 'fraction')
  const object = has('object')
  const array = has('array')
  const { enum: values, uniqueItems } = merged
  const maxItems = merged.bounds.get('maxItems')?.value
  return {
    pointer,
    parts,
    types: merged.types,
    ...(merged.typePointer === undefined ? {} : { typePointer: merged.typePointer }),
    ...(values === undefined ? {} : { enum: values }),
    ...(merged.extensibleEnum === undefined ? {} : { extensibleEnum: merged.extensibleEnum }),
    properties: object ? merged.properties : new Map(),
    required: object ? merged.required : new Map(),
    additional: merged.additional.flatMap((entry) => entry.parts),
    ...(merged.additional[0] === undefined ? {} : { additionalPointer: merged.additional[0].pointer }),
    closed: object && merged.closedBy !== undefined,
    patternProperties: object ? merged.patternProperties : new Map(),
    ...tupleOf(array ? merged.tuples : []),
    bounds: normalBounds(merged.bounds, merged.types),
    formats: has('string') || numeric ? merged.formats : [],
    patterns: has('string') ? merged.patterns : [],
    ...(numeric && merged.multipleOf !== undefined ? { multipleOf: merged.multipleOf } : {}),
    dependentRequired: object ? merged.dependentRequired : new Map(),
    ...(array && uniqueItems !== undefined && (maxItems ?? 2) > 1 ? { uniqueItems } : {}),
    groups: merged.groups,
    applicators: merged.applicators,
    opaque: merged.opaque,
    annotations: merged.annotations,
  }
}

/** Names one part declares are undeclared for another: its `additionalProperties` applies to them. */
function closeSiblings(merged: Merged): void {
  for (const { parts, names } of merged.additional) {
    if (names === undefined) continue
    for (const [name, held] of merged.properties) if (!names.has(name)) merged.properties.set(name, [...held, ...parts])
  }
}

function tupleOf(tuples: Merged['tuples']): Pick<NormalSchema, 'prefixItems' | 'items' | 'itemsClosed'> {
  const length = Math.max(0, ...tuples.map((tuple) => tuple.prefix.length))
  const prefixItems = Array.from({ length }, (_, index) => tuples.flatMap((tuple) => tuple.prefix[index] ?? tuple.rest))
  const items = tuples.flatMap((tuple) => tuple.rest)
  return { prefixItems, items, itemsClosed: items.some((part) => part.node === false) }
}

/** What every branch demands in its `allOf`, and what is left of each: (x and a) or (x and b) is x and (a or b). */
function takeOut(
  document: Document,
  branches: readonly SchemaPart[],
): { readonly common: Conjunction; readonly rest: Conjunction[] } {
  const members = branches.map((branch): Conjunction => {
    const modern = modernSchema(branch.node, document.dialect)
    if (constraints(modern).join() !== 'allOf' || typeof modern === 'boolean') return []
    return ownArray(modern, 'allOf').map((node, index) => {
      return follow(document, { node, pointer: joinPointer(branch.pointer, 'allOf', index) })
    })
  })
  const mayShare = members.every((parts) => parts.length > 0)
  const texts = mayShare ? members.map((parts) => parts.map(({ node }) => canonical(node))) : []
  const [first = [], ...others] = texts
  const shared = new Set(first.filter((text) => others.every((held) => held.includes(text))))
  if (shared.size === 0) return { common: [], rest: branches.map((branch) => [branch]) }
  const partsOf = (index: number, isCommon: boolean): Conjunction =>
    (members[index] ?? []).filter((_, at) => shared.has(texts[index]?.[at] ?? '') === isCommon)
  return { common: partsOf(0, true), rest: members.map((_, index) => partsOf(index, false)) }
}
