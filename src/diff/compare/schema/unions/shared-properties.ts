import type { Conjunction, NormalSchema } from '../../../../schema/normal-form/normal.ts'
import type { SchemaPair } from '../unit.ts'

/**
 * A property may be named by a schema, by its branches or by both, and what all say must hold. Where one of them begins or ceases
 * to name it, what both stated before is compared with what both state now: a branch that begins to restrict a property named
 * beside it refuses values, and a property that moves between them refuses none.
 */
export function compareSharedProperties(pair: SchemaPair, was: Conjunction, is: Conjunction): void {
  const { before, after } = pair
  const areSame = pair.same(was, is)
  if (areSame && hasSameNames(before, after)) return
  const [inner, innerNow] = [
    pair.base.normal(was.flatMap(pair.base.enter)).properties,
    pair.revision.normal(is.flatMap(pair.revision.enter)).properties,
  ]
  for (const name of new Set([...inner.keys(), ...innerNow.keys()])) {
    const isKept = inner.has(name) === innerNow.has(name)
    if (isKept && before.properties.has(name) === after.properties.has(name)) continue
    const [all, allNow] = [
      [...(inner.get(name) ?? []), ...(before.properties.get(name) ?? [])],
      [...(innerNow.get(name) ?? []), ...(after.properties.get(name) ?? [])],
    ]
    if (all.length > 0 && allNow.length > 0) pair.child({ kind: 'property', name }, all, allNow)
  }
}

function hasSameNames({ properties }: NormalSchema, other: NormalSchema): boolean {
  if (properties.size !== other.properties.size) return false
  return [...properties.keys()].every((name) => other.properties.has(name))
}
