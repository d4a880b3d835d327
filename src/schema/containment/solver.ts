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

/** Whether two sets are one, or their locations in the two versions hold the same text and lead to the same text. */
export type Same = (a: Operand, b: Operand) => boolean

const [mostSteps, fewSteps] = [3_000, 150]
/** For all questions of one solver, and more for each question: many edits of schemas that refer to each other must end. */
const [mostInAll, morePerQuestion] = [50_000, 50]
/** A validator is compiled for a schema with all that it refers to. */
const stepsOfValidator = 100
/** Questions inside questions: each takes a dozen frames of the call stack. */
const mostLevels = 150

/**
 * Decides whether any value is in some sets and in none of others: containment is the question after the values of one
 * set that are in none of the others. `none` is a proof; a value is confirmed by ajv; anything else is unknown.
 * A question met again inside itself has no value there: values are finite (the usual coinductive reading of recursive
 * types, R. Amadio, L. Cardelli, "Subtyping Recursive Types", 1993).
 */
export class ContainmentSolver implements Solver {
  readonly #same: Same
  /** Undeclared properties of open objects count as unused: declaring one more excludes nothing. */
  readonly isLenient: boolean
  /** ajv confirms objects and lists too, which are built of confirmed parts. */
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

  /** A value of the set, or a proof that there is none. Deterministic: it gives up after a number of steps, not a time. */
  ask(expr: Expr): Escape {
    this.#steps = 0
    this.#left += morePerQuestion
    return this.escape(expr)
  }

  /** Counts a step; false when there have been too many. */
  step(): boolean {
    this.#steps++
    this.#left--
    return this.#steps <= this.#mostSteps && this.#left >= 0
  }

  /** The same for a question inside another one. */
  escape(expr: Expr): Escape {
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
    if (expr.pos.some((one) => expr.neg.some((other) => this.#same(one, other)))) return none
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

  /** Of a set from which nothing is taken away a value is mostly plain to see. */
  #plain({ pos: [first, ...others], neg }: Expr): Escape | undefined {
    if (this.isConfirming || first === undefined || neg.length > 0) return undefined
    const value = plainValue(first)
    const isInAll = value !== undefined && others.every((other) => holdsPlainly(other, value) === true)
    return isInAll ? found(value) : undefined
  }

  /** Whether two sets are one schema, or are written alike in both versions. */
  isAlike(a: Expr, b: Expr): boolean {
    const [one, other] = [a.pos[0], b.pos[0]]
    const isPlain = a.pos.length === 1 && b.pos.length === 1 && a.neg.length + b.neg.length === 0
    return isPlain && one !== undefined && other !== undefined && this.#same(one, other)
  }

  /** The enclosing questions are unknown too. */
  #giveUp(): Escape {
    this.#steps = Math.max(this.#steps, this.#mostSteps + 1)
    return unknown
  }

  /** Whether a constraint that is not reasoned about holds in one of the leaves too. */
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
    // Anything at all, as a set of one side.
    const expr =
      question.pos.length > 0 || side === undefined ? question : { ...question, pos: [operandOf(side.side, [])] }
    const inner = expr.pos.map(leavesOf)
    if (!inner.every((leaves) => leaves !== undefined)) return this.#try(expr)
    // Versions share most of their branches, and a branch that is taken away leaves nothing.
    const lists = (inner as readonly (readonly Leaf[])[]).map((leaves) =>
      leaves.filter((leaf) => !this.#isBranchOf(leaf, expr.neg)),
    )
    const combinations = lists.length === 1 ? (lists[0] ?? []).map((leaf) => [leaf]) : product(lists)
    if (lists.length > 1 && combinations.length > mostCombinations) return this.#try(expr)
    let isKnown = true
    for (const combination of combinations) {
      // Each branch of the whole has its own budget.
      if (this.#open.size === 1 && this.#mostSteps === mostSteps) this.#steps = 0
      const result = this.#decideOne(expr, combination)
      if (result.kind === 'value') return result
      if (result.kind === 'unknown') isKnown = false
    }
    return isKnown ? none : this.#try(expr)
  }

  /** Whether a branch is written alike on the other side. */
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

  /** What is in `N` but not in `X` leaves out what is outside `N`, and what is in `X`: two questions. */
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
        // It adds nothing once more: a schema may deny itself.
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

  /** Whether a value is in a set: as it is read, else decided by ajv; undefined if it cannot compile the schema, or may not any more. */
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

  /** Candidate values: what cannot be reasoned about may still be shown by an example. */
  #try(expr: Expr): Escape {
    if (this.#left < 0 || this.#mostSteps === fewSteps) return unknown
    const took = (steps: number): void => {
      this.#left -= steps
    }
    for (const value of candidatesFor(expr, took)) {
      if (!this.step()) break
      if (this.#isIn(expr, value, this.isConfirming ? holdsScalarOf : holdsPlainly) === true) return found(value)
    }
    return unknown
  }
}

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
