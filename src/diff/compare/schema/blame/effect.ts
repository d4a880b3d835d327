import type { Effect } from '../../../../model/diff/change.ts'
import type { Way } from '../../../../model/operation.ts'

/** What an edit does to a set of values: members may be lost, members may be gained. */
export interface Kept {
  readonly lost: boolean
  readonly gained: boolean
}

/** An effect as its two halves. */
export function keptOf(effect: Effect): Kept {
  return {
    lost: effect === 'narrowed' || effect === 'incomparable',
    gained: effect === 'widened' || effect === 'incomparable',
  }
}

/** The same for either direction. */
export function keptBothWays(effect: Effect): Readonly<Record<Way, Kept>> {
  const all = keptOf(effect)
  return { request: all, response: all }
}

/** The effect of a set that lost and gained members. */
export function setEffect(lost: boolean, gained: boolean): Effect {
  if (lost && gained) return 'incomparable'
  return lost ? 'narrowed' : gained ? 'widened' : 'none'
}

/** What either of two effects does. */
export function joinEffects(one: Effect, other: Effect): Effect {
  const [a, b] = [keptOf(one), keptOf(other)]
  return setEffect(a.lost || b.lost, a.gained || b.gained)
}
