import type { Json } from '../../model/json.ts'
import type { Atom } from '../keywords/atoms.ts'
import type { Leaf } from './leaf.ts'
import type { Escape, Expr } from './operand.ts'

/** One question after the values that are in some sets and in none of others, of one JSON type. */
export interface Question {
  readonly atom: Atom
  /** They must all hold. */
  readonly inner: readonly Leaf[]
  /** None of them may hold; other excluded sets could not be read as leaves. */
  readonly outer: readonly Leaf[]
  /** Whether a value is in all sets and in none of the others; undefined when a schema cannot be compiled. */
  accepts(value: Json): boolean | undefined
}

/** The solver as the files for one type of value use it: they pose questions about the parts of a value. */
export interface Solver {
  /** Undeclared properties of open objects count as unused: declaring one more excludes nothing. */
  readonly isLenient: boolean
  /** ajv confirms objects and lists too, which are built of confirmed parts. */
  readonly isConfirming: boolean
  /** Counts a step; false when there have been too many. */
  step(): boolean
  /** A value of the set, or a proof that there is none, for a question inside another one. */
  escape(expr: Expr): Escape
  /** Whether a constraint that is not reasoned about holds in one of the leaves too. */
  isShared(constraint: Leaf['undecided'][number], leaves: readonly Leaf[]): boolean
  /** Whether two sets are one schema, or are written alike in both versions. */
  isAlike(a: Expr, b: Expr): boolean
}

/** Options of a solver. */
export interface SolverOptions {
  readonly isLenient: boolean
  readonly isConfirming: boolean
  /** Gives up soon, and tries no examples. */
  readonly isBrief: boolean
}
