import type { Json } from '../../model/json.ts'
import { canonical } from '../../util/json.ts'

/** Returns a lookup function for values: scalars by identity, objects and lists by canonical text. */
export function membership(values: readonly Json[]): (value: Json) => boolean {
  const scalars: ReadonlySet<Json> = new Set(values.filter((value) => typeof value !== 'object' || value === null))
  const others = new Set(values.filter((value) => typeof value === 'object' && value !== null).map(canonical))
  return (value) => scalars.has(value) || (others.size > 0 && typeof value === 'object' && others.has(canonical(value)))
}
