import type { Json } from '../../model/json.ts'

/** Budget for the proofs of a diff, in JSON values of built messages and search steps. */
export interface Effort {
  /** Counts a message. Returns false for a large message or an exhausted budget. */
  spend(message: Json): boolean
  readonly take: (steps: number) => void
  isSpent(): boolean
}

/** Real descriptions stay far below. */
const mostInAll = 500_000
/** A list that contains the same value twice, forty levels deep, is small in memory but has 2^40 values in a message. */
const mostInMessage = 200_000

/** Creates the budget: proofs for thousands of edits of one wide schema would take quadratic time. */
export function createEffort(most = mostInAll): Effort {
  const sizes = new WeakMap<object, number>()
  let left = most
  const sizeOf = (value: Json): number => {
    if (typeof value !== 'object' || value === null) return 1
    const known = sizes.get(value)
    if (known !== undefined) return known
    let size = 1
    for (const inner of Object.values(value)) size += sizeOf(inner)
    sizes.set(value, size)
    return size
  }
  return {
    spend(message) {
      const size = sizeOf(message)
      left -= Math.min(size, mostInMessage)
      return size <= mostInMessage && left >= 0
    },
    take: (steps) => {
      left -= steps
    },
    isSpent: () => left < 0,
  }
}
