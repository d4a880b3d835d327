import { typeNames } from '../../../../schema/keywords/atoms.ts'
import type { Conjunction, NormalSchema, SchemaReader, VariantGroup } from '../../../../schema/normal-form/normal.ts'
import { canonical } from '../../../../util/json.ts'
import { joinPointer } from '../../../../util/pointer.ts'
import { keyOf, pairUp } from '../../pair-up.ts'
import type { SchemaPair } from '../unit.ts'
import { branchName, matchBranches } from './branches.ts'

/** Compares `X` → `oneOf: [X, Y]` (or the reverse) as a group of one, to report only other branches. Returns whether it applied. */
export function compareWrapping(pair: SchemaPair): boolean {
  const { before, after } = pair
  const [was, is] = [before.groups[0], after.groups[0]]
  if (was === undefined && is !== undefined && wraps(after, before)) {
    const group = { ...is, branches: nullInside(is, before) }
    compareGroup(pair, groupOf(before, is), group)
    return true
  }
  if (is === undefined && was !== undefined && wraps(before, after)) {
    const group = { ...was, branches: nullInside(was, after) }
    compareGroup(pair, group, groupOf(after, was))
    return true
  }
  return false
}

function groupOf({ pointer, parts }: NormalSchema, { keyword }: VariantGroup): VariantGroup {
  return { keyword, pointer: joinPointer(pointer, keyword), branches: [parts] }
}

/** Returns whether a schema consists of one group and accepts all types of the other schema. */
function wraps(whole: NormalSchema, single: NormalSchema): boolean {
  const isRefused = [...single.types].some((atom) => !whole.types.has(atom))
  return whole.groups.length === 1 && isBare(whole) && !isRefused && !isAnything(single)
}

/** Makes each branch nullable if the other schema is nullable and a branch is null. */
function nullInside({ branches }: VariantGroup, single: NormalSchema): readonly Conjunction[] {
  if (!single.types.has('null') || !branches.some(isNull)) return branches
  const others = branches.filter((branch) => !isNull(branch))
  return others.map((branch) => branch.map((part) => ({ ...part, nullable: true })))
}

/** Compares groups in order. Adding or removing a group narrows or widens as a whole. */
export function compareVariants(pair: SchemaPair): void {
  const { before, after, emit } = pair
  if (before.groups.length + after.groups.length === 0) return
  // With a single group on each side, they match regardless of their text.
  const isChoice = before.groups.length > 1 || after.groups.length > 1
  const text = (group: VariantGroup): string =>
    isChoice ? canonical(group.branches.map((branch) => branch.map((part) => part.node))) : 'any'
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
    emit('schema.keyword', value(was, pair.base), undefined, 'widened', { base: was.pointer, revision: after.pointer })
  }
  for (const is of added) {
    emit('schema.keyword', undefined, value(is, pair.revision), 'narrowed', {
      base: before.pointer,
      revision: is.pointer,
    })
  }
}

function isAnything(normal: NormalSchema): boolean {
  return isBare(normal) && typeNames(normal.types)[0] === 'any'
}

function isBare(normal: NormalSchema): boolean {
  const { properties, required, patternProperties, dependentRequired, opaque, applicators, bounds } = normal
  const { items, prefixItems, additional, patterns, formats } = normal
  const maps = [properties, required, patternProperties, dependentRequired, opaque, applicators, bounds]
  const lists = [items, prefixItems, additional, patterns, formats]
  const isFree = maps.every((map) => map.size === 0) && lists.every((list) => list.length === 0) && !normal.closed
  return isFree && normal.enum === undefined && normal.multipleOf === undefined && normal.uniqueItems === undefined
}

function compareGroup(pair: SchemaPair, was: VariantGroup, is: VariantGroup): void {
  const matches = matchBranches(pair, was.branches, is.branches)
  for (const [before, after] of matches.pairs) {
    pair.child({ kind: 'variant', before, after }, before, after)
    compareSharedProperties(pair, before, after)
  }
  for (const branch of matches.removed) emitBranch(pair, was, is, branch, 'removed')
  for (const branch of matches.added) emitBranch(pair, was, is, branch, 'added')
}

function emitBranch(
  pair: SchemaPair,
  was: VariantGroup,
  is: VariantGroup,
  branch: Conjunction,
  fate: 'removed' | 'added',
): void {
  const isRemoved = fate === 'removed'
  const effect = isRemoved ? 'narrowed' : 'widened'
  const spot = { base: was.pointer, revision: is.pointer }
  if (isNull(branch)) {
    pair.emit('schema.nullable', isRemoved, !isRemoved, effect, spot)
    return
  }
  const [group, reader, side] = isRemoved ? [was, pair.base, 'base'] : [is, pair.revision, 'revision']
  const value = { keyword: group.keyword, name: branchName(reader, branch) }
  const at = { ...spot, [side]: branch[0]?.pointer, location: group.pointer }
  pair.emit('schema.variant', isRemoved ? value : undefined, isRemoved ? undefined : value, effect, at)
}

function isNull(branch: Conjunction): boolean {
  return branch.length === 1 && canonical(branch[0]?.node) === '{"type":"null"}'
}

/** If a schema or branch gains or loses a property declaration, compares everything that applied before and after. */
export function compareSharedProperties(pair: SchemaPair, was: Conjunction, is: Conjunction): void {
  const { before, after } = pair
  const areSame = pair.same(was, is)
  if (areSame && hasSameNames(before, after)) return
  const [inner, innerNow] = [
    pair.base.normal(was.flatMap(pair.base.enter)).properties,
    pair.revision.normal(is.flatMap(pair.revision.enter)).properties,
  ]
  for (const name of new Set([...inner.keys(), ...innerNow.keys()])) {
    const isKept = inner.has(name) === innerNow.has(name)
    if (isKept && before.properties.has(name) === after.properties.has(name)) continue
    const [all, allNow] = [
      [...(inner.get(name) ?? []), ...(before.properties.get(name) ?? [])],
      [...(innerNow.get(name) ?? []), ...(after.properties.get(name) ?? [])],
    ]
    if (all.length > 0 && allNow.length > 0) pair.child({ kind: 'property', name }, all, allNow)
  }
}

function hasSameNames({ properties }: NormalSchema, other: NormalSchema): boolean {
  if (properties.size !== other.properties.size) return false
  return [...properties.keys()].every((name) => other.properties.has(name))
}
