import type { Effect, SchemaStep } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import type { Polarity } from '../../../../schema/normal-form/normal.ts'
import type { Scope } from '../unit.ts'
import { keptOf } from './effect.ts'
import type { Unit } from './pair.ts'
import type { Edit } from './refused-above.ts'
import type { BranchEdit, Way, Whole } from './whole.ts'

/** A pair of schemas with what was found in it and below it. */
export interface ExplainedUnit extends Unit {
  readonly changes: readonly (Edit & { readonly effect: Effect; readonly branch: BranchEdit | undefined })[]
  readonly children: readonly {
    readonly unit: ExplainedUnit
    readonly step: SchemaStep
    readonly branch: BranchEdit | undefined
    readonly polarity: Polarity
    readonly scope: Scope
  }[]
}

/** Values that a choice loses or gains although no edit inside it explains them. */
export interface Unexplained {
  readonly half: 'lost' | 'gained'
  readonly way: Way
  readonly shown: Json
}

/**
 * What a whole loses or gains and none of the edits of its branches shows: the pairing of branches is heuristic, and several
 * edits may have a joint effect. `lenient` leaves out what conventions make of undeclared properties.
 */
export function unexplainedOf(
  unit: ExplainedUnit,
  whole: Whole,
  lenient: Whole,
  isLeft: boolean,
): readonly Unexplained[] {
  if (!unit.hasChoices || unit.text !== undefined) return []
  if (!isLeft && !unit.changes.some(({ branch }) => branch !== undefined)) return []
  return (['lost', 'gained'] as const).flatMap((half) =>
    (['request', 'response'] as const).flatMap((way) => {
      if (!unit.ways[way]) return []
      const result = lenient[half](unit, {}, way)
      if (result.kind !== 'value' || isExplained(unit, half, way, whole)) return []
      return [{ half, way, shown: result.value }]
    }),
  )
}

interface Visit {
  readonly unit: ExplainedUnit
  readonly half: 'lost' | 'gained' | 'both'
}

function isExplained(start: ExplainedUnit, half: 'lost' | 'gained', way: Way, whole: Whole): boolean {
  const isReal = (branch: BranchEdit | undefined): boolean =>
    branch === undefined || whole[half](start, branch, way).kind !== 'none'
  const does = (effect: Effect, wanted: Visit['half']): boolean => {
    const kept = keptOf(effect)
    return wanted === 'both' ? kept.lost || kept.gained : kept[wanted]
  }
  if (start.changes.some(({ effect, branch }) => does(effect, half) && isReal(branch))) return true
  const open: Visit[] = below(start, half, isReal)
  const seen = new Set<string>()
  for (const visit of open) {
    const key = `${visit.unit.id} ${visit.half}`
    if (seen.has(key)) continue
    seen.add(key)
    if (visit.unit.changes.some(({ effect }) => does(effect, visit.half))) return true
    open.push(...below(visit.unit, visit.half, () => true))
  }
  return false
}

function below(unit: ExplainedUnit, half: Visit['half'], isReal: (branch: BranchEdit | undefined) => boolean): Visit[] {
  const inverted = { lost: 'gained', gained: 'lost', both: 'both' } as const
  return unit.children
    .filter(({ branch }) => isReal(branch))
    .map(({ unit: child, polarity }) => {
      const turned = { same: half, inverted: inverted[half], undecided: 'both' } as const
      return { unit: child, half: turned[polarity] }
    })
}
