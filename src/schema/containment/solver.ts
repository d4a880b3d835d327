import type { Json } from '../../model/json.ts'
import { canonical } from '../../util/json.ts'
import { atomOf, atoms } from '../keywords/atoms.ts'
import { escapeLists } from './escape-lists.ts'
import { escapeObjects } from './escape-objects.ts'
import { escapeNumbers, escapeTexts, holdsScalar, holdsScalarOf } from './escape-scalars.ts'
import { type Leaf, leavesOf } from './leaf.ts'
import { type Escape, type Expr, found, keyOf, none, type Operand, operandOf, unknown } from './operand.ts'
import type { Question, Solver, SolverOptions } from './question.ts'
import { candidatesFor } from './values/candidates.ts'
import { holdsPlainly } from './values/holds.ts'
import { plainValue } from './values/plain.ts'

/** Returns whether two sets are the same schema or their locations have the same text and reference targets. */
export type Same = (a: Operand, b: Operand) => boolean

const [mostSteps, fewSteps] = [3_000, 150]
/** Step budget shared by all questions, plus an allowance per question, so that many edits of mutually recursive schemas terminate. */
const [mostInAll, morePerQuestion] = [50_000, 50]
/** Cost of compiling a validator with all its references. */
const stepsOfValidator = 100
/** Maximum nesting of questions; each takes a dozen stack frames. */
const mostLevels = 150

/**
 * Searches for a value in some sets and in no others. `none` is a proof, ajv confirms values, and the rest is unknown. A question that
 * recurs inside itself has no value there, because values are finite (R. Amadio, L. Cardelli, "Subtyping Recursive Types", 1993).
 */
export class ContainmentSolver implements Solver {
  readonly #same: Same
  readonly isLenient: boolean
  readonly isConfirming: boolean
  readonly #known = new Map<string, Escape>()
  readonly #open = new Map<string, number>()
  #assumed = Number.POSITIVE_INFINITY
  #steps = 0
  #left = mostInAll
  readonly #mostSteps: number

  constructor(same: Same, { isLenient, isConfirming, isBrief }: SolverOptions) {
    this.#same = same
    this.isLenient = isLenient
    this.isConfirming = isConfirming
    this.#mostSteps = isBrief ? fewSteps : mostSteps
  }

  /** Answers a top-level question. Deterministic: the budget counts steps, not time. */
  ask(expr: Expr): Escape {
    this.#steps = 0
    this.#left += morePerQuestion
    return this.escape(expr)
  }

  step(): boolean {
    this.#steps++
    this.#left--
    return this.#steps <= this.#mostSteps && this.#left >= 0
  }

