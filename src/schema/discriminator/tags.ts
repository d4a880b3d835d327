import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { canonical, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import type { NormalSchema, SchemaReader, Sited } from '../normal-form/normal.ts'
import { isSubtype, resolveMapped, subtypesBelow, wrappedIn } from './subtypes.ts'

/** A schema that a value of a discriminator names. */
export interface TaggedSchema {
  /** `oneOf` or `anyOf` lists it, it extends the schema of the discriminator, or only the mapping names it. */
  readonly by: 'branch' | 'subtype' | 'mapping'
  /** Of the component, `''` for a schema written in place. */
  readonly name: string
  /** Its resolved location; absent when a mapping is broken. */
  readonly pointer?: Pointer
  /** The keys of `mapping` that name it. */
  readonly keys: readonly string[]
  /** Values of the property that this schema lists and no other one. */
  readonly listed: readonly Json[]
}

/** The content of a discriminator (OpenAPI 3.1 §4.8.25). */
export interface Tagging {
  readonly propertyName: string
  /** The schemas it chooses between: branches, subtypes and what its mapping names. */
  readonly schemas: readonly TaggedSchema[]
  /** Name of the schema of values that name none (OpenAPI 3.2 §4.26, `defaultMapping`). */
  readonly otherwise?: string
}

const known = new WeakMap<NormalSchema, Tagging | 'none'>()

/** The discriminator of a schema in normal form; undefined where there is none. A subtype does not choose between its siblings. */
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
  // Swagger 2.0 writes the property's name alone.
  const propertyName = typeof written.value === 'string' ? written.value : ownString(written.value, 'propertyName')
  const keys = new Map<string, { readonly target: Located | undefined; readonly keys: string[] }>()
  for (const [key, ref] of ownEntries(written.value, 'mapping')) {
    const target = resolveMapped(document, ref)
    const id = target?.pointer ?? canonical(ref)
    const held = keys.get(id)
    if (held === undefined) keys.set(id, { target, keys: [key] })
    else held.keys.push(key)
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
    // Of several branches that wrap it the first is what the mapping names.
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

/** Values that several schemas list do not distinguish them. */
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

/** The value that chooses a schema, as a writer of it would write it: listed by itself, by the mapping, or its name. */
export function tagFor(tagging: Tagging, pointer: Pointer): Json | undefined {
  const schemas = byPointer.get(tagging) ?? new Map(tagging.schemas.map((one) => [one.pointer, one]))
  byPointer.set(tagging, schemas)
  let schema: TaggedSchema | undefined
  // A location inside a schema has its tag.
  for (let at = pointer; schema === undefined && at !== ''; at = parentOf(at)) schema = schemas.get(at)
  return schema && (schema.keys[0] ?? schema.listed[0] ?? (schema.name || undefined))
}

const byPointer = new WeakMap<Tagging, ReadonlyMap<Pointer | undefined, TaggedSchema>>()

/** The name of a component. */
function nameOf(schema: Located | undefined): string | undefined {
  const tokens = pointerTokens(schema?.pointer ?? '')
  return /^(schemas|definitions)$/.test(tokens.at(-2) ?? '') ? tokens.at(-1) : undefined
}

function nameIn(ref: string): string {
  return ref.replaceAll('"', '').split('/').at(-1) ?? ref
}

/** The branches beside a discriminator, those of branches that only list others among them. */
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
