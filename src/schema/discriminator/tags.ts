import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { canonical, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import type { NormalSchema, SchemaReader, Sited } from '../normal-form/normal.ts'
import { isSubtype, resolveMapped, subtypesBelow, wrappedIn } from './subtypes.ts'

/** A schema that a discriminator value selects. */
export interface TaggedSchema {
  /** Source: listed by `oneOf` or `anyOf`, extends the base, or is only named by the mapping. */
  readonly by: 'branch' | 'subtype' | 'mapping'
  /** Component name; `''` for an inline schema. */
  readonly name: string
  /** Resolved location, absent for a broken mapping. */
  readonly pointer?: Pointer
  /** Mapping keys that select it. */
  readonly keys: readonly string[]
  /** Tag values listed by this schema only. */
  readonly listed: readonly Json[]
}

/** Content of a discriminator (OpenAPI 3.1 §4.8.25). */
export interface Tagging {
  readonly propertyName: string
  readonly schemas: readonly TaggedSchema[]
  /** Name of the default schema (OpenAPI 3.2 §4.26, `defaultMapping`). */
  readonly otherwise?: string
}

const known = new WeakMap<NormalSchema, Tagging | 'none'>()

/** Returns the discriminator of a normalized schema, if any. A subtype doesn't select among its siblings. */
export function taggingOf(reader: SchemaReader, schema: NormalSchema): Tagging | undefined {
  const written = schema.annotations.get('discriminator')
  if (written === undefined) return undefined
  const tagging = known.get(schema) ?? read(reader, schema, written) ?? 'none'
  known.set(schema, tagging)
  return tagging === 'none' ? undefined : tagging
}

function read({ document, normal }: SchemaReader, { parts }: NormalSchema, written: Sited<Json>): Tagging | undefined {
  const owner = parentOf(written.pointer)
  const isInherited = parts.some(
    ({ pointer }) => isSubtype(document, pointer) && !`${owner}/`.startsWith(`${pointer}/`),
  )
  if (isInherited) return undefined
  // In Swagger 2.0, the discriminator is just the property name.
  const propertyName = typeof written.value === 'string' ? written.value : ownString(written.value, 'propertyName')
  const keys = new Map<string, { readonly target: Located | undefined; readonly keys: string[] }>()
  for (const [key, ref] of ownEntries(written.value, 'mapping')) {
    const target = resolveMapped(document, ref)
    const id = target?.pointer ?? canonical(ref)
    const entry = keys.get(id)
    if (entry === undefined) keys.set(id, { target, keys: [key] })
    else entry.keys.push(key)
  }
  const branches = branchesOf(document, { node: document.at(owner) ?? true, pointer: owner })
  const schemas = new Map<string, TaggedSchema>()
  const add = (by: TaggedSchema['by'], schema: Located, named = schema): void => {
    if (schemas.has(schema.pointer)) return
    const { pointer } = schema
    const name = nameOf(named) ?? ''
    schemas.set(pointer, { by, name, pointer, keys: keys.get(named.pointer)?.keys ?? [], listed: listedIn(schema) })
  }
  const isBranch = (pointer: Pointer): boolean => branches.some((branch) => branch.pointer === pointer)
  for (const branch of branches) {
    const wrapped = nameOf(branch) === undefined ? wrappedIn(document, branch.node) : undefined
    const isNamed = wrapped !== undefined && keys.has(wrapped.pointer) && !isBranch(wrapped.pointer)
    add('branch', branch, isNamed ? wrapped : branch)
    // If several branches wrap the mapped schema, the first one gets the mapping.
    if (isNamed) keys.delete(wrapped.pointer)
  }
  for (const subtype of subtypesBelow(document, parts)) add('subtype', subtype)
  for (const [id, { target, keys: named }] of keys) {
    if (target !== undefined) add('mapping', target)
    else schemas.set(id, { by: 'mapping', name: nameIn(id), keys: named, listed: [] })
  }
  const otherwise = own(written.value, 'defaultMapping')
  return {
    propertyName,
    schemas: distinct([...schemas.values()]),
    ...(otherwise === undefined ? {} : { otherwise: nameOf(resolveMapped(document, otherwise)) ?? String(otherwise) }),
  }

  function listedIn({ node, pointer }: Located): readonly Json[] {
    const property = normal([{ node, pointer }]).properties.get(propertyName)
    return property === undefined ? [] : (normal(property).enum?.value ?? [])
  }
}

/** Drops values listed by several schemas, because they don't distinguish them. */
function distinct(schemas: readonly TaggedSchema[]): readonly TaggedSchema[] {
  const counts = new Map<string, number>()
  for (const value of schemas.flatMap(({ listed }) => listed)) {
    counts.set(canonical(value), (counts.get(canonical(value)) ?? 0) + 1)
  }
  return schemas.map((schema) => ({
    ...schema,
    listed: schema.listed.filter((value) => counts.get(canonical(value)) === 1),
  }))
}

/** Returns the tag that selects a schema: the mapping key, the listed value, or the name. */
export function tagFor(tagging: Tagging, pointer: Pointer): Json | undefined {
  const schemas = byPointer.get(tagging) ?? new Map(tagging.schemas.map((one) => [one.pointer, one]))
  byPointer.set(tagging, schemas)
  let schema: TaggedSchema | undefined
  // A location inside a schema has that schema's tag.
  for (let at = pointer; schema === undefined && at !== ''; at = parentOf(at)) schema = schemas.get(at)
  return schema && (schema.keys[0] ?? schema.listed[0] ?? (schema.name || undefined))
}

const byPointer = new WeakMap<Tagging, ReadonlyMap<Pointer | undefined, TaggedSchema>>()

function nameOf(schema: Located | undefined): string | undefined {
  const tokens = pointerTokens(schema?.pointer ?? '')
  return /^(schemas|definitions)$/.test(tokens.at(-2) ?? '') ? tokens.at(-1) : undefined
}

function nameIn(ref: string): string {
  return ref.replaceAll('"', '').split('/').at(-1) ?? ref
}

/** Returns the branches next to a discriminator, expanding branches that only list further branches. */
function branchesOf(document: Document, owner: Located): readonly Located[] {
  const found: Located[] = []
  const seen = new Set<Json>()
  const visit = (at: Located): void => {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      for (const [index, node] of ownArray(at.node, keyword).entries()) {
        const ref = own(node, '$ref')
        const target = typeof ref === 'string' ? document.resolve(ref) : undefined
        const branch = target ?? { node, pointer: joinPointer(at.pointer, keyword, index) }
        if (seen.has(branch.node)) continue
        seen.add(branch.node)
        const isUnion = ['oneOf', 'anyOf'].some((inner) => ownArray(branch.node, inner).length > 0)
        if (isUnion) visit(branch)
        else found.push(branch)
      }
    }
  }
  visit(owner)
  return found
}
