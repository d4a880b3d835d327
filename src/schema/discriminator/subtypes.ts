import { dialects } from '../../model/dialect.ts'
import type { Document, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { fragmentToPointer, joinPointer, pointerTokens } from '../../util/pointer.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { constraints, isNullOnly } from '../normal-form/branches.ts'

/** A schema that a discriminator can select although no `oneOf` or `anyOf` lists it. */
export interface Subtype extends Located {
  /** Component name: the tag if no mapping defines one. */
  readonly name: string
}

/** Subtypes by the pointer of their base schema. */
type SubtypeIndex = ReadonlyMap<Pointer, readonly Subtype[]>

const indexes = new WeakMap<Document, SubtypeIndex>()
const none: readonly never[] = []

/** Returns the schemas, extending or mapped, that a base's discriminator selects and no `oneOf`/`anyOf` lists (OpenAPI 3.1 §4.8.25). */
export function subtypesOf(document: Document, pointer: Pointer): readonly Subtype[] {
  return indexFor(document).get(pointer) ?? none
}

/** Returns whether a discriminator selects schemas that no `oneOf` or `anyOf` lists. */
export function hasSubtypes(document: Document): boolean {
  return indexFor(document).size > 0
}

function indexFor(document: Document): SubtypeIndex {
  const known = indexes.get(document)
  if (known !== undefined) return known
  const index = staysUntagged(document) ? untagged : indexOf(document)
  indexes.set(document, index)
  return index
}

/** Returns whether an edited copy has no discriminators. Listing 1,000 components for each copy takes longer than reading its edit. */
function staysUntagged({ original }: Document): boolean {
  if (original === undefined || indexFor(original.document) !== untagged) return false
  return [...original.parts.values()].every((node) => !mentionsDiscriminator(node))
}

/** Returns whether a component extends a base with a discriminator. Its own values then aren't values of its siblings. */
export function isSubtype(document: Document, pointer: Pointer): boolean {
  const index = indexFor(document)
  return index.size > 0 && index.has(pointer)
}

/** Returns the subtypes that values of a schema can belong to. Follows `allOf` and `$ref` down to the first component with subtypes. */
export function subtypesBelow(document: Document, parts: readonly Located[]): readonly Subtype[] {
  const index = indexFor(document)
  if (index.size === 0) return none
  const found = new Map<Pointer, Subtype>()
  const seen = new Set<Json>()
  const visit = ({ node, pointer }: Located): void => {
    if (seen.has(node)) return
    seen.add(node)
    const subtypes = index.get(pointer)
    if (subtypes === undefined) for (const member of membersOf(document, { node, pointer })) visit(member)
    else for (const subtype of subtypes) found.set(subtype.pointer, subtype)
  }
  for (const part of parts) visit(part)
  return [...found.values()]
}

/** Returns the schema an inline branch wraps: the only `$ref` in its `allOf`. Mappings name that schema instead of the branch. */
export function wrappedIn(document: Document, node: Json): Located | undefined {
  const refs = ownArray(node, 'allOf')
    .map((member) => own(member, '$ref'))
    .filter((ref) => typeof ref === 'string')
  const [ref, ...others] = refs
  return ref === undefined || others.length > 0 ? undefined : document.resolve(ref)
}

/** Resolves a mapping value: a reference or a bare component name (OpenAPI 3.1 §4.8.25). */
export function resolveMapped(document: Document, ref: Json | undefined): Located | undefined {
  if (typeof ref !== 'string') return undefined
  const named =
    fragmentToPointer(ref) === undefined ? document.resolve(`#${dialects[document.dialect].schemas}/${ref}`) : undefined
  return named ?? document.resolve(ref)
}

/** Index of a document without discriminators. */
const untagged: SubtypeIndex = new Map()

function indexOf(document: Document): SubtypeIndex {
  const components = componentsOf(document)
  const tagged = components.filter(({ node }) => openDiscriminators(node).length > 0)
  if (tagged.length === 0) return untagged
  const direct = new Map<Pointer, Map<Pointer, Subtype>>()
  const aliases = new Set<Pointer>()
  const add = (base: Pointer, subtype: Subtype): void => {
    const subtypes = direct.get(base) ?? new Map<Pointer, Subtype>()
    direct.set(base, base === subtype.pointer ? subtypes : subtypes.set(subtype.pointer, subtype))
  }
  for (const { node, pointer } of components) if (isAlias(document, node)) aliases.add(pointer)
  for (const subtype of components) for (const base of basesOf(document, subtype.node)) add(base.pointer, subtype)
  for (const { node, pointer } of tagged) {
    for (const target of openDiscriminators(node).flatMap((one) => mappedBy(document, one))) {
      aliases.delete(target.pointer)
      add(pointer, target)
    }
  }
  const found = new Map<Pointer, readonly Subtype[]>()
  for (const { pointer } of tagged) {
    const all = below(direct, pointer).filter((subtype) => !aliases.has(subtype.pointer))
    if (all.length > 0) found.set(pointer, all)
    for (const base of all) {
      found.set(
        base.pointer,
        below(direct, base.pointer).filter((subtype) => !aliases.has(subtype.pointer)),
      )
    }
  }
  return found
}

function mentionsDiscriminator(node: Json | undefined): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.hasOwn(node, 'discriminator') || Object.values(node).some(mentionsDiscriminator)
}

