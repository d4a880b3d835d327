import type { ChangeKind } from '../../../../model/diff/change.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import type { Unit } from './pair.ts'
import type { ExplainedUnit } from './unexplained.ts'
import type { BranchEdit } from './whole.ts'

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

interface EditedUnit extends ExplainedUnit {
  readonly changes: readonly (ExplainedUnit['changes'][number] & { readonly kind: ChangeKind })[]
}

/** Kinds of change that no other keyword of the same schema compensates; containment would ignore a format without a validator. */
const alone: ReadonlySet<ChangeKind> = new Set([
  'schema.property',
  'schema.required',
  'schema.nullable',
  'schema.format',
])

/** Whether edits of one schema may compensate each other: then their joint effect is decided by containment. */
export function isComparedWhole({ changes, hasChoices: isChoice }: EditedUnit): boolean {
  return isChoice || changes.some(({ effect, kind }) => effect !== 'none' && !alone.has(kind))
}

/** What is edited of a pair: its own keywords, its branches, or both. */
export function markEdits(unit: ExplainedUnit): void {
  if (!unit.hasChoices) return
  const own = unit.changes.filter(({ branch }) => branch === undefined)
  const isBranch = ({ branch }: { readonly branch: BranchEdit | undefined }): boolean => branch !== undefined
  unit.isEdited = own.some(({ effect }) => effect !== 'none')
  const isBeside = unit.isEdited || unit.children.some((child) => !isBranch(child))
  unit.isMixed = isBeside && (unit.changes.some(isBranch) || unit.children.some(isBranch))
}

/** In which directions a pair of schemas is used at all: nothing is decided for the others. */
export function spreadWays(units: readonly ExplainedUnit[]): void {
  for (const way of ['request', 'response'] as const) {
    const open: ExplainedUnit[] = units.filter(({ roots }) => roots.some(({ use }) => use.direction === way))
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
