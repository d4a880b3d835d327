/** The limits of validating one value, and what is used up. One for all validations of a body. */
export interface Budget {
  /** Steps left: schemas met by values, where one `$ref` is one. */
  steps: number
  /** Violations and undocumented properties kept. */
  kept: number
  /** The same, found and left out. */
  cut: number
  /** Kept by kind; made with the first. */
  kinds?: Map<string, number>
}

/** Nested unions try each branch at each level: without an end to it 100 bytes could take hours. */
const mostSteps = 5_000_000
/** Violations that are kept of a body. A report shows 20 of a kind at a location and counts the rest. */
export const mostKept = 200_000
/** Of them, properties of one object that the schema does not name or refuses. */
export const mostUnnamed = 10_000
/** Cost of validating each assertion at a location, in multiples of following a `$ref`. */
export const visitSteps = 20

/** A fresh budget. */
export function createBudget(): Budget {
  return { steps: mostSteps, kept: 0, cut: 0 }
}

/** The steps of a budget are used up. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

let current: Budget | undefined

/** Runs a validation within a budget; outside of any, nothing is limited. */
export function withBudget<T>(budget: Budget, isValid: () => T): T {
  const outer = current
  current = budget
  try {
    return isValid()
  } finally {
    current = outer
  }
}

/** Whether steps are left after these. */
export function spend(steps: number): boolean {
  if (current === undefined) return true
  current.steps -= steps
  return current.steps >= 0
}

/** Takes a step. Throws OverBudget when none is left. */
export function spendOrThrow(): void {
  if (!spend(1)) throw new OverBudget()
}

/** How much was found and left out so far. */
export function cutSoFar(): number {
  return current?.cut ?? 0
}

/** Whether one more of a kind is kept: what is over the ceilings is counted, so that it can be reported. */
export function keeps(kind: string, most = mostKept): boolean {
  if (current === undefined) return true
  current.kinds ??= new Map()
  const known = current.kinds.get(kind) ?? 0
  if (known >= most || current.kept >= mostKept) {
    current.cut++
    return false
  }
  current.kinds.set(kind, known + 1)
  current.kept++
  return true
}