  escape(expr: Expr): Escape {
    // Before making the key: most questions about properties exclude the schema that they are in.
    if (expr.pos.some((one) => expr.neg.some((other) => this.#same(one, other))))
      return !this.step() || this.#open.size > mostLevels ? this.#giveUp() : none
    const key = keyOf(expr)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const plain = this.#plain(expr)
    if (plain !== undefined) {
      this.#known.set(key, plain)
      return plain
    }
    const assumedAt = this.#open.get(key)
    if (assumedAt !== undefined) {
      this.#assumed = Math.min(this.#assumed, assumedAt)
      return none
    }
    if (!this.step() || this.#open.size > mostLevels) return this.#giveUp()
    const depth = this.#open.size
    const outer = this.#assumed
    this.#open.set(key, depth)
    this.#assumed = Number.POSITIVE_INFINITY
    const result = this.#decide(expr)
    this.#open.delete(key)
    const isFinal = this.#assumed >= depth || result.kind === 'value'
    this.#assumed = Math.min(outer, this.#assumed < depth ? this.#assumed : Number.POSITIVE_INFINITY)
    if (isFinal && this.#steps <= this.#mostSteps) this.#known.set(key, result)
    return result
  }

  /** Tries a simple value first, which usually works if no set is excluded. */
  #plain({ pos: [first, ...others], neg }: Expr): Escape | undefined {
    if (this.isConfirming || first === undefined || neg.length > 0) return undefined
    const value = plainValue(first)
    const isInAll = value !== undefined && others.every((other) => holdsPlainly(other, value) === true)
    return isInAll ? found(value) : undefined
  }

  isAlike(a: Expr, b: Expr): boolean {
    const [one, other] = [a.pos[0], b.pos[0]]
    const isPlain = a.pos.length === 1 && b.pos.length === 1 && a.neg.length + b.neg.length === 0
    return isPlain && one !== undefined && other !== undefined && this.#same(one, other)
  }

  /** Exhausts the budget, so that the enclosing questions become unknown too. */
  #giveUp(): Escape {
    this.#steps = Math.max(this.#steps, this.#mostSteps + 1)
    return unknown
  }

  isShared({ keyword, side, parts, value }: Leaf['undecided'][number], leaves: readonly Leaf[]): boolean {
    return leaves.some((leaf) =>
      leaf.undecided.some((other) => {
        if (other.keyword !== keyword) return false
        if (parts === undefined || other.parts === undefined) {
          return value !== undefined && parts === other.parts && JSON.stringify(value) === JSON.stringify(other.value)
        }
        const [a, b] = [operandOf(other.side, other.parts), operandOf(side, parts)]
        return this.#same(a, b)
      }),
    )
  }

  #decide(question: Expr): Escape {
    const [side] = question.neg
    if (side === undefined && question.pos.length === 0) return found('text')
    // An unrestricted value still needs a side.
    const expr =
      question.pos.length > 0 || side === undefined ? question : { ...question, pos: [operandOf(side.side, [])] }
    const inner = expr.pos.map(leavesOf)
    if (!inner.every((leaves) => leaves !== undefined)) return this.#try(expr)
    // Versions share most branches, and an excluded branch leaves no values.
    const lists = (inner as readonly (readonly Leaf[])[]).map((leaves) =>
      leaves.filter((leaf) => !this.#isBranchOf(leaf, expr.neg)),
    )
    const combinations = lists.length === 1 ? (lists[0] ?? []).map((leaf) => [leaf]) : product(lists)
    if (lists.length > 1 && combinations.length > mostCombinations) return this.#try(expr)
    let isKnown = true
    for (const combination of combinations) {
      // Each branch at the top level has its own budget.
      if (this.#open.size === 1 && this.#mostSteps === mostSteps) this.#steps = 0
      const result = this.#decideOne(expr, combination)
      if (result.kind === 'value') return result
      if (result.kind === 'unknown') isKnown = false
    }
    return isKnown ? none : this.#try(expr)
  }

  /** Returns whether an excluded set has a branch with the same text. */
  #isBranchOf({ branch }: Leaf, neg: readonly Operand[]): boolean {
    if (branch === undefined) return false
    return neg.some((other) => {
      const twins = branchesByText(leavesOf(other) ?? []).get(textOf(branch)) ?? []
      return twins.some((twin) => this.#same(branch, twin))
    })
  }

  #decideOne(expr: Expr, inner: readonly Leaf[]): Escape {
    const taken = [...expr.neg, ...inner.flatMap(({ nots }) => nots)]
    const all = taken.map(leavesOf)
    const outer = all.flatMap((leaves) => leaves ?? [])
    const isWhole = all.every((leaves) => leaves !== undefined)
    const accepts = (value: Json): boolean | undefined => {
      let isDecided = isWhole
      for (const [leaves, wanted] of [
        [inner, true],
        [outer, false],
      ] as const) {
        for (const leaf of leaves) {
          const verdict = holdsScalar(leaf, value)
          if (verdict === undefined) isDecided = false
          else if (verdict !== wanted) return false
        }
      }
      return isDecided || this.#isIn({ pos: expr.pos, neg: taken }, value, holdsScalarOf)
    }
    let isKnown = true
    for (const atom of atoms) {
      if (!inner.every(({ normal }) => normal.types.has(atom))) continue
      if (!this.step()) return unknown
      const facing = outer.filter(({ normal }) => normal.types.has(atom))
      const result = this.#resolve({ atom, inner, outer: facing, accepts })
      const isBuilt = !this.isConfirming && (atom === 'object' || atom === 'array')
      if (result.kind === 'value' && (isBuilt || accepts(result.value) === true)) return result
      if (result.kind !== 'none') isKnown = false
    }
    return isKnown ? none : unknown
  }

  /** Resolves `not` in an excluded set: a value outside `N and not X` is outside `N` or inside `X`, which makes two questions. */
  #resolve(question: Question): Escape {
    const { atom, inner, outer } = question
    const refusing = outer.find(({ nots }) => nots.length > 0)
    if (refusing === undefined) return this.#byType(question)
    if (!this.step()) return unknown
    const others = outer.filter((leaf) => leaf !== refusing)
    const inside = refusing.nots.map(leavesOf)
    const facing = (leaf: Leaf): readonly Leaf[] => leaf.nots.flatMap((not) => leavesOf(not) ?? [])
    const ways = inside.flatMap((leaves = []) =>
      leaves.map((leaf) => {
        // Don't add the leaf of a self-negating schema twice.
        if (inner.includes(leaf)) return { ...question, outer: others }
        return { ...question, inner: [...inner, leaf], outer: [...others, ...facing(leaf)] }
      }),
    )
    let isKnown = inside.every((leaves) => leaves !== undefined)
    for (const way of [{ ...question, outer: [{ ...refusing, nots: [] }, ...others] }, ...ways]) {
      if (!way.inner.every(({ normal }) => normal.types.has(atom))) continue
      const typed = way.outer.filter(({ normal }) => normal.types.has(atom))
      const result = this.#resolve({ ...way, outer: typed })
      if (result.kind === 'value') return result
      if (result.kind === 'unknown') isKnown = false
    }
    return isKnown ? none : unknown
  }

  #byType(question: Question): Escape {
    const { atom, inner, accepts } = question
    const listed = inner.map(({ normal }) => normal.enum?.value).find((values) => values !== undefined)
    if (atom === 'null') return oneOf([null], accepts)
    if (atom === 'boolean') return oneOf([true, false], accepts)
    if (listed !== undefined) {
      return oneOf(
        listed.filter((value) => atomOf(value) === atom),
        accepts,
      )
    }
    if (atom === 'string') return escapeTexts(this, question)
    if (atom === 'integer' || atom === 'fraction') return escapeNumbers(this, question)
    return atom === 'array' ? escapeLists(this, question) : escapeObjects(this, question)
  }

  /** Returns whether a value is in a set, by `read` or ajv; `undefined` if compiling fails or the budget is exhausted. */
  #isIn({ pos, neg }: Expr, value: Json, read: typeof holdsScalarOf): boolean | undefined {
    const isIn = (operand: Operand): boolean | undefined => {
      const known = read(operand, value)
      if (known === undefined) this.#left -= stepsOfValidator
      return known ?? (this.#left < 0 ? undefined : operand.side.accepts(operand.parts, value))
    }
    let known: boolean | undefined = true
    for (const [index, operand] of [...pos, ...neg].entries()) {
      const verdict = isIn(operand)
      if (verdict === undefined) known = undefined
      else if (verdict !== index < pos.length) return false
    }
    return known
  }

  /** Tries candidate values, because an example can answer questions without a decision procedure. */
  #try(expr: Expr): Escape {
    if (this.#left < 0 || this.#mostSteps === fewSteps) return unknown
    const spend = (steps: number): void => {
      this.#left -= steps
    }
    for (const value of candidatesFor(expr, spend)) {
      if (!this.step()) break
      if (this.#isIn(expr, value, this.isConfirming ? holdsScalarOf : holdsPlainly) === true) return found(value)
    }
    return unknown
  }
}

/** Tries every value of a finite list. */
export function oneOf(values: readonly Json[], accepts: Question['accepts']): Escape {
  let isKnown = true
  for (const value of values) {
    const verdict = accepts(value)
    if (verdict === true) return found(value)
    if (verdict === undefined) isKnown = false
  }
  return isKnown ? none : unknown
}

export const mostCombinations = 64

/** Cartesian product of the lists; stops above the maximum. */
export function product<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  let all: readonly (readonly T[])[] = [[]]
  for (const list of lists) {
    all = all.flatMap((combination) => list.map((one) => [...combination, one]))
    if (all.length > mostCombinations) return all
  }
  return all
}

const texts = new WeakMap<readonly Leaf[], ReadonlyMap<string, readonly Operand[]>>()

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

/** Returns the schemas of a set as canonical JSON. Equal text can still refer to different targets. */
export function textOf(operand: Operand): string {
  const known = written.get(operand) ?? canonical(operand.parts.map(({ node }) => node))
  written.set(operand, known)
  return known
}
