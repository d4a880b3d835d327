import type { Merged } from './merged.ts'

/** The type whose values a keyword is about; undefined where it is about any value. */
export function typeOf(keyword: string): 'array' | 'object' | undefined {
  if (/^(contains|minContains|maxContains|unevaluatedItems)\b/.test(keyword)) return 'array'
  return /^(propertyNames|dependentSchemas)\b/.test(keyword) ? 'object' : undefined
}

/** The applicators of a merge without those about a type that it leaves out. */
export function appliedTo({ applicators, types }: Merged): Merged['applicators'] {
  if (applicators.size === 0 || (types.has('array') && types.has('object'))) return applicators
  return new Map(
    [...applicators].filter(([keyword]) => {
      const type = typeOf(keyword)
      return type === undefined || types.has(type)
    }),
  )
}
