import type { ChangeValues, Effect } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import { leavesAlone } from '../../../../schema/containment/leaf.ts'
import { isExclusive } from '../../../../schema/normal-form/exclusive.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { isObject } from '../../../../util/json.ts'
import { branchName } from '../unions/branches.ts'
import type { Scope, Spot } from '../unit.ts'
import { keptOf } from './effect.ts'
import { normalPair } from './marks.ts'
import { type Asking, isInPlace, refusedAbove } from './refused-above.ts'
import { type ExplainedUnit, type Unexplained, unexplainedOf } from './unexplained.ts'
import type { Whole } from './whole.ts'

interface Rest {
  readonly kind: 'schema.keyword'
  readonly before: ChangeValues['schema.keyword'] | undefined
  readonly after: ChangeValues['schema.keyword'] | undefined
  readonly effect: Effect
  readonly spot: Spot
  readonly scope: Scope
  readonly branch: Record<string, never>
  readonly shown: Json
}

/**
 * What no single edit explains: in an exclusive choice an added or removed branch affects more than its own values, and beside
 * `unevaluatedProperties` what a branch names counts for the object around it.
 */
export function restOf(asking: Asking, unit: ExplainedUnit, lenient: Whole): readonly Rest[] {
  if (!unit.hasChoices) return []
  const { base, revision, whole } = asking
  const [before, after] = normalPair(base, revision, unit)
  const [was, is] = [before.groups[0], after.groups[0]]
  const isPoint = (was && isExclusive(base, was)) || (is && isExclusive(revision, is))
  const isLeft = leavesAlone(before) || leavesAlone(after)
  if (!isPoint && !isLeft) return []
  const all = unexplainedOf(unit, whole, lenient, isLeft)
  const rest = isLeft ? all.filter(({ half }) => !isRefusal(asking, unit, half)) : all
  return rest.map(({ half, way, shown }) => ({
    kind: 'schema.keyword',
    ...(isPoint
      ? {
          before: was && { keyword: was.keyword, value: was.branches.map((branch) => branchName(base, branch)) },
          after: is && { keyword: is.keyword, value: is.branches.map((branch) => branchName(revision, branch)) },
        }
      : {
          before: half === 'gained' ? leftBy(before, after, shown) : undefined,
          after: half === 'lost' ? leftBy(after, before, shown) : undefined,
        }),
    effect: half === 'lost' ? 'narrowed' : 'widened',
    spot: { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer },
    scope: { request: way === 'request', response: way === 'response' },
    branch: {},
    shown,
  }))
}

/** That `unevaluatedProperties` applies to a property of a value; where it does not hold back anything, it is the other version's. */
function leftBy(normal: NormalSchema, other: NormalSchema, shown: Json): ChangeValues['schema.keyword'] {
  const { properties, additional, closed } = leavesAlone(normal) ? normal : other
  const name = isObject(shown) ? Object.keys(shown).find((one) => !properties.has(one)) : undefined
  const value = closed ? false : (additional[0]?.node ?? true)
  return { keyword: 'unevaluatedProperties', value, ...(name === undefined ? {} : { property: name }) }
}

const mostBelow = 200

/** Whether a property that is named below, or no longer, is reported as refused by the schema around. */
function isRefusal(asking: Asking, around: ExplainedUnit, half: Unexplained['half']): boolean {
  const open = [around]
  for (const unit of open) {
    for (const change of unit.changes) {
      const refused = refusedAbove(asking, unit, change)
      if (refused.some((one) => one.around === around && keptOf(one.change.effect)[half])) return true
    }
    for (const child of unit.children) {
      if (isInPlace(child.step) && open.length < mostBelow && !open.includes(child.unit)) open.push(child.unit)
    }
  }
  return false
}
