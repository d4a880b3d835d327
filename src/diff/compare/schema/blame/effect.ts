import type { Effect } from '../../../../model/diff/change.ts'
import type { Way } from '../../../../model/operation.ts'

/** Effect on a set of values: whether members may be lost or gained. */
export interface Kept {
  readonly lost: boolean
  readonly gained: boolean
}

export function keptOf(effect: Effect): Kept {
  return {
    lost: effect === 'narrowed' || effect === 'incomparable',
    gained: effect === 'widened' || effect === 'incomparable',
  }
}

export function keptBothWays(effect: Effect): Readonly<Record<Way, Kept>> {
  const all = keptOf(effect)
  return { request: all, response: all }
}

export function setEffect(lost: boolean, gained: boolean): Effect {
  if (lost && gained) return 'incomparable'
  return lost ? 'narrowed' : gained ? 'widened' : 'none'
}

export function joinEffects(one: Effect, other: Effect): Effect {
  const [a, b] = [keptOf(one), keptOf(other)]
  return setEffect(a.lost || b.lost, a.gained || b.gained)
}
