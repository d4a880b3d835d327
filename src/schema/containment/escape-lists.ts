import type { Json } from '../../model/json.ts'
import { isClear } from './escape-scalars.ts'
import type { Leaf } from './leaf.ts'
import { counts, holding, itemOf, type Lists, listOf, listsOf, meet } from './lists.ts'
import { join } from './objects.ts'
import { type Escape, type Expr, found, none, unknown } from './operand.ts'
import type { Question, Solver } from './question.ts'

/** A set that is taken away. */
interface Taken {
  readonly lists: Lists
  /** What else its schema says. */
  readonly leaf: Leaf
}

/** Lists of the one set that are in none of the others. */
export function escapeLists(solver: Solver, { inner, outer, accepts }: Question): Escape {
  const lists = inner.map(listsOf).reduce(meet)
  const taken = outer.map((leaf) => takenBy(leaf))
  const others = taken.flatMap((sets) => sets ?? [])
  let isKnown = !taken.includes(undefined)
  for (const start of lists.contains.reduce(placed, [lists])) {
    const outcome = subtract(solver, start, others, inner)
    if (outcome.kind === 'value' && (!solver.isConfirming || accepts(outcome.value) === true)) return outcome
    if (outcome.kind !== 'none') isKnown = false
  }
  return isKnown ? none : unknown
}

/** The lists of a leaf; those that it lists each as a set of its own, unless there are many. */
function takenBy(leaf: Leaf): readonly Taken[] | undefined {
  const { side, normal } = leaf
  if (normal.enum === undefined) return [{ lists: listsOf(leaf), leaf }]
  const listed = normal.enum.value.filter((value) => Array.isArray(value))
  if (listed.length > mostListed) return undefined
  const isIn = (value: Json): boolean => side.accepts(normal.parts, value) === true
  return listed.filter(isIn).map((value: readonly Json[]) => ({
    lists: listOf(leaf, value),
    leaf: { ...leaf, undecided: [] },
  }))
}

const mostListed = 20

/** The index of the item that is of a set, in every way that matters. */
function placed(starts: readonly Lists[], expr: Expr): readonly Lists[] {
  return starts.flatMap((lists) =>
    Array.from({ length: lists.prefix.length + 1 }, (_, index) => index)
      .filter((index) => index < lists.most)
      .map((index) => holding(lists, index, join(itemOf(lists, index), expr))),
  )
}

function subtract(solver: Solver, lists: Lists, outer: readonly Taken[], inner: readonly Leaf[]): Escape {
  if (lists.least > lists.most) return none
  if (!solver.step()) return unknown
  const [taken, ...rest] = outer
  if (taken === undefined) return inhabitant(solver, lists)
  const { leaf, lists: other } = taken
  const undecided = leaf.undecided.filter(({ keyword }) => keyword !== 'contains' || counts(leaf.normal))
  let isKnown = isClear(solver, { ...leaf, undecided }, inner, 'array')
  if (other.isUnique && !lists.isUnique && lists.most > 1) isKnown = false
  for (const way of waysOut(lists, other)) {
    if (isHopeless(solver, way)) continue
    const outcome = subtract(solver, way, rest, inner)
    if (outcome.kind === 'value') return outcome
    if (outcome.kind === 'unknown') isKnown = false
  }
  return isKnown ? none : unknown
}

/** Each way in which a list of the first set may fail to be in the second. */
function waysOut(lists: Lists, other: Lists): readonly Lists[] {
  const ways: Lists[] = []
  if (lists.least < other.least) ways.push({ ...lists, most: Math.min(lists.most, other.least - 1) })
  if (lists.most > other.most) ways.push({ ...lists, least: Math.max(lists.least, other.most + 1) })
  // One index beyond all distinguished ones represents the others: it may be any of them.
  const length = Math.max(lists.prefix.length, other.prefix.length) + 1
  for (let index = 0; index < length && index < lists.most; index++) {
    const expr = itemOf(lists, index)
    const { pos } = itemOf(other, index)
    if (pos.length > 0) ways.push(holding(lists, index, less(expr, pos)))
  }
  for (const { pos } of other.contains) {
    const prefix = lists.prefix.map((expr) => less(expr, pos))
    ways.push({ ...lists, prefix, rest: less(lists.rest, pos) })
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
