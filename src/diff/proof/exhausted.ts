import type { Trail, Use } from '../../model/diff/change.ts'

export interface Exhausted {
  /** `isSame`: the candidates don't depend on the change. */
  add(use: Use, isSame: boolean): void
  has(use: Use): boolean
}

export function createExhausted(): Exhausted {
  const known = new WeakMap<Trail['before'], { readonly use: Use; readonly isSame: boolean }[]>()
  return {
    add(use, isSame) {
      const { before } = use.trail ?? {}
      if (before !== undefined) known.set(before, [...(known.get(before) ?? []), { use, isSame }])
    },
    has(use) {
      const others = use.trail === undefined ? [] : (known.get(use.trail.before) ?? [])
      return others.some((other) => other.use === use || (other.isSame && isAlike(other.use, use)))
    },
  }
}

function isAlike(one: Use, other: Use): boolean {
  const isOfOne = (['operation', 'direction', 'part', 'polarity', 'isOfWhole'] as const).every(
    (key) => one[key] === other[key],
  )
  const [was = [], is = []] = [one.trail?.steps, other.trail?.steps]
  return isOfOne && was.length === is.length && was.every((step, at) => step === is[at])
}
