import type { Pointer } from '../../../model/json.ts'
import type { Conjunction } from '../../../schema/normal-form/normal.ts'
import { parentOf } from '../../../util/pointer.ts'
import type { SchemaPair, Spot } from './unit.ts'

/** The location of a pair of schemas. */
export interface Placement {
  readonly before: Conjunction
  readonly after: Conjunction
  /** The schemas around it, for a side that has nothing there; none around the schema of a part of an operation. */
  readonly around: Spot
  /** Where they are used the first time. */
  readonly usedAt: SchemaPair['usedAt']
}

/** Whether a schema is removed or added inside another one, of which one version says nothing there. */
export function isOneSided({ before, after, around }: Placement): boolean {
  return around.base !== undefined && (before.length === 0 || after.length === 0)
}

/** Nothing has no location: a schema that one version alone has is edited where it is used, not where the schema around it is. */
export function placed(
  { base, revision, location }: Spot,
  isKept: boolean,
  pair: Pick<SchemaPair, 'before' | 'after'>,
  unit: Placement,
): Spot {
  const { around, usedAt } = unit
  const found = { base: base || around.base, revision: revision || around.revision }
  const shown = location ?? ownerOf({ base, revision }, isKept)
  const side = unit.after.length === 0 ? 'base' : 'revision'
  const used = usedAt[side]
  if (!isOneSided(unit) || used === undefined || (shown !== pair.before.pointer && shown !== pair.after.pointer))
    return { ...found, location: shown === '' ? around.revision : location }
  // A keyword of a component is not what is edited.
  const isBelow = found[side]?.startsWith(`${used}/`) === true
  return { ...found, ...(isBelow ? {} : { [side]: used }), location: used }
}

/** The owner of the keyword of a difference, in the version that has it. */
export function ownerOf({ base, revision }: Spot, isKept: boolean): Pointer {
  return parentOf((isKept ? revision : base) ?? revision ?? base ?? '')
}
