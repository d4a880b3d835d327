import type { Json } from '../../model/json.ts'

/** A bound that the description does not state. */
export type LearnedLimit =
  | { readonly keyword: NumericLimit; readonly value: number }
  | { readonly keyword: 'pattern'; readonly value: string }
  | { readonly keyword: 'format'; readonly value: string }
  | { readonly keyword: 'enum'; readonly value: readonly Json[] }
  | { readonly keyword: 'required' }

/** The keywords of limits that are numbers. */
export type NumericLimit = (typeof numericLimits)[number]

/** In the order in which they are looked for. */
export const numericLimits = [
  ...(['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const),
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf'] as const),
] as const
