import type { Json } from '../../model/json.ts'
import { isClear } from './escape-scalars.ts'
import type { Leaf } from './leaf.ts'
import { holding, itemOf, type Lists, listsOf, meet } from './lists.ts'
import { type Escape, type Expr, found, none, unknown } from './operand.ts'
import type { Question, Solver } from './question.ts'

/** Lists of the one set that are in none of the others. */
export function escapeLists(solver: Solver, { inner, outer, accepts }: Question): Escape {
  const lists = inner.map(listsOf).reduce(meet)
  const listed = outer.filter(({ normal }) => normal.enum !== undefined)
  const others = outer.filter((leaf) => !listed.includes(leaf))
  const answer = subtract(solver, lists, others, inner)
  if (answer.kind === 'value' && solver.isConfirming && accepts(answer.value) !== true) return unknown
  // A few listed values take little away, and which is not followed up.
  return answer.kind === 'none' || listed.length === 0 || answer.kind === 'value' ? answer : unknown
}

function subtract(solver: Solver, lists: Lists, outer: readonly Leaf[], inner: readonly Leaf[]): Escape {
  if (lists.least > lists.most) return none
  if (!solver.step()) return unknown
  const [leaf, ...rest] = outer
  if (leaf === undefined) return inhabitant(solver, lists)
  let isKnown = isClear(solver, leaf, inner)
  const other = listsOf(leaf)
  if (other.isUnique && !lists.isUnique && lists.most > 1) isKnown = false
  for (const way of waysOut(lists, other)) {
    if (isHopeless(solver, way)) continue
    const answer = subtract(solver, way, rest, inner)
    if (answer.kind === 'value') return answer
    if (answer.kind === 'unknown') isKnown = false
  }
  return isKnown ? none : unknown
}

/** Each way in which a list of the first set may fail to be in the second. */
function waysOut(lists: Lists, other: Lists): readonly Lists[] {
  const ways: Lists[] = []
  if (lists.least < other.least) ways.push({ ...lists, most: Math.min(lists.most, other.least - 1) })
  if (lists.most > other.most) ways.push({ ...lists, least: Math.max(lists.least, other.most + 1) })
  // One place beyond all that are told apart stands for the others: it may be any of them.
  const length = Math.max(lists.prefix.length, other.prefix.length) + 1
  for (let index = 0; index < length && index < lists.most; index++) {
    const expr = itemOf(lists, index)
    const { pos } = itemOf(other, index)
    if (pos.length > 0) ways.push(holding(lists, index, less(expr, pos)))
  }
  return ways.filter(({ least, most }) => least <= most)
}

/** A set without the values that satisfy all of some operands: there is one operand, from one leaf. */
function less(expr: Expr, taken: Expr['pos']): Expr {
  return { pos: expr.pos, neg: [...expr.neg, ...taken] }
}

function isHopeless(solver: Solver, { prefix, least }: Lists): boolean {
  return prefix.some((expr, index) => index < least && solver.escape(expr).kind === 'none')
}

function inhabitant(solver: Solver, lists: Lists): Escape {
  if (lists.least > 1000) return unknown
  const items: Json[] = []
  for (let index = 0; index < lists.least; index++) {
    const item = solver.escape(itemOf(lists, index))
    if (item.kind !== 'value') return item
    items.push(item.value)
  }
  return found(items)
}
