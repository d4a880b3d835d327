import type { ChangeKind, ChangeValues, Effect, PropertyFacts } from '../../../../model/diff/change.ts'
import type { Conjunction, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import type { Unit } from '../unit.ts'

/** What reads the two versions. */
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
 * Whether a property that is no longer named, or named now, is named on the other side by what must hold beside it: by the schema
 * around all branches it is written in, or by all branches of a choice. What they say together is compared (`unions/variants.ts`).
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
