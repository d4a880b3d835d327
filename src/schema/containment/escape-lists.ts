import type { Json } from '../../model/json.ts'
import { fewValues } from '../formats/format-sets.ts'
import type { Conjunction } from '../normal-form/normal.ts'
import { isClear } from './escape-scalars.ts'
import type { Leaf } from './leaf.ts'
import { join } from './objects.ts'
import { type Escape, type Expr, found, free, madePart, none, operandOf, unknown } from './operand.ts'
import type { Question, Solver } from './question.ts'

/** An excluded set. */
interface Taken {
  readonly lists: Lists
  /** Leaf with the remaining constraints of the schema. */
  readonly leaf: Leaf
}

/** Searches for a list that is in the inner set and in no outer set. */
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

/** Returns the lists that a leaf allows. Each listed value becomes a separate set, unless there are too many. */
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

/** Returns every relevant choice of the index that satisfies `contains`. */
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

/** Returns each subset of the first set that is outside the second. */
function waysOut(lists: Lists, other: Lists): readonly Lists[] {
  const ways: Lists[] = []
  if (lists.least < other.least) ways.push({ ...lists, most: Math.min(lists.most, other.least - 1) })
  if (lists.most > other.most) ways.push({ ...lists, least: Math.max(lists.least, other.most + 1) })
  // One more index represents all later ones.
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

/** Subtracts the intersection of some operands. There is one operand, because a leaf has one schema. */
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

/** A set of lists: the allowed lengths and the values of each index. */
export interface Lists {
  readonly least: number
  readonly most: number
  readonly prefix: readonly Expr[]
  /** Values of every later index. */
  readonly rest: Expr
  readonly isUnique: boolean
  /** The list must contain at least one item from each of these sets. */
  readonly contains: readonly Expr[]
}

export function listsOf({ side, normal }: Leaf): Lists {
  const entered = (parts: Conjunction): Expr => (parts.length === 0 ? free : { pos: [operandOf(side, parts)], neg: [] })
  const isUnique = normal.uniqueItems?.value === true
  const different = isUnique && normal.prefixItems.length === 0 ? countOf(side, normal.items) : Number.POSITIVE_INFINITY
  const most = Math.min(normal.bounds.get('maxItems')?.value ?? Number.POSITIVE_INFINITY, different)
  return {
    least: normal.bounds.get('minItems')?.value ?? 0,
    most: normal.itemsClosed ? Math.min(most, normal.prefixItems.length) : most,
    prefix: normal.prefixItems.map(entered),
    rest: normal.itemsClosed ? free : entered(normal.items),
    isUnique,
    contains: counts(normal)
      ? []
      : [...(normal.applicators.get('contains')?.parts ?? [])].map((part) => entered([part])),
  }
}

/** Returns the number of values a schema allows, or infinity if it doesn't list them. */
function countOf({ reader }: Leaf['side'], parts: Conjunction): number {
  const normal = reader.normal(parts.flatMap(reader.enter))
  const few = normal.enum?.value ?? fewValues(normal)
  if (few !== undefined) return few.length + Number(normal.types.has('null') && !few.includes(null))
  const isFew = [...normal.types].every((atom) => atom === 'boolean' || atom === 'null')
  return isFew ? 2 * Number(normal.types.has('boolean')) + Number(normal.types.has('null')) : Number.POSITIVE_INFINITY
}

/** Returns whether the schema counts `contains` matches, which is only supported for "at least one". */
export function counts({ bounds, applicators }: Leaf['normal']): boolean {
  return bounds.has('minContains') || bounds.has('maxContains') || applicators.has('contains 2')
}

/** Returns the set with a single list. */
export function listOf({ side }: Leaf, items: readonly Json[]): Lists {
  const prefix = items.map((item) => ({ pos: [operandOf(side, [madePart({ enum: [item] })])], neg: [] }))
  return { least: items.length, most: items.length, prefix, rest: free, isUnique: false, contains: [] }
}

export function itemOf({ prefix, rest }: Lists, index: number): Expr {
  return prefix[index] ?? rest
}

/** Intersects two sets of lists. */
export function meet(a: Lists, b: Lists): Lists {
  const length = Math.max(a.prefix.length, b.prefix.length)
  return {
    least: Math.max(a.least, b.least),
    most: Math.min(a.most, b.most),
    prefix: Array.from({ length }, (_, index) => join(itemOf(a, index), itemOf(b, index))),
    rest: join(a.rest, b.rest),
    isUnique: a.isUnique || b.isUnique,
    contains: [...a.contains, ...b.contains],
  }
}

/** Restricts a set to lists with an item of `expr` at an index. */
export function holding(lists: Lists, index: number, expr: Expr): Lists {
  const length = Math.max(lists.prefix.length, index + 1)
  const prefix = Array.from({ length }, (_, at) => (at === index ? expr : itemOf(lists, at)))
  return { ...lists, prefix, least: Math.max(lists.least, index + 1) }
}
