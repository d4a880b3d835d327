import type { ChangeKind, ChangeValues, PropertyFacts } from '../../../../model/diff/change.ts'
import type { Document, Setting } from '../../../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../../../model/json.ts'
import { canonical, equalJson, isObject, own, ownArray } from '../../../../util/json.ts'
import { componentDepth, joinPointer, parentOf, pointerTokens } from '../../../../util/pointer.ts'
import { isOneSided, type LocalChange, type Spot } from '../unit.ts'

export interface Versions {
  readonly base: Document
  readonly revision: Document
}

export interface Patches {
  readonly base: readonly Setting[]
  readonly revision: readonly Setting[]
  /** The settings change only differing locations. Otherwise a reference changes its target, which may be used elsewhere. */
  readonly isInPlace: boolean
}

type Settings = Omit<Patches, 'isInPlace'>

/** Returns an edit as settings, or `undefined` if it can't be separated from surrounding edits. */
export function patchesOf(versions: Versions, edit: LocalChange): Patches | undefined {
  const { base, revision } = versions
  // A keyword can mean something else in another OpenAPI version.
  if (base.dialect !== revision.dialect) return undefined
  const settings = isOneSided(edit.unit) ? wholeSchema(versions, edit) : read(versions, edit)
  if (settings === undefined || settings.base.length + settings.revision.length === 0) return undefined
  const values = (side: readonly Setting[]) => side.map(({ value }) => value)
  return {
    base: [...missingComponents(revision, base, values(settings.base)), ...settings.base],
    revision: [...missingComponents(base, revision, values(settings.revision)), ...settings.revision],
    isInPlace: [...settings.base, ...settings.revision].every(({ pointer }) => isInDifferingPart(versions, pointer)),
  }
}

function isInDifferingPart({ base, revision }: Versions, pointer: Pointer): boolean {
  const tokens = pointerTokens(pointer)
  const depth = componentDepth(tokens)
  const component = joinPointer('', ...tokens.slice(0, depth))
  return depth === 0 || !equalJson(base.at(component), revision.at(component))
}

function read(versions: Versions, edit: LocalChange): Settings | undefined {
  if (edit.kind === 'schema.property') return propertyEntry(versions, edit)
  if (edit.kind === 'schema.required') return requiredName(versions, edit, String(edit.before ?? edit.after))
  if (edit.kind === 'schema.variant') return branch(versions, edit)
  const names = keywordsOf(edit)
  return names === undefined ? undefined : keywords(versions, edit, names)
}

/** A limit can change to its exclusive form. */
const limits = { minimum: ['minimum', 'exclusiveMinimum'], maximum: ['maximum', 'exclusiveMaximum'] }

/** Keywords in which a kind of change can appear. */
const keywordsByKind: Partial<Readonly<Record<ChangeKind, readonly string[]>>> = {
  'schema.type': ['type'],
  'schema.nullable': ['nullable', 'type'],
  'schema.enum': ['enum', 'const'],
  'schema.format': ['format'],
  'schema.pattern': ['pattern'],
  'schema.multiple-of': ['multipleOf'],
  'schema.unique-items': ['uniqueItems'],
  'schema.closed': ['additionalProperties', 'unevaluatedProperties', 'items', 'additionalItems', 'prefixItems'],
}

function keywordsOf({ kind, before, after, spot }: LocalChange): readonly string[] | undefined {
  if (kind === 'schema.type' || kind === 'schema.nullable')
    return [...(keywordsByKind[kind] ?? []), ...typeKeywords(spot)]
  if (kind !== 'schema.bound' && kind !== 'schema.keyword') return keywordsByKind[kind]
  const names = [before, after].flatMap((value) => {
    const { keyword = '' } = (value ?? {}) as Partial<ChangeValues['schema.keyword']>
    return [keyword.split('/')[0] ?? '']
  })
  const limit = names
    .map((name) => /(minimum|maximum)$/i.exec(name)?.[0]?.toLowerCase())
    .find((one) => one !== undefined)
  if (limit !== undefined) return limits[limit as keyof typeof limits]
  if (names.includes('if')) return ['if', 'then', 'else']
  if (names.includes('dependentRequired')) return ['dependentRequired', 'dependentSchemas', 'dependencies']
  return names.includes('$ref') ? undefined : [...new Set(names)]
}

/** Returns the keywords that state types other than `type`. */
function typeKeywords({ base, revision }: Spot): readonly string[] {
  const names = [base, revision].flatMap((pointer) => pointerTokens(pointer ?? '').slice(-1))
  return names.filter((name) => /^(enum|const|oneOf|anyOf)$/.test(name))
}

function ownerOf(pointer: Pointer | undefined, schema: Pointer, names: readonly string[]): Pointer {
  if (pointer === undefined || pointer === schema) return schema
  const tokens = pointerTokens(pointer)
  const at = Math.max(...names.map((name) => tokens.lastIndexOf(name)))
  return at < 0 ? schema : joinPointer('', ...tokens.slice(0, at))
}

function keywords(versions: Versions, { spot, owners }: LocalChange, names: readonly string[]): Settings | undefined {
  const [was, is] = [ownerOf(spot.base, owners.base, names), ownerOf(spot.revision, owners.revision, names)]
  const [old, now] = [schemaAt(versions.base, was), schemaAt(versions.revision, is)]
  if (old === undefined || now === undefined) return undefined
  const differing = names.filter((name) => !equalJson(own(old, name), own(now, name)))
  return {
    base: differing.map((name) => memberOf(was, name, own(now, name))),
    revision: differing.map((name) => memberOf(is, name, own(old, name))),
  }
}

