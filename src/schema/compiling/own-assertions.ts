import type { Json } from '../../model/json.ts'
import { isMultipleOf } from '../../numbers/decimal.ts'
import { compareNumbers, numberText } from '../../numbers/exact.ts'
import { canonical } from '../../util/json.ts'

/** A keyword that is decided here, for ajv too. */
export interface OwnAssertion {
  readonly keyword: string
  /** The type of the values that it is about. */
  readonly type: 'number' | 'array'
  readonly schemaType: 'number' | 'boolean'
  /** Whether a value of that type is valid. */
  readonly holds: (wanted: Json, value: Json) => boolean
}

/**
 * Where ajv's own keyword is wrong for us: binary fractions for multipleOf, and an equality that calls
 * `valueOf` and `toString` of the values compared, which a hostile body can define.
 */
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

/** As text only where it takes all digits: arithmetic with doubles is faster. */
function written(double: number): number | string {
  return Number.isSafeInteger(double) || !Number.isFinite(double) ? double : numberText(double)
}

/** By all digits; ajv's own compare doubles, and faster. */
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
