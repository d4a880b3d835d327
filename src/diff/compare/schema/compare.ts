import { compareAnnotations } from './annotations.ts'
import { compareArray } from './array.ts'
import { compareNumbersAndTexts } from './bounds.ts'
import { compareKeywords } from './keywords.ts'
import { compareObject } from './object.ts'
import { compareOneWithList } from './one-or-list.ts'
import { compareSubtypes } from './subtypes.ts'
import { compareEnum, compareTypes, haveCommonType } from './types.ts'
import type { SchemaPair } from './unit.ts'
import { compareVariants, compareWrapping } from './variants.ts'

/** States every difference between two schemas of the same place; children are asked for, not entered. */
export function compareSchemas(pair: SchemaPair): void {
  compareAnnotations(pair)
  compareSubtypes(pair)
  if (compareOneWithList(pair, compareValues)) return
  if (compareWrapping(pair)) return
  compareTypes(pair)
  // With no type in common the rest compares what cannot meet: the changed type says it all.
  if (haveCommonType(pair)) compareConstraints(pair)
}

/** Two values of which the types are said already. */
function compareValues(pair: SchemaPair): void {
  if (!compareWrapping(pair)) compareConstraints(pair)
}

function compareConstraints(pair: SchemaPair): void {
  compareEnum(pair)
  compareNumbersAndTexts(pair)
  compareObject(pair)
  compareArray(pair)
  compareVariants(pair)
  compareKeywords(pair)
}
