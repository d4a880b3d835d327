import { typeNames } from '../../../schema/atoms.ts'
import type { Conjunction, NormalSchema, SchemaReader, VariantGroup } from '../../../schema/normal.ts'
import { canonical } from '../../../util/json.ts'
import { pointerTokens } from '../../../util/pointer.ts'
import { keyOf, pairUp } from '../pair-up.ts'
import type { SchemaPair } from './unit.ts'

/**
 * A schema put among alternatives (`X` → `oneOf: [X, Y]`), or taken out: compared as a group of one with the
 * group, so that only what was added or removed is said. Answers whether it applied.
 */
export function compareWrapping(pair: SchemaPair): boolean {
  const { before, after } = pair
  const [was, is] = [before.groups[0], after.groups[0]]
  if (was === undefined && is !== undefined && after.groups.length === 1 && isBare(after) && !isBare(before)) {
    const group = { ...is, branches: nullInside(is, before) }
    compareGroup(pair, { ...is, branches: [before.parts] }, group)
    return true
  }
  if (is === undefined && was !== undefined && before.groups.length === 1 && isBare(before) && !isBare(after)) {
    const group = { ...was, branches: nullInside(was, after) }
    compareGroup(pair, group, { ...was, branches: [after.parts] })
    return true
  }
  return false
}

/** A schema that lets null pass is compared with branches of which one is null as if each let it pass. */
function nullInside({ branches }: VariantGroup, single: NormalSchema): readonly Conjunction[] {
  if (!single.types.has('null') || !branches.some(isNull)) return branches
  const others = branches.filter((branch) => !isNull(branch))
  return others.map((branch) => branch.map((part) => ({ ...part, nullable: true })))
}

/** Groups in the order they stand; one that comes or goes narrows or widens as a whole. */
export function compareVariants(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const text = (group: VariantGroup): string =>
    canonical(group.branches.map((branch) => branch.map((part) => part.node)))
  const { pairs, removed, added } = pairUp(
    before.groups,
    after.groups,
    keyOf(text),
    keyOf(() => 'any'),
  )
  for (const [was, is] of pairs) compareGroup(pair, was, is)
  const value = (group: VariantGroup, reader: SchemaReader) => {
    return { keyword: group.keyword, value: group.branches.map((branch) => branchName(reader, branch)) }
  }
  for (const was of removed) {
    if (asksNoMore(pair.base, was, after)) continue
    emit('schema.keyword', value(was, pair.base), undefined, 'widened', { base: was.pointer, revision: after.pointer })
  }
  for (const is of added) {
    if (asksNoMore(pair.revision, is, before)) continue
    emit('schema.keyword', undefined, value(is, pair.revision), 'narrowed', {
      base: before.pointer,
      revision: is.pointer,
    })
  }
}

/**
 * Whether a branch of an `anyOf` only asks for properties that the other version asks for anyway: the group adds nothing
 * to that version. A `oneOf` does: it refuses what another branch allows too.
 */
function asksNoMore(reader: SchemaReader, { keyword, branches }: VariantGroup, other: NormalSchema): boolean {
  if (keyword === 'oneOf') return false
  return branches.map(reader.normal).some((branch) => {
    const isOnlyRequired = branch.groups.length === 0 && isBare({ ...branch, required: new Map() })
    return isOnlyRequired && [...branch.required.keys()].every((name) => other.required.has(name))
  })
}

function isBare(normal: NormalSchema): boolean {
  const { properties, required, patternProperties, dependentRequired, opaque, applicators, bounds } = normal
  const { items, prefixItems, additional, patterns, formats } = normal
  const maps = [properties, required, patternProperties, dependentRequired, opaque, applicators, bounds]
  const lists = [items, prefixItems, additional, patterns, formats]
  const isFree = maps.every((map) => map.size === 0) && lists.every((list) => list.length === 0) && !normal.closed
  const isOpen = normal.enum === undefined && normal.multipleOf === undefined && normal.uniqueItems === undefined
  return isFree && isOpen && typeNames(normal.types)[0] === 'any'
}

