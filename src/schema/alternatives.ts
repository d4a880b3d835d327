import type { Document, Located } from '../model/document.ts'
import type { Json, JsonObject, Pointer } from '../model/json.ts'
import { isObject, own, ownArray, ownEntries, ownString } from '../util/json.ts'
import { joinPointer, pointerTokens } from '../util/pointer.ts'
import { modernSchema } from './dialect.ts'
import { subtypesOf } from './subtypes.ts'

/** One schema a discriminator can choose, with the tags that choose it. */
export interface Alternative {
  readonly schema: Located
  readonly tags: readonly Json[]
}

/** What a discriminator chooses between (OpenAPI 3.1 §4.8.25). */
export interface Alternatives {
  readonly property: string
  readonly list: readonly Alternative[]
  /** `oneOf` or `anyOf` lists them; undefined when they extend the schema through `allOf`. */
  readonly keyword?: 'oneOf' | 'anyOf'
  /** No tag outside the list is allowed. */
  readonly closed: boolean
}

/** The alternatives of a schema with a discriminator; undefined when there are none, or a tag is ambiguous. */
export function alternativesOf(document: Document, { node, pointer }: Located): Alternatives | undefined {
  const schema = modernSchema(node, document.dialect)
  const discriminator = own(schema, 'discriminator')
  const property = typeof discriminator === 'string' ? discriminator : ownString(discriminator, 'propertyName')
  if (property === '' || typeof schema === 'boolean') return undefined
  const mapping = mappingOf(document, discriminator)
  const keyword = (['oneOf', 'anyOf'] as const).find((name) => ownArray(schema, name).length > 0)
  const list =
    keyword === undefined
      ? subtypes(document, pointer, mapping)
      : branches(document, property, ownArray(schema, keyword), joinPointer(pointer, keyword), mapping)
  const tags = list.flatMap((alternative) => alternative.tags)
  const isSettled = list.every((alternative) => alternative.tags.length > 0) && new Set(tags).size === tags.length
  if (list.length === 0 || !isSettled) return undefined
  return { property, list, ...(keyword === undefined ? {} : { keyword }), closed: keyword !== undefined }
}

/** Tag → pointer of the schema it names. */
function mappingOf(document: Document, discriminator: Json | undefined): ReadonlyMap<string, Pointer> {
  const found = new Map<string, Pointer>()
  for (const [tag, ref] of ownEntries(discriminator, 'mapping')) {
    const target = typeof ref === 'string' ? resolveMapped(document, ref) : undefined
    if (target !== undefined) found.set(tag, target.pointer)
  }
  return found
}

/** A mapping names a schema by reference or by its bare name. */
function resolveMapped(document: Document, ref: string): Located | undefined {
  const byName = /^[\w.-]+$/.test(ref) ? document.resolve(`#/components/schemas/${ref}`) : undefined
  return byName ?? document.resolve(ref)
}

function branches(
  document: Document,
  property: string,
  nodes: readonly Json[],
  place: Pointer,
  mapping: ReadonlyMap<string, Pointer>,
): Alternative[] {
  return nodes.map((node, index) => {
    const ref = own(node, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    const pointer = joinPointer(place, index)
    const tags = new Set<Json>(tagValues(document, target?.node ?? node, property, new Set()))
    if (target !== undefined) for (const tag of tagsOf(target.pointer, mapping)) tags.add(tag)
    return { schema: { node, pointer }, tags: [...tags] }
  })
}

function tagsOf(pointer: Pointer, mapping: ReadonlyMap<string, Pointer>): string[] {
  const mapped = [...mapping].filter(([, target]) => target === pointer).map(([tag]) => tag)
  const name = pointerTokens(pointer).at(-1) ?? ''
  return mapping.has(name) ? mapped : [...mapped, name]
}

/** Schemas beside this one that extend it: by the mapping, and those whose `allOf` refers to it, at any depth. */
function subtypes(document: Document, pointer: Pointer, mapping: ReadonlyMap<string, Pointer>): Alternative[] {
  const targets = new Set([...mapping.values(), ...subtypesOf(document, pointer).map((subtype) => subtype.pointer)])
  targets.delete(pointer)
  return [...targets].map((target) => ({
    schema: { node: document.at(target) ?? true, pointer: target },
    tags: tagsOf(target, mapping),
  }))
}

/** The values a schema allows for its tag, when it lists them. */
function tagValues(document: Document, node: Json, property: string, seen: Set<Json>): readonly Json[] {
  if (!isObject(node) || seen.has(node)) return []
  seen.add(node)
  const schema = modernSchema(node, document.dialect)
  if (typeof schema === 'boolean') return []
  const listed = listedValues(document, own(own(schema, 'properties'), property))
  if (listed.length > 0) return listed
  const ref = own(schema, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref)?.node : undefined
  const bases: readonly Json[] =
    target === undefined ? ownArray(schema, 'allOf') : [target, ...ownArray(schema, 'allOf')]
  for (const base of bases) {
    const values = tagValues(document, base, property, seen)
    if (values.length > 0) return values
  }
  return []
}

function listedValues(document: Document, node: Json | undefined): readonly Json[] {
  if (!isObject(node)) return []
  const ref = own(node, '$ref')
  const schema: JsonObject | boolean = modernSchema(
    (typeof ref === 'string' ? document.resolve(ref)?.node : undefined) ?? node,
    document.dialect,
  )
  const constant = own(schema, 'const')
  return constant === undefined ? ownArray(schema, 'enum') : [constant]
}
