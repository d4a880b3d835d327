import type { Json } from '../../../model/json.ts'
import { spellOutNames } from '../../../schema/containment/property-names.ts'
import { mayState } from '../../../schema/keywords/hidden.ts'
import type { NormalSchema, SchemaReader } from '../../../schema/normal-form/normal.ts'
import { equalJson } from '../../../util/json.ts'
import { compareAnnotations, withinAccess } from './keywords/annotations.ts'
import { compareArray } from './keywords/array.ts'
import { compareNumbersAndTexts } from './keywords/bounds.ts'
import { compareObject } from './keywords/object.ts'
import { compareKeywords } from './keywords/others.ts'
import { compareEnum, compareTypes, haveCommonType, haveOnlyNull } from './keywords/types.ts'
import { compareExclusivity } from './unions/exclusivity.ts'
import { compareSubtypes } from './unions/subtypes.ts'
import { compareVariants, compareWrapping } from './unions/variants.ts'
import type { SchemaPair } from './unit.ts'

/** States every difference between two schemas of the same location; children are requested, not entered. */
export function compareSchemas(written: SchemaPair): void {
  const pair = withinAccess(alignNames(written))
  compareAnnotations(written)
  compareExclusivity(written)
  compareSubtypes(pair)
  if (compareWrapping(pair)) return
  compareTypes(pair)
  // With no type in common the rest compares what cannot meet: the changed type says it all.
  if (haveCommonType(pair)) compareConstraints(pair)
  else if (haveOnlyNull(pair)) compareChoices(pair)
}

/** `propertyNames` beside a closed object is one: its names are the declared ones, or match a pattern. */
function alignNames(pair: SchemaPair): SchemaPair {
  const { base, revision, before, after } = pair
  const limits = ({ applicators }: NormalSchema): boolean => applicators.has('propertyNames')
  if (limits(before) === limits(after)) return pair
  if (limits(before)) return after.closed ? { ...pair, before: spellOutNames(base, before) } : pair
  return before.closed ? { ...pair, after: spellOutNames(revision, after) } : pair
}

/** Whether one side alone has parts that could not be read and may be anything: no difference is known. They are reported as not checked. */
export function hidesMore({
  base,
  revision,
  before,
  after,
}: Pick<SchemaPair, 'base' | 'revision' | 'before' | 'after'>): boolean {
  return !equalJson(unreadOf(base, before), unreadOf(revision, after))
}

/** The `$ref`s that could not be read, of a schema and of the branches it offers. */
function unreadOf(reader: SchemaReader, normal: NormalSchema): Json[] {
  const branches = normal.groups.flatMap((group) => {
    return group.branches.filter((branch) => mayState(reader, branch, [])).map(reader.normal)
  })
  return [normal, ...branches].flatMap(({ opaque }) => opaque.get('$ref')?.value ?? [])
}

function compareConstraints(pair: SchemaPair): void {
  if (compareEnum(pair)) return
  compareNumbersAndTexts(pair)
  compareObject(pair)
  compareArray(pair)
  compareChoices(pair)
}

/** What may refuse a value of any type. */
function compareChoices(pair: SchemaPair): void {
  compareVariants(pair)
  compareKeywords(pair)
}