function compareGroup(pair: SchemaPair, was: VariantGroup, is: VariantGroup): void {
  if (was.keyword !== is.keyword && !areDisjoint(pair.base, was.branches)) {
    const value = ({ keyword, branches }: VariantGroup, reader: SchemaReader) => {
      return { keyword, value: branches.map((branch) => branchName(reader, branch)) }
    }
    // `oneOf` refuses what several branches allow.
    const effect = was.keyword === 'oneOf' ? 'widened' : 'narrowed'
    const spot = { base: was.pointer, revision: is.pointer }
    pair.emit('schema.keyword', value(was, pair.base), value(is, pair.revision), effect, spot)
  }
  const matches = matchBranches(pair, was.branches, is.branches)
  for (const [before, after] of matches.pairs) pair.child({ kind: 'variant', before, after }, before, after)
  for (const branch of matches.removed) {
    if (isNull(branch)) emitNull(pair, was, is, true)
    else {
      const value = { keyword: was.keyword, name: branchName(pair.base, branch) }
      const spot = { base: branch[0]?.pointer, revision: is.pointer, place: was.pointer }
      pair.emit('schema.variant', value, undefined, 'narrowed', spot)
    }
  }
  for (const branch of matches.added) {
    if (isNull(branch)) emitNull(pair, was, is, false)
    else {
      const value = { keyword: is.keyword, name: branchName(pair.revision, branch) }
      const spot = { base: was.pointer, revision: branch[0]?.pointer, place: is.pointer }
      pair.emit('schema.variant', undefined, value, 'widened', spot)
    }
  }
}

/** Whether no value can satisfy two branches: by their types, or by a constant that tells them apart. */
function areDisjoint(reader: SchemaReader, branches: readonly Conjunction[]): boolean {
  const tags = branches.map((branch) => tagOf(reader, branch))
  if (tags.every((tag) => tag !== undefined) && new Set(tags).size === tags.length) {
    return new Set(tags.map((tag) => tag?.split('=')[0])).size === 1
  }
  const types = branches.flatMap((branch) => [...reader.normal(branch).types])
  return new Set(types).size === types.length
}

function isNull(branch: Conjunction): boolean {
  return branch.length === 1 && canonical(branch[0]?.node) === '{"type":"null"}'
}

function emitNull(pair: SchemaPair, was: VariantGroup, is: VariantGroup, before: boolean): void {
  const spot = { base: was.pointer, revision: is.pointer }
  pair.emit('schema.nullable', before, !before, before ? 'narrowed' : 'widened', spot)
}

interface Matches {
  readonly pairs: readonly (readonly [Conjunction, Conjunction])[]
  readonly removed: readonly Conjunction[]
  readonly added: readonly Conjunction[]
}

/** By component name, then equal text, then constant tag or title, then the same types in order. */
function matchBranches(pair: SchemaPair, was: readonly Conjunction[], is: readonly Conjunction[]): Matches {
  const pairs: (readonly [Conjunction, Conjunction])[] = []
  let [removed, added] = [[...was], [...is]]
  const labels: ((reader: SchemaReader, branch: Conjunction) => string | undefined)[] = [
    (_, branch) => componentName(branch),
    (_, branch) => canonical(branch.map((part) => part.node)),
    tagOf,
    (reader, branch) => textAnnotation(reader, branch, 'title'),
    (reader, branch) => [...reader.normal(branch).properties.keys()].sort().join() || undefined,
    (reader, branch) => typeNames(reader.normal(branch).types).join(),
  ]
  for (const label of labels) {
    const twins = new Map<string, Conjunction[]>()
    for (const branch of added.toReversed()) {
      const name = label(pair.revision, branch)
      if (name !== undefined) (twins.get(name) ?? twins.set(name, []).get(name))?.push(branch)
    }
    const taken = new Set<Conjunction>()
    removed = removed.filter((branch) => {
      const name = label(pair.base, branch)
      const twin = name === undefined ? undefined : twins.get(name)?.pop()
      if (twin === undefined) return true
      taken.add(twin)
      pairs.push([branch, twin])
      return false
    })
    added = added.filter((branch) => !taken.has(branch))
  }
  return { pairs, removed, added }
}

/** What a reader would call a branch. */
function branchName(reader: SchemaReader, branch: Conjunction): string {
  const named = componentName(branch) ?? textAnnotation(reader, branch, 'title') ?? tagOf(reader, branch)
  return named ?? typeNames(reader.normal(branch).types).join(' or ')
}

function componentName(branch: Conjunction): string | undefined {
  const [part] = branch
  const tokens = branch.length === 1 && part !== undefined ? pointerTokens(part.pointer) : []
  if (tokens[0] === 'components' && tokens[1] === 'schemas' && tokens.length === 3) return tokens[2]
  return tokens[0] === 'definitions' && tokens.length === 2 ? tokens[1] : undefined
}

function textAnnotation(reader: SchemaReader, branch: Conjunction, keyword: string): string | undefined {
  const value = reader.normal(branch).annotations.get(keyword)?.value
  return typeof value === 'string' ? value : undefined
}

/** The first required property with one allowed value: what tells this branch from its siblings. */
function tagOf(reader: SchemaReader, branch: Conjunction): string | undefined {
  const { properties, required } = reader.normal(branch)
  for (const [name, parts] of properties) {
    if (!required.has(name)) continue
    const values = reader.normal(parts.flatMap((part) => reader.enter(part))).enum?.value
    if (values?.length === 1) return `${name}=${canonical(values[0])}`
  }
  return undefined
}
