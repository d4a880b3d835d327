import type { RequestInput } from './plan.ts'

const valueLocations = ['path', 'query', 'headers', 'cookies'] as const

/** Merges two inputs per parameter; the second takes precedence. */
export function merged(under: RequestInput = {}, over: RequestInput = {}): RequestInput {
  const united = valueLocations.map((location) => [location, { ...under[location], ...over[location] }] as const)
  const rest = Object.entries({ ...under, ...over }).filter(
    ([key]) => !valueLocations.some((location) => location === key),
  )
  return Object.fromEntries([...rest, ...united.filter(([, values]) => Object.keys(values).length > 0)])
}
