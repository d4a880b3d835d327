import type { Document, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { canonical, isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { subtypesOf } from './subtypes.ts'

/** Name of a schema. `inner` is set if the name belongs to a variant of a nested union. */
interface Name {
  readonly name: string
  readonly inner?: Located
}

export interface VariantTags {
  readonly listed: readonly Json[]
  readonly names: readonly Name[]
  readonly mayBeObject: boolean
}

/** Returns a schema's tags: listed values and names of referenced schemas. With `isUnion`, also the tags of nested variants. */
export function tagsOf(document: Document, schema: Located, property: string, isUnion = true): VariantTags {
  const listed = new Map<string, Json>()
  const names = new Map<string, Name>()
  const seen = new Set<string>()
  let mayBeObject = false
  const visit = (written: Located, isInner: boolean): void => {
    const at = followed(document, written)
    const { node, pointer } = at
    if (seen.has(pointer)) return
    seen.add(pointer)
    for (const name of namesOf(written, at))
      if (!names.has(name)) names.set(name, { name, ...(isInner && { inner: at }) })
    for (const value of tagValues(document, node, property) ?? []) listed.set(canonical(value), value)
    const modern = modernSchema(node, document.dialect)
    const type = own(modern, 'type')
    mayBeObject ||= type === undefined ? modern !== false : [type].flat().includes('object')
    if (!isUnion) return
    const discriminator = own(modern, 'discriminator')
    // A schema with its own discriminator selects its variants itself.
    const isChoosing = discriminator !== undefined && ownString(discriminator, 'propertyName') === property
    for (const keyword of ['oneOf', 'anyOf']) {
      for (const [index, branch] of ownArray(modern, keyword).entries()) {
        visit({ node: branch, pointer: joinPointer(pointer, keyword, index) }, !isChoosing)
      }
    }
    if (!isChoosing) return
    for (const [name] of ownEntries(discriminator, 'mapping')) names.set(name, { name })
    for (const subtype of subtypesOf(document, pointer)) visit(subtype, false)
  }
  visit(schema, false)
  return { listed: [...listed.values()], names: [...names.values()], mayBeObject }
}

/** Names of a schema: the last token of the `$ref`, the target component, and AutoRest's `x-ms-discriminator-value`. */
function namesOf({ node, pointer: location }: Located, { node: target, pointer }: Located): readonly string[] {
  const written = pointerTokens(ownString(node, '$ref').replace(/^.*#/, '')).at(-1) ?? ''
  const found = location !== pointer || isComponent(pointer) ? [pointerTokens(pointer).at(-1) ?? '', written] : []
  return [...new Set([...found, ownString(target, 'x-ms-discriminator-value')])].filter((name) => name !== '')
}

function isComponent(pointer: string): boolean {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer)
}

function followed(document: Document, schema: Located): Located {
  const ref = own(schema.node, '$ref')
  return (typeof ref === 'string' ? document.resolve(ref) : undefined) ?? schema
}

/** Intersects the tag values listed by all schemas that constrain the property, or `undefined` if none does. */
function tagValues(document: Document, node: Json, property: string): readonly Json[] | undefined {
  return lists(document, node, (schema) => {
    const written = own(own(schema, 'properties'), property)
    return written === undefined ? undefined : lists(document, written, valuesOf)
  })
}

function valuesOf(schema: Json): readonly Json[] | undefined {
  const constant = own(schema, 'const')
  const values = constant === undefined ? ownArray(schema, 'enum') : [constant]
  return values.length === 0 ? undefined : values
}

/** Intersects the lists of a schema, the `$ref` target and the `allOf` members. Iterative, because chains can be deep. */
function lists(
  document: Document,
  node: Json,
  read: (schema: Json) => readonly Json[] | undefined,
): readonly Json[] | undefined {
  const seen = new Set<Json>()
  const open: Json[] = [node]
  let all: readonly Json[] | undefined
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next) || seen.has(next)) continue
    seen.add(next)
    const schema = modernSchema(next, document.dialect)
    if (typeof schema === 'boolean') continue
    const ref = own(schema, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref)?.node : undefined
    open.push(...ownArray(schema, 'allOf').toReversed(), ...(target === undefined ? [] : [target]))
    const more = read(schema)
    if (all === undefined || more === undefined) all ??= more
    else {
      const both = new Set(more.map(canonical))
      all = all.filter((value) => both.has(canonical(value)))
    }
  }
  return all
}

/** Returns the JSON values a mapping key matches: numeric and boolean tags are compared as text (OpenAPI 3.1.1 §4.8.25.3). */
export function asReceived(tag: Json): Json[] {
  if (tag === 'true' || tag === 'false') return [tag, tag === 'true']
  return typeof tag === 'string' && /^-?[1-9]\d{0,14}$|^0$/.test(tag) ? [tag, Number(tag)] : [tag]
}
