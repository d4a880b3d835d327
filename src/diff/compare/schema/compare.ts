import { compareAnnotations } from './annotations.ts'
import { compareArray } from './array.ts'
import { compareNumbersAndTexts } from './bounds.ts'
import { compareKeywords } from './keywords.ts'
import { compareObject } from './object.ts'
import { compareSubtypes } from './subtypes.ts'
import { compareEnum, compareTypes, haveCommonType } from './types.ts'
import type { SchemaPair } from './unit.ts'
import { compareVariants, compareWrapping } from './variants.ts'

/** States every difference between two schemas of the same place; children are asked for, not entered. */
export function compareSchemas(pair: SchemaPair): void {
  compareAnnotations(pair)
  compareSubtypes(pair)
  if (compareWrapping(pair)) return
  compareTypes(pair)
  // With no type in common the rest compares what cannot meet: the changed type says it all.
  if (!haveCommonType(pair)) return
  compareEnum(pair)
  compareNumbersAndTexts(pair)
  compareObject(pair)
  compareArray(pair)
  compareVariants(pair)
  compareKeywords(pair)
}
