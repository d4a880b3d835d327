import type { ChangeKind, ChangeValues, Effect, PropertyFacts } from '../../../../model/diff/change.ts'
import type { Conjunction, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import type { Unit } from '../unit.ts'

interface Asking {
  readonly base: SchemaReader
  readonly revision: SchemaReader
}

interface Edit {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
  readonly effect: Effect
}

/**
 * Returns whether the other side declares the property around all branches or in each of them. `unions/variants.ts` compares it.
 */
export function isMovedProperty(
  { base, revision }: Asking,
  unit: Unit,
  { kind, before, after, effect }: Edit,
): boolean {
  if (kind !== 'schema.property' || effect !== 'none') return false
  const isRemoved = after === undefined
  const { name } = (before ?? after) as PropertyFacts
  const other = isRemoved ? revision : base
  const isNamedBy = (parts: Conjunction): boolean => other.normal(parts.flatMap(other.enter)).properties.has(name)
  const facing = (of: Unit): Conjunction => (isRemoved ? of.after : of.before)
  const { groups } = other.normal(facing(unit))
  if (groups.some(({ branches }) => branches.every(isNamedBy))) return true
  return (
    unit.roots.length === 0 &&
    unit.parents.length > 0 &&
    unit.parents.every(
      ({ unit: around, step, polarity }) => step.kind === 'variant' && polarity === 'same' && isNamedBy(facing(around)),
    )
  )
}
