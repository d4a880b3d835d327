import type { ChangeKind } from '../../../../model/diff/change.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import type { Unit } from '../unit.ts'

/** Normalizes a pair. If one side has choices, the other isn't simplified either, so that their groups can be compared. */
export function normalPair(
  base: SchemaReader,
  revision: SchemaReader,
  unit: Unit,
): readonly [NormalSchema, NormalSchema] {
  const [before, after] = [base.normal(unit.before), revision.normal(unit.after)]
  if (before.groups.length === 0 && after.groups.length > 0) return [base.unfolded(unit.before), after]
  return after.groups.length === 0 && before.groups.length > 0
    ? [before, revision.unfolded(unit.after)]
    : [before, after]
}

/** Kinds of change that no other keyword of the schema can compensate. Containment would ignore a format without a validator. */
const alone: ReadonlySet<ChangeKind> = new Set([
  'schema.property',
  'schema.required',
  'schema.nullable',
  'schema.format',
])

/** Returns whether other keywords or edits of a schema can compensate its edits, so that containment must decide. */
export function isAskedWhole(
  { hasChoices: isChoice, changes, isUndecided, text }: Unit,
  counts: () => boolean,
): boolean {
  if (isUndecided) return false
  if (isChoice || changes.some(({ effect, kind }) => effect !== 'none' && !alone.has(kind))) return true
  // Null is serialized as an empty string.
  if (text !== undefined && changes.some(({ kind }) => kind === 'schema.nullable')) return true
  // `minProperties` can enforce a property that `required` no longer lists.
  return changes.some(({ kind }) => kind === 'schema.required') && counts()
}

/** Returns whether edits can compensate each other. In text serialization, a string can be a value or a list of one. */
export function hasChoices(
  { groups, applicators, types, enum: listed }: NormalSchema,
  { text }: Pick<Unit, 'text'>,
): boolean {
  const listsStructures = listed?.value.some((value) => typeof value === 'object' && value !== null) === true
  const isEither = text !== undefined && types.has('array') && types.size > 1
  return groups.length > 0 || applicators.size > 0 || listsStructures || isEither
}

/** Marks only directions that need a decision. */
export function spreadWays(units: readonly Unit[]): void {
  for (const way of ['request', 'response'] as const) {
    const open: Unit[] = units.filter(({ roots }) => roots.some(({ use }) => use.direction === way))
    for (const unit of open) unit.ways[way] = true
    for (const { children } of open) {
      for (const { unit, scope } of children) {
        if (unit.ways[way] || !scope[way]) continue
        unit.ways[way] = true
        open.push(unit)
      }
    }
  }
}
