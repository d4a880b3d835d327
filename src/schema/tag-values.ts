import type { Document, Located } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import { canonical, isObject, own, ownArray, ownString } from '../util/json.ts'
import { joinPointer, pointerTokens } from '../util/pointer.ts'
import { modernSchema } from './dialect.ts'
import { subtypesOf } from './subtypes.ts'

/** What a schema may be called by a discriminator. */
export interface VariantTags {
  /** Values it lists for the property. */
  readonly listed: readonly Json[]
  /** Names of the schemas it refers to: its own, and those of the variants it is made of. */
  readonly names: readonly string[]
  readonly mayBeObject: boolean
}

/**
 * The tags of a schema. Of a union, and of a base with a discriminator of its own, those of its variants too: the tag
 * of an outer discriminator may name one of them. `isUnion` asks for that.
 */
export function tagsOf(document: Document, schema: Located, property: string, isUnion = true): VariantTags {
  const listed = new Map<string, Json>()
  const names = new Set<string>()
  const seen = new Set<string>()
  let mayBeObject = false
  const visit = (written: Located): void => {
    const { node, pointer } = followed(document, written)
    if (seen.has(pointer)) return
    seen.add(pointer)
    if (written.pointer !== pointer || isComponent(pointer)) names.add(pointerTokens(pointer).at(-1) ?? '')
    for (const value of tagValues(document, node, property, new Set()) ?? []) listed.set(canonical(value), value)
    const modern = modernSchema(node, document.dialect)
    const type = own(modern, 'type')
    mayBeObject ||= type === undefined ? modern !== false : [type].flat().includes('object')
    if (!isUnion) return
    for (const keyword of ['oneOf', 'anyOf']) {
      for (const [index, branch] of ownArray(modern, keyword).entries()) {
        visit({ node: branch, pointer: joinPointer(pointer, keyword, index) })
      }
    }
    const discriminator = own(modern, 'discriminator')
    if (discriminator === undefined || ownString(discriminator, 'propertyName') !== property) return
    for (const mapped of Object.keys(ownObject(discriminator, 'mapping'))) names.add(mapped)
    for (const subtype of subtypesOf(document, pointer)) visit(subtype)
  }
  visit(schema)
  return { listed: [...listed.values()], names: [...names], mayBeObject }
}

function isComponent(pointer: string): boolean {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer)
}

function ownObject(node: Json, key: string): object {
  const found = own(node, key)
  return isObject(found) ? found : {}
}

function followed(document: Document, schema: Located): Located {
  const ref = own(schema.node, '$ref')
  return (typeof ref === 'string' ? document.resolve(ref) : undefined) ?? schema
}

/** The values a schema allows for its tag, all that says something about it taken together; undefined when nothing does. */
function tagValues(document: Document, node: Json, property: string, seen: Set<Json>): readonly Json[] | undefined {
  return lists(document, node, seen, (schema) => {
    const written = own(own(schema, 'properties'), property)
    return written === undefined ? undefined : lists(document, written, new Set(), valuesOf)
  })
}

function valuesOf(schema: Json): readonly Json[] | undefined {
  const constant = own(schema, 'const')
  const values = constant === undefined ? ownArray(schema, 'enum') : [constant]
  return values.length === 0 ? undefined : values
}

/** What a schema, the target of its `$ref` and the members of its `allOf` list: what all of them do. */
function lists(
  document: Document,
  node: Json,
  seen: Set<Json>,
  read: (schema: Json) => readonly Json[] | undefined,
): readonly Json[] | undefined {
  if (!isObject(node) || seen.has(node)) return undefined
  seen.add(node)
  const schema = modernSchema(node, document.dialect)
  if (typeof schema === 'boolean') return undefined
  const ref = own(schema, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref)?.node : undefined
  const bases: readonly Json[] =
    target === undefined ? ownArray(schema, 'allOf') : [target, ...ownArray(schema, 'allOf')]
  const found = [read(schema), ...bases.map((base) => lists(document, base, seen, read))]
  return found.reduce((all, more) => {
    if (all === undefined || more === undefined) return all ?? more
    const both = new Set(more.map(canonical))
    return all.filter((value) => both.has(canonical(value)))
  }, undefined)
}
