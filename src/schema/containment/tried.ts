import type { Json } from '../../model/json.ts'
import { holdsScalarOf } from './escape-scalars.ts'
import { type Escape, type Expr, found, none, unknown } from './operand.ts'
import type { Question } from './question.ts'

/** One of a finite number of values: every one is tried. */
export function oneOf(values: readonly Json[], accepts: Question['accepts']): Escape {
  let isKnown = true
  for (const value of values) {
    const verdict = accepts(value)
    if (verdict === true) return found(value)
    if (verdict === undefined) isKnown = false
  }
  return isKnown ? none : unknown
}

/** Whether a value is in a set, decided by ajv; undefined when it cannot compile the schema. */
export function isIn({ pos, neg }: Expr, value: Json): boolean | undefined {
  let known: boolean | undefined = true
  for (const [list, wanted] of [
    [pos, true],
    [neg, false],
  ] as const) {
    for (const operand of list) {
      const verdict = holdsScalarOf(operand, value) ?? operand.side.accepts(operand.parts, value)
      if (verdict === undefined) known = undefined
      else if (verdict !== wanted) return false
    }
  }
  return known
}

/** Maximum of combinations of ways to satisfy several sets. */
export const mostCombinations = 64

/** One of each list, in every combination; it ends above the maximum. */
export function product<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  let all: readonly (readonly T[])[] = [[]]
  for (const list of lists) {
    all = all.flatMap((held) => list.map((one) => [...held, one]))
    if (all.length > mostCombinations) return all
  }
  return all
}
