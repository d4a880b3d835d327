import type { Effect } from '../../../../model/diff/change.ts'
import type { Way } from '../../../../model/operation.ts'

/** Effect on a set of values: whether members may be lost or gained. */
export interface Kept {
  readonly lost: boolean
  readonly gained: boolean
}

/** Splits an effect into its halves. */
export function keptOf(effect: Effect): Kept {
  return {
    lost: effect === 'narrowed' || effect === 'incomparable',
    gained: effect === 'widened' || effect === 'incomparable',
  }
}

/** Returns the same halves for both directions. */
export function keptBothWays(effect: Effect): Readonly<Record<Way, Kept>> {
  const all = keptOf(effect)
  return { request: all, response: all }
}

/** Returns the effect of losing and gaining members. */
export function setEffect(lost: boolean, gained: boolean): Effect {
  if (lost && gained) return 'incomparable'
  return lost ? 'narrowed' : gained ? 'widened' : 'none'
}

/** Joins two effects. */
export function joinEffects(one: Effect, other: Effect): Effect {
  const [a, b] = [keptOf(one), keptOf(other)]
  return setEffect(a.lost || b.lost, a.gained || b.gained)
}
