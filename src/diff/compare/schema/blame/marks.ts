import type { ChangeKind } from '../../../../model/diff/change.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import type { Unit } from '../unit.ts'

/** A schema with choices is compared with the groups of the other side, not with their simplified form. */
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

/** Kinds of change that no other keyword of the same schema compensates; containment would ignore a format without a validator. */
const alone: ReadonlySet<ChangeKind> = new Set([
  'schema.property',
  'schema.required',
  'schema.nullable',
  'schema.format',
])

/** Whether keywords or edits of one schema may compensate its edits: then containment decides. */
export function isAskedWhole(
  { hasChoices: isChoice, changes, isUndecided, text }: Unit,
  counts: () => boolean,
): boolean {
  if (isUndecided) return false
  if (isChoice || changes.some(({ effect, kind }) => effect !== 'none' && !alone.has(kind))) return true
  // Null is written like an empty text.
  if (text !== undefined && changes.some(({ kind }) => kind === 'schema.nullable')) return true
  // `minProperties` may require what `required` no longer does.
  return changes.some(({ kind }) => kind === 'schema.required') && counts()
}

/**
 * Whether a schema offers choices, sets conditions or lists objects: an edit inside one may be compensated by another. Where values travel
 * as text, one text may be a value or a list of one.
 */
export function hasChoices(
  { groups, applicators, types, enum: listed }: NormalSchema,
  { text }: Pick<Unit, 'text'>,
): boolean {
  const listsStructures = listed?.value.some((value) => typeof value === 'object' && value !== null) === true
  const isEither = text !== undefined && types.has('array') && types.size > 1
  return groups.length > 0 || applicators.size > 0 || listsStructures || isEither
}

/** In which directions a pair of schemas is used at all: nothing is decided for the others. */
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
