import type { Json } from '../../model/json.ts'

/** A limit that the description lacks. */
export type LearnedLimit =
  | { readonly keyword: NumericLimit; readonly value: number }
  | { readonly keyword: 'pattern'; readonly value: string }
  | { readonly keyword: 'format'; readonly value: string }
  | { readonly keyword: 'enum'; readonly value: readonly Json[] }
  | { readonly keyword: 'required' }

/** Keywords of numeric limits. */
export type NumericLimit = (typeof numericLimits)[number]

/** Numeric limits in search order. */
export const numericLimits = [
  ...(['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const),
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf'] as const),
] as const
