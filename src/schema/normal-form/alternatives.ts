import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { canonical, isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { resolveMapped, subtypesOf, wrappedIn } from '../discriminator/subtypes.ts'
import { tagsOf, type VariantTags } from '../discriminator/tag-values.ts'
import { modernSchema } from '../keywords/dialect.ts'

/** A schema that a tag selects. */
export interface Choice {
  readonly schema: Located
  /** Index in `oneOf` or `anyOf`, if listed there. */
  readonly index?: number
}

/** Schemas that a discriminator can select, and their tags. A value must match one of `choices`. */
export interface Alternative {
  readonly tags: readonly Json[]
  readonly choices: readonly Choice[]
}

/** Alternatives of a discriminator (OpenAPI 3.1 §4.8.25, 3.2 §4.24). Without fallback or untagged branch, other tags are invalid. */
export interface Alternatives {
  readonly property: string
  readonly list: readonly Alternative[]
  /** Keyword that lists the alternatives; `undefined` if they extend the schema through `allOf`. */
  readonly keyword?: 'oneOf' | 'anyOf'
  /** Schema for unknown or missing tags (`defaultMapping`). */
  readonly fallback?: Choice
  /** Inline branches without a tag. A value with an unknown tag may match one of them. */
  readonly untagged: readonly Choice[]
  /** Tags with a broken mapping, whose values can't be checked. */
  readonly lost: readonly string[]
  /** Broken `defaultMapping`, so values with unknown tags can't be checked. */
  readonly lostFallback?: string
  /** Tags of the base schema itself, which its subtypes don't share: its name and its listed values. */
  readonly own: readonly Json[]
}

/** Per document, because versions share equal nodes that refer to different schemas. */
const memos = new WeakMap<Document, WeakMap<object, Alternatives | 'none'>>()

/** Returns the alternatives of a schema's discriminator, if any. Cached per schema object. */
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

/** Strips `allOf` members from a pointer: the discriminator can be in an `allOf` member, but subtypes refer to the whole schema. */
function baseOf(pointer: Pointer): Pointer {
  return pointer.replace(/(?:\/allOf\/\d+)+$/, '')
}

/** Returns where a schema declares its discriminator: directly or in an inline `allOf` member. */
export function discriminatorSite(document: Document, schema: Located): Located | undefined {
  const modern = modernSchema(schema.node, document.dialect)
  if (own(modern, 'discriminator') !== undefined) return schema
  for (const [index, node] of ownArray(modern, 'allOf').entries()) {
    if (own(node, 'discriminator') !== undefined) return { node, pointer: joinPointer(schema.pointer, 'allOf', index) }
  }
  return undefined
}

/** Mapped schemas by tag; `undefined` for a broken mapping. */
type Mapping = ReadonlyMap<string, Located | undefined>

function mappingOf(document: Document, discriminator: Json | undefined): Mapping {
  const texts = ownEntries(discriminator, 'mapping').filter(([, ref]) => typeof ref === 'string')
  return new Map(texts.map(([tag, ref]) => [tag, resolveMapped(document, String(ref))]))
}

/** A selectable schema with its tags. */
interface Variant extends Choice, VariantTags {
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

/** Returns the subtypes of a base. Values listed by the base for all of them are excluded, because they don't distinguish subtypes. */
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
  // A schema wrapped by more than one branch can't be assigned to a branch.
  const direct = found.find(({ schema }) => own(schema.node, '$ref') !== undefined)
  return direct ?? (found.length === 1 || isListed(found) ? found[0] : undefined) ?? { schema: target }
}

/** Subtypes have no index and appear only once. */
function isListed(found: readonly Variant[]): boolean {
  return found.some(({ index }) => index === undefined)
}

/** Assigns tags to variants by priority: mapping, values listed by a single variant, schema names, values listed more often. */
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

interface Entry {
  readonly tag: Json
  readonly choices: Choice[]
}

function enter(into: Map<string, Entry>, tag: Json, choice: Choice): void {
  const entry = into.get(canonical(tag)) ?? { tag, choices: [] }
  if (!entry.choices.some(({ schema }) => schema.pointer === choice.schema.pointer)) entry.choices.push(choice)
  into.set(canonical(tag), entry)
}

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