/** Returns whether a component only renames another one: `allOf` with a single `$ref`, plus annotations. */
function isAlias(document: Document, node: Json): boolean {
  return constraints(modernSchema(node, document.dialect)).join() === 'allOf' && ownArray(node, 'allOf').length === 1
}

/** Returns subtypes at any depth. */
function below(direct: ReadonlyMap<Pointer, ReadonlyMap<Pointer, Subtype>>, base: Pointer): readonly Subtype[] {
  const met = new Map<Pointer, Subtype>()
  const open = [...(direct.get(base)?.values() ?? none)]
  for (const subtype of open) {
    if (subtype.pointer === base || met.has(subtype.pointer)) continue
    met.set(subtype.pointer, subtype)
    open.push(...(direct.get(subtype.pointer)?.values() ?? none))
  }
  return [...met.values()]
}

/** Returns the named schemas of a document at their resolved locations. */
function componentsOf(document: Document): Subtype[] {
  const { isSwagger, schemas: prefix } = dialects[document.dialect]
  const entries = isSwagger
    ? ownEntries(document.root, 'definitions')
    : ownEntries(own(document.root, 'components'), 'schemas')
  return entries.map(([name, node]) => ({
    ...(referred(document, node) ?? { node, pointer: joinPointer(prefix, name) }),
    name,
  }))
}

const discriminators = new WeakMap<object, readonly Json[]>()

/** Returns the discriminators of a schema without sibling branches. Cached by node, because versions of a document share most schemas. */
function openDiscriminators(node: Json): readonly Json[] {
  if (!isObject(node)) return none
  const known = discriminators.get(node) ?? readDiscriminators(node)
  discriminators.set(node, known)
  return known
}

function readDiscriminators(node: JsonObject): readonly Json[] {
  return [node, ...ownArray(node, 'allOf')].flatMap((part) => {
    const discriminator = own(part, 'discriminator')
    const isListed = ['oneOf', 'anyOf'].some((keyword) => ownArray(part, keyword).length > 0)
    return discriminator === undefined || isListed ? [] : [discriminator]
  })
}

function mappedBy(document: Document, discriminator: Json): readonly Subtype[] {
  return ownEntries(discriminator, 'mapping').flatMap(([, ref]) => {
    const target = resolveMapped(document, ref)
    return target === undefined ? [] : [{ ...target, name: pointerTokens(target.pointer).at(-1) ?? '' }]
  })
}

/** Returns the schemas included by `$ref` or `allOf`. */
function basesOf(document: Document, node: Json, depth = 0): readonly Located[] {
  const target = referred(document, node)
  const inside = depth > 20 ? [] : ownArray(node, 'allOf').flatMap((part) => basesOf(document, part, depth + 1))
  return target === undefined ? inside : [target, ...inside]
}

/** Returns the parts of a schema that apply to all its values: `allOf` members, the `$ref` target, and the only branch besides null. */
function membersOf(document: Document, { node, pointer }: Located): readonly Located[] {
  const target = referred(document, node)
  const members = ownArray(node, 'allOf').map((part, index) => ({
    node: part,
    pointer: joinPointer(pointer, 'allOf', index),
  }))
  const single = (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const branches = ownArray(node, keyword).map((part, index) => ({
      node: part,
      pointer: joinPointer(pointer, keyword, index),
    }))
    const others = branches.filter((branch) => !isNullOnly(modernSchema(branch.node, document.dialect)))
    return others.length === 1 ? others : []
  })
  return [...(target === undefined ? [] : [target]), ...members, ...single]
}

function referred(document: Document, node: Json): Located | undefined {
  const ref = own(node, '$ref')
  return typeof ref === 'string' ? document.resolve(ref) : undefined
}
