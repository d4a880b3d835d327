import type { Json } from '../../../model/json.ts'
import { canonical } from '../../../util/json.ts'
import { holdsScalarOf } from '../escape-scalars.ts'
import type { Leaf } from '../leaf.ts'
import { type Escape, type Expr, found, none, type Operand, unknown } from '../operand.ts'
import type { Question } from '../question.ts'

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

/** Whether a value is in a set: as it is read, else decided by ajv; undefined when it cannot compile the schema. */
export function isIn({ pos, neg }: Expr, value: Json, read = holdsScalarOf): boolean | undefined {
  let known: boolean | undefined = true
  for (const [list, wanted] of [
    [pos, true],
    [neg, false],
  ] as const) {
    for (const operand of list) {
      const verdict = read(operand, value) ?? operand.side.accepts(operand.parts, value)
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

const texts = new WeakMap<readonly Leaf[], ReadonlyMap<string, readonly Operand[]>>()

/** The branches that leaves are, by what they say. */
export function branchesByText(leaves: readonly Leaf[]): ReadonlyMap<string, readonly Operand[]> {
  const known = texts.get(leaves)
  if (known !== undefined) return known
  const made = new Map<string, Operand[]>()
  for (const { branch } of leaves) {
    if (branch === undefined) continue
    const text = textOf(branch)
    const list = made.get(text)
    if (list === undefined) made.set(text, [branch])
    else list.push(branch)
  }
  texts.set(leaves, made)
  return made
}

const written = new WeakMap<Operand, string>()

/** What the schemas of a set say; what they refer to may still be another. */
export function textOf(operand: Operand): string {
  const known = written.get(operand) ?? canonical(operand.parts.map(({ node }) => node))
  written.set(operand, known)
  return known
}
