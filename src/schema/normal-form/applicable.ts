import type { Merged } from './merged.ts'

/** Returns the value type a keyword applies to, or `undefined` for any type. */
export function typeOf(keyword: string): 'array' | 'object' | undefined {
  if (/^(contains|minContains|maxContains|unevaluatedItems)\b/.test(keyword)) return 'array'
  return /^(propertyNames|dependentSchemas)\b/.test(keyword) ? 'object' : undefined
}

/** Drops applicators for types that the schema doesn't allow. */
export function appliedTo({ applicators, types }: Merged): Merged['applicators'] {
  if (applicators.size === 0 || (types.has('array') && types.has('object'))) return applicators
  return new Map(
    [...applicators].filter(([keyword]) => {
      const type = typeOf(keyword)
      return type === undefined || types.has(type)
    }),
  )
}
