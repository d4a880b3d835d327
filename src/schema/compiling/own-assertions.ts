import type { Json } from '../../model/json.ts'
import { canonical } from '../../util/json.ts'
import { isMultipleOf } from '../../util/numbers/decimal.ts'
import { compareNumbers, numberText } from '../../util/numbers/exact.ts'

/** A keyword implemented here instead of in ajv. */
export interface OwnAssertion {
  readonly keyword: string
  readonly type: 'number' | 'array'
  readonly schemaType: 'number' | 'boolean'
  /** Returns whether a value of that type is valid. */
  readonly holds: (wanted: Json, value: Json) => boolean
}

/** Replacements for ajv keywords: decimal `multipleOf`, and an equality that never calls `valueOf` or `toString` of a hostile body. */
export const ownAssertions: readonly OwnAssertion[] = [
  {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    holds: (step, value) => isMultipleOf(written(Number(value)), written(Number(step))),
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    holds: (isUnique, items) =>
      isUnique === false || !Array.isArray(items) || new Set(items.map(canonical)).size === items.length,
  },
]

/** Returns text only if digits beyond a safe integer matter: double arithmetic is faster. */
function written(double: number): number | string {
  return Number.isSafeInteger(double) || !Number.isFinite(double) ? double : numberText(double)
}

/** Limits compared by all digits; ajv compares doubles, which is faster. */
export const limits: readonly OwnAssertion[] = [
  limit('minimum', (order) => order >= 0),
  limit('maximum', (order) => order <= 0),
  limit('exclusiveMinimum', (order) => order > 0),
  limit('exclusiveMaximum', (order) => order < 0),
]

function limit(keyword: string, isIn: (order: number) => boolean): OwnAssertion {
  const holds = (bound: Json, value: Json): boolean => isIn(compareNumbers(Number(value), Number(bound)))
  return { keyword, type: 'number', schemaType: 'number', holds }
}
