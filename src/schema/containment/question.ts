import type { Json } from '../../model/json.ts'
import type { Atom } from '../keywords/atoms.ts'
import type { Leaf } from './leaf.ts'
import type { Escape, Expr } from './operand.ts'

/** Question for a value of one JSON type that is in all inner sets and in no outer set. */
export interface Question {
  readonly atom: Atom
  readonly inner: readonly Leaf[]
  /** Leaves that the value must not satisfy. Excluded sets without leaves are missing. */
  readonly outer: readonly Leaf[]
  /** Returns whether a value answers the question; `undefined` if a schema can't be compiled. */
  accepts(value: Json): boolean | undefined
}

/** The solver as seen by the files per value type, which ask about child values. */
export interface Solver {
  /** Undeclared properties of open objects count as unused, so declaring a property excludes no value. */
  readonly isLenient: boolean
  /** ajv also confirms objects and lists built from confirmed parts. */
  readonly isConfirming: boolean
  /** Counts a step. Returns false when the budget is exhausted. */
  step(): boolean
  /** Answers a nested question. */
  escape(expr: Expr): Escape
  /** Returns whether a leaf has the same constraint, which no procedure can decide, in its `undecided`. */
  isShared(constraint: Leaf['undecided'][number], leaves: readonly Leaf[]): boolean
  /** Returns whether two sets are the same schema or have the same text in both versions. */
  isAlike(a: Expr, b: Expr): boolean
}

export interface SolverOptions {
  readonly isLenient: boolean
  readonly isConfirming: boolean
  /** Give up early and skip example values. */
  readonly isBrief: boolean
}
