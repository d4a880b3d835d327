import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { canonical, isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { resolveMapped, subtypesOf, wrappedIn } from '../discriminator/subtypes.ts'
import { tagsOf, type VariantTags } from '../discriminator/tag-values.ts'
import { modernSchema } from '../keywords/dialect.ts'

/** A schema that a tag chooses. */
export interface Choice {
  readonly schema: Located
  /** Its index in `oneOf` or `anyOf`; undefined for any other schema. */
  readonly index?: number
}

/** Schemas a discriminator can choose, with the tags that choose them; of several, one must fit. */
export interface Alternative {
  readonly tags: readonly Json[]
  readonly choices: readonly Choice[]
}

/**
 * What a discriminator chooses between (OpenAPI 3.1 §4.8.25, 3.2 §4.24). No other tag is allowed, unless there is a
 * fallback or a branch without a tag.
 */
export interface Alternatives {
  readonly property: string
  readonly list: readonly Alternative[]
  /** `oneOf` or `anyOf` lists them; undefined when they extend the schema through `allOf`. */
  readonly keyword?: 'oneOf' | 'anyOf'
  /** The schema of values with another tag or none (`defaultMapping`). */
  readonly fallback?: Choice
  /** Branches that no tag names: those written in place. A value with a tag that is not known may be one of them. */
  readonly untagged: readonly Choice[]
  /** Tags with a broken mapping: nothing is known of their values. */
  readonly lost: readonly string[]
  /** A broken `defaultMapping`: nothing is known of values with another tag. */
  readonly lostFallback?: string
  /** Tags of the schema itself, which what extends it does not have: its name, and values it lists. */
  readonly own: readonly Json[]
}

/** By document: two versions of one description may share what they hold alike, and refer to different schemas. */
const memos = new WeakMap<Document, WeakMap<object, Alternatives | 'none'>>()

/** The alternatives of a schema with a discriminator; undefined when there are none. Once per schema object. */
export function alternativesOf(document: Document, schema: Located): Alternatives | undefined {
  const { node } = schema
  if (!isObject(node)) return undefined
  const memo = memos.get(document) ?? new WeakMap<object, Alternatives | 'none'>()
  memos.set(document, memo)
  const known = memo.get(node) ?? read(document, schema) ?? 'none'
  memo.set(node, known)
  return known === 'none' ? undefined : known
}

function read(document: Document, { node, pointer }: Located): Alternatives | undefined {
  const schema = modernSchema(node, document.dialect)
  const discriminator = own(schema, 'discriminator')
  const property = typeof discriminator === 'string' ? discriminator : ownString(discriminator, 'propertyName')
  if (property === '') return undefined
  const mapping = mappingOf(document, discriminator)
  const keyword = (['oneOf', 'anyOf'] as const).find((name) => ownArray(schema, name).length > 0)
  const variants =
    keyword === undefined
      ? subtypeVariants(document, { node, pointer: baseOf(pointer) }, property, mapping)
      : branchVariants(document, property, ownArray(schema, keyword), joinPointer(pointer, keyword))
  const { list, lost } = assign(variants, mapping, baseOf(pointer))
  const chosen = new Set(list.flatMap(({ choices }) => choices.map(({ schema }) => schema)))
  const isNamed = ({ listed, names, schema }: Variant): boolean =>
    listed.length + names.length > 0 || chosen.has(schema)
  const wanted = ownString(discriminator, 'defaultMapping')
  const target = wanted === '' ? undefined : resolveMapped(document, wanted)
  if (list.length + lost.length === 0 && wanted === '') return undefined
  return {
    property,
    list,
    keyword,
    ...(target !== undefined && { fallback: choiceOf(variants, target) }),
    untagged: variants.filter((variant) => keyword !== undefined && !isNamed(variant) && variant.mayBeObject),
    lost,
    ...(wanted !== '' && target === undefined && { lostFallback: wanted }),
    own: keyword === undefined ? tagsOfBase(document, { node, pointer: baseOf(pointer) }, property, mapping) : [],
  }
}

function tagsOfBase(document: Document, base: Located, property: string, mapping: Mapping): Json[] {
  const { listed, names } = tagsOf(document, base, property, false)
  const mapped = [...mapping].flatMap(([tag, target]) => (target?.pointer === base.pointer ? [tag] : []))
  return [...listed, ...names.map(({ name }) => name), ...mapped]
}

/** A base may state its discriminator in a part of its `allOf`: what extends it refers to the whole. */
function baseOf(pointer: Pointer): Pointer {
  return pointer.replace(/(?:\/allOf\/\d+)+$/, '')
}

/** Where a schema states its discriminator: itself, or in a part of its `allOf` that is written in place. */
export function discriminatorSite(document: Document, schema: Located): Located | undefined {
  const modern = modernSchema(schema.node, document.dialect)
  if (own(modern, 'discriminator') !== undefined) return schema
  for (const [index, node] of ownArray(modern, 'allOf').entries()) {
    if (own(node, 'discriminator') !== undefined) return { node, pointer: joinPointer(schema.pointer, 'allOf', index) }
  }
  return undefined
}

/** Tag → the schema it names; undefined for one that names nothing. */
type Mapping = ReadonlyMap<string, Located | undefined>

function mappingOf(document: Document, discriminator: Json | undefined): Mapping {
  const texts = ownEntries(discriminator, 'mapping').filter(([, ref]) => typeof ref === 'string')
  return new Map(texts.map(([tag, ref]) => [tag, resolveMapped(document, String(ref))]))
}

/** A schema that can be chosen, with its names. */
interface Variant extends Choice, VariantTags {
  /** What its `$ref` refers to. */
  readonly target?: Pointer
}

function branchVariants(document: Document, property: string, nodes: readonly Json[], location: Pointer): Variant[] {
  return nodes.map((node, index) => {
    const ref = own(node, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : wrappedIn(document, node)
    const schema = { node, pointer: joinPointer(location, index) }
    return { schema, index, target: target?.pointer, ...tagsOf(document, schema, property) }
  })
}

/** Schemas beside this one that extend it. Values that the base lists for all of them do not distinguish them. */
function subtypeVariants(document: Document, base: Located, property: string, mapping: Mapping): Variant[] {
  const found = new Map<Pointer, Located>()
  for (const target of [...subtypesOf(document, base.pointer), ...mapping.values()]) {
    if (target !== undefined && target.pointer !== base.pointer) found.set(target.pointer, target)
  }
  const shared = new Set(tagsOf(document, base, property, false).listed.map(canonical))
  return [...found.values()].map(({ node, pointer }) => {
    const schema = { node, pointer }
    const tags = tagsOf(document, schema, property, false)
    const isOwn = tags.listed.length < shared.size || tags.listed.some((value) => !shared.has(canonical(value)))
    return { schema, target: pointer, ...tags, listed: isOwn ? tags.listed : [] }
  })
}

function choiceOf(variants: readonly Variant[], target: Located): Choice {
  const found = variants.filter((variant) => variant.target === target.pointer)
  // A schema that several branches wrap is none of them.
  const direct = found.find(({ schema }) => own(schema.node, '$ref') !== undefined)
  return direct ?? (found.length === 1 || isListed(found) ? found[0] : undefined) ?? { schema: target }
}

/** Subtypes are schemas of their own, each once. */
function isListed(found: readonly Variant[]): boolean {
  return found.some(({ index }) => index === undefined)
}

/**
 * Which tag chooses what: the mapping first, then values that one variant alone lists, then names of schemas, then
 * values that several list. A tag that is mapped names nothing else.
 */
function assign(
  variants: readonly Variant[],
  mapping: Mapping,
  base: Pointer,
): { readonly list: readonly Alternative[]; readonly lost: readonly string[] } {
  const chosen = new Map<string, { readonly tag: Json; readonly choices: readonly Choice[] }>()
  const lost: string[] = []
  for (const [tag, target] of mapping) {
    if (target === undefined) lost.push(tag)
    else if (target.pointer !== base) chosen.set(canonical(tag), { tag, choices: [choiceOf(variants, target)] })
  }
  const listing = new Map<string, Entry>()
  const naming = new Map<string, Entry>()
  for (const variant of variants) {
    for (const tag of variant.listed) enter(listing, tag, variant)
    for (const { name, inner } of variant.names) enter(naming, name, inner === undefined ? variant : { schema: inner })
  }
  const alone = [...listing].filter(([, { choices }]) => choices.length === 1)
  for (const [key, entry] of [...alone, ...naming, ...listing]) {
    if (!chosen.has(key) && !mapping.has(String(entry.tag))) chosen.set(key, entry)
  }
  return { list: grouped([...chosen.values()]), lost }
}

/** A tag with all that it may choose. */
interface Entry {
  readonly tag: Json
  readonly choices: Choice[]
}

function enter(into: Map<string, Entry>, tag: Json, choice: Choice): void {
  const entry = into.get(canonical(tag)) ?? { tag, choices: [] }
  if (!entry.choices.some(({ schema }) => schema.pointer === choice.schema.pointer)) entry.choices.push(choice)
  into.set(canonical(tag), entry)
}

/** One alternative for all tags that choose the same. */
function grouped(entries: readonly { readonly tag: Json; readonly choices: readonly Choice[] }[]): Alternative[] {
  const groups = new Map<string, { readonly tags: Json[]; readonly choices: readonly Choice[] }>()
  for (const { tag, choices } of entries) {
    const key = choices.map(({ schema }) => schema.pointer).join(' ')
    const group = groups.get(key) ?? { tags: [], choices }
    group.tags.push(tag)
    groups.set(key, group)
  }
  return [...groups.values()]
}
