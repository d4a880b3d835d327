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

/** Reports every difference between two schemas of one location; requests comparison of children without entering them. */
export function compareSchemas(written: SchemaPair): void {
  const pair = withinAccess(alignNames(written))
  compareAnnotations(written)
  compareExclusivity(written)
  compareSubtypes(pair)
  if (compareWrapping(pair)) return
  compareTypes(pair)
  // Without a common type, other differences are irrelevant.
  if (haveCommonType(pair)) compareConstraints(pair)
  else if (haveOnlyNull(pair)) compareChoices(pair)
}

/** Treats `propertyNames` like a closed object if the other side is closed: its names are declared or match a pattern. */
function alignNames(pair: SchemaPair): SchemaPair {
  const { base, revision, before, after } = pair
  const limits = ({ applicators }: NormalSchema): boolean => applicators.has('propertyNames')
  if (limits(before) === limits(after)) return pair
  if (limits(before)) return after.closed ? { ...pair, before: spellOutNames(base, before) } : pair
  return before.closed ? { ...pair, after: spellOutNames(revision, after) } : pair
}

/** Returns whether only one side has unresolved references, so its real content is unknown. They are reported as unchecked. */
export function hidesMore({
  base,
  revision,
  before,
  after,
}: Pick<SchemaPair, 'base' | 'revision' | 'before' | 'after'>): boolean {
  return !equalJson(unreadOf(base, before), unreadOf(revision, after))
}

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

/** Compares keywords that apply to any type. */
function compareChoices(pair: SchemaPair): void {
  compareVariants(pair)
  compareKeywords(pair)
}
