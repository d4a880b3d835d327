/** Limits and usage of a validation. All validations of a body share a budget. */
export interface Budget {
  /** Remaining steps. Each visit of a schema by a value, including a `$ref`, takes one. */
  steps: number
  /** Violations and undocumented properties kept. */
  kept: number
  /** Violations and undocumented properties found beyond the limits. */
  cut: number
  /** Number kept by kind, created on first use. */
  kinds?: Map<string, number>
}

/** Nested unions validate every branch at every level, so 100 bytes could take hours without a limit. */
const mostSteps = 5_000_000
/** Maximum number of violations kept per body. A report shows 20 per kind and location and counts the rest. */
export const mostKept = 200_000
/** Maximum number of undeclared or forbidden properties kept per object. */
export const mostUnnamed = 10_000
/** Cost of validating every assertion at a location, relative to following a `$ref`. */
export const visitSteps = 20

/** Additional steps per character of a stream, because streams consist of small items. */
const stepsPerCharacter = 10

/** Creates the budget for a body, or for a stream with this number of characters. */
export function createBudget(characters = 0): Budget {
  return { steps: mostSteps + stepsPerCharacter * characters, kept: 0, cut: 0 }
}

/** Thrown when the step budget is exhausted. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

let current: Budget | undefined

/** Runs a validation with a budget. Without one, steps are unlimited. */
export function withBudget<T>(budget: Budget, isValid: () => T): T {
  const outer = current
  current = budget
  try {
    return isValid()
  } finally {
    current = outer
  }
}

/** Spends steps and returns whether the budget allows them. */
export function spend(steps: number): boolean {
  if (current === undefined) return true
  current.steps -= steps
  return current.steps >= 0
}

/** Spends a step. Throws `OverBudget` if the budget is exhausted. */
export function spendOrThrow(): void {
  if (!spend(1)) throw new OverBudget()
}

/** Returns how many violations were dropped so far. */
export function cutSoFar(): number {
  return current?.cut ?? 0
}

/** Returns whether to keep another violation of a kind, and counts the dropped ones for the report. */
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
