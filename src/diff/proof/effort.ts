import type { Json } from '../../model/json.ts'

/** What the proofs of one diff may take, in JSON values of messages that are built and validated and steps of the search for them. */
export interface Effort {
  /** Counts a message; false when it is too large to be validated, or when too much has been counted. */
  spend(message: Json): boolean
  /** Counts steps. */
  readonly take: (steps: number) => void
  /** Whether nothing is left. */
  isSpent(): boolean
}

/** Pairs of real descriptions stay far below. */
const mostInAll = 500_000
/** A value that is in a list twice, repeated for forty levels, is one value in memory and 2^40 in a message. */
const mostInMessage = 200_000

/** Counts what proofs take: thousands of edits of one wide schema would take the square of it. */
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
