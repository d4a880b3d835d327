import type { ChangeKind, ChangeValues, Effect, PropertyFacts } from '../../../../model/diff/change.ts'
import type { Conjunction, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import type { Unit } from './pair.ts'

/** What the comparison of one pair of descriptions has to ask with. */
interface Asking {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  readonly same: (before: Conjunction, after: Conjunction) => boolean
}

interface Edit {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
  readonly effect: Effect
}

/**
 * Whether a property that is no longer named, or named now, is named by what must hold beside it: by the schema around all
 * branches it was written in, or by all branches of a choice. It has moved: the objects are the same as far as its schema is,
 * and where that is another one, the two are compared (`object.ts`).
 */
export function isMovedProperty({ base, revision, same }: Asking, unit: Unit, edit: Edit): boolean {
  const { kind, before, after, effect } = edit
  if (kind !== 'schema.property' || effect !== 'none') return false
  const isRemoved = after === undefined
  const { name } = (before ?? after) as PropertyFacts
  const [reader, other] = isRemoved ? [base, revision] : [revision, base]
  const sidesOf = (of: Unit) =>
    (isRemoved ? [of.before, of.after] : [of.after, of.before]) as [Conjunction, Conjunction]
  const [written, facing] = sidesOf(unit)
  const own = namedBy(reader, written, name)
  if (own === undefined) return false
  const isAlike = (there: Conjunction): boolean => (isRemoved ? same(own, there) : same(there, own))
  /** Named there now, and not before: else the two schemas together have become one. */
  const hasMovedTo = (there: Conjunction | undefined, here: Conjunction | undefined): boolean =>
    there !== undefined && (isAlike(there) || here === undefined)
  const branches = other.normal(facing).groups.map((group) => group.branches)
  const held = reader.normal(written).groups.flatMap((group) => group.branches.map((one) => namedBy(reader, one, name)))
  const heldBefore = held.find((parts) => parts !== undefined)
  if (branches.some((all) => all.every((one) => hasMovedTo(namedBy(other, one, name), heldBefore)))) return true
  return (
    unit.roots.length === 0 &&
    unit.parents.length > 0 &&
    unit.parents.every(({ unit: around, step, polarity }) => {
      const [here, there] = sidesOf(around)
      const isBranch = step.kind === 'variant' && polarity === 'same'
      return isBranch && hasMovedTo(namedBy(other, there, name), namedBy(reader, here, name))
    })
  )
}

/** The schema of a property in a schema, where it names it itself. */
function namedBy(reader: SchemaReader, parts: Conjunction, name: string): Conjunction | undefined {
  return reader.normal(parts.flatMap(reader.enter)).properties.get(name)
}