function schemaAt(document: Document, pointer: Pointer): JsonObject | undefined {
  const node = document.at(pointer)
  return node === true ? {} : isObject(node) && typeof own(node, '$ref') !== 'string' ? node : undefined
}

function requiredName(versions: Versions, { spot, owners, after }: LocalChange, name: string): Settings | undefined {
  const [was, is] = [
    ownerOf(spot.base, owners.base, ['required']),
    ownerOf(spot.revision, owners.revision, ['required']),
  ]
  const isAdded = after !== undefined
  const base = namesWith(versions.base, was, name, isAdded)
  const revision = namesWith(versions.revision, is, name, !isAdded)
  return base && revision && { base: [base], revision: [revision] }
}

function namesWith(document: Document, owner: Pointer, name: string, isIn: boolean): Setting | undefined {
  const node = schemaAt(document, owner)
  if (node === undefined) return undefined
  const others = ownArray(node, 'required').filter((one) => one !== name)
  const names = isIn ? [...others, name] : others
  return memberOf(owner, 'required', names.length === 0 ? undefined : names)
}

function propertyEntry(versions: Versions, edit: LocalChange): Settings | undefined {
  const { spot, before, after } = edit
  const { name, required } = (before ?? after) as PropertyFacts
  const end = joinPointer('', 'properties', name)
  const side = spot.base?.endsWith(end) ? 'base' : 'revision'
  const written = spot[side]
  const other = side === 'base' ? 'revision' : 'base'
  const facing = spot[other]
  if (written === undefined || facing === undefined || !written.endsWith(end)) return undefined
  const owner = parentOf(parentOf(written))
  const node = versions[side].at(written)
  if (node === undefined || schemaAt(versions[other], facing) === undefined) return undefined
  const isRequired = ownArray(versions[side].at(owner), 'required').includes(name)
  const removed = [memberOf(joinPointer(owner, 'properties'), name, undefined)]
  const added = [memberOf(joinPointer(facing, 'properties'), name, node)]
  if (required && isRequired) {
    const [without, within] = [
      namesWith(versions[side], owner, name, false),
      namesWith(versions[other], facing, name, true),
    ]
    if (without !== undefined) removed.push(without)
    if (within !== undefined) added.push(within)
  }
  return side === 'base' ? { base: removed, revision: added } : { base: added, revision: removed }
}

/** Handles a branch that only one version lists: adds or removes its list entry. */
function branch(versions: Versions, { spot, before }: LocalChange): Settings | undefined {
  const side = before === undefined ? 'revision' : 'base'
  const other = side === 'base' ? 'revision' : 'base'
  const [list, facing] = [spot.location, spot[other]]
  const entered = spot[side]
  if (list === undefined || facing === undefined || entered === undefined) return undefined
  const [branches, others] = [versions[side].at(list), versions[other].at(facing)]
  if (!Array.isArray(branches) || !Array.isArray(others)) return undefined
  const index = branches.findIndex((node, at) => targetOf(versions[side], node, joinPointer(list, at)) === entered)
  const node = branches[index]
  if (node === undefined || others.some((one) => canonical(one) === canonical(node))) return undefined
  const removed = [{ pointer: list, value: branches.toSpliced(index, 1) as Json }]
  const added = [{ pointer: facing, value: [...others, node] as Json }]
  return side === 'base' ? { base: removed, revision: added } : { base: added, revision: removed }
}

function targetOf(document: Document, node: Json, pointer: Pointer): Pointer | undefined {
  const ref = own(node, '$ref')
  return typeof ref === 'string' ? document.resolve(ref)?.pointer : pointer
}

/** Handles a schema that only one version has: sets or removes it where it is used. */
function wholeSchema(versions: Versions, { unit }: LocalChange): Settings | undefined {
  const { around, usedAt } = unit
  const side = unit.before.length === 0 ? 'revision' : 'base'
  const other = side === 'base' ? 'revision' : 'base'
  const [owner, facing, used] = [around[side], around[other], usedAt[side]]
  if (owner === undefined || facing === undefined || !used?.startsWith(`${owner}/`)) return undefined
  const twin = `${facing}${used.slice(owner.length)}`
  const value = versions[side].at(used)
  if (value === undefined || versions[other].at(twin) !== undefined) return undefined
  const [removed, added] = [[{ pointer: used, value: undefined }], [{ pointer: twin, value }]]
  return side === 'base' ? { base: removed, revision: added } : { base: added, revision: removed }
}

/** Returns the components that values of one document refer to and the other document lacks. */
export function missingComponents(from: Document, to: Document, values: readonly (Json | undefined)[]): Setting[] {
  const found = new Map<Pointer, Json>()
  const open: (Json | undefined)[] = [...values]
  for (const value of open) {
    if (Array.isArray(value)) open.push(...value)
    if (!isObject(value)) continue
    open.push(...Object.values(value))
    const ref = own(value, '$ref')
    const target = typeof ref === 'string' && to.resolve(ref) === undefined ? from.resolve(ref) : undefined
    if (target === undefined || found.has(target.pointer)) continue
    found.set(target.pointer, target.node)
    open.push(target.node)
  }
  return [...found].map(([pointer, value]) => ({ pointer, value }))
}

/** Returns a setting for a member of the object at a pointer. */
export function memberOf(pointer: Pointer, name: string, value: Json | undefined): Setting {
  return { pointer: joinPointer(pointer, name), value }
}
