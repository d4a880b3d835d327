import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { atoms } from '../keywords/atoms.ts'
import { areApart, type Read } from './apart.ts'
import { isClear } from './escape-scalars.ts'
import type { Leaf } from './leaf.ts'
import { type NameClass, nameClasses } from './names.ts'
import { absent, intersect, type Objects, objectsOf, restricted, slotOf, type WayOut } from './objects.ts'
import { type Escape, type Expr, found, madePart, none, typesOf, unknown } from './operand.ts'
import type { Question, Solver } from './question.ts'

interface Problem {
  readonly solver: Solver
  readonly inner: readonly Leaf[]
  readonly classes: readonly NameClass[]
  readonly known: Map<Leaf, Objects | undefined>
}

/** Searches for an object that is in the inner set and in no outer set. */
export function escapeObjects(solver: Solver, { inner, outer: written }: Question): Escape {
  const outer = written
    .flatMap(listedObjects)
    .filter((leaf) => !inner.some((one) => areApart(readOf(one), readOf(leaf))))
  const leaves = [...inner, ...outer]
  const classes = nameClasses(leaves.flatMap(({ normal }) => [...normal.patternProperties.keys()]))
  if (classes === undefined || leaves.some(isBlurred)) return unknown
  const sets = inner.map((leaf) => objectsOf(leaf, classes, 'inner'))
  let objects = sets[0]
  for (const set of sets.slice(1)) objects = objects && set && intersect(objects, set)
  if (objects === undefined || sets.includes(undefined)) return none
  const problem = { solver, inner, classes, known: new Map() }
  const facing =
    outer.length < 2 ? outer : outer.filter((leaf) => !areDisjoint(problem, objects, leaf, objects.slots.keys()))
  if (facing.length < 2) return subtract(problem, objects, facing)
  const counted = hardestFirst(problem, objects, facing)
  return subtract(
    problem,
    objects,
    counted.map(({ leaf }) => leaf),
    counted[0]?.ways,
  )
}

function readOf({ side, normal }: Leaf): Read {
  return { reader: side.reader, normal }
}

/** Turns each listed object into a set of one: closed, with all properties required. */
function listedObjects(leaf: Leaf): readonly Leaf[] {
  const { side, normal } = leaf
  const listed = normal.enum?.value.filter(isObject)
  if (listed === undefined || listed.length > mostListed) return [leaf]
  const isIn = (value: JsonObject): boolean => side.accepts(normal.parts, value) === true
  return listed.filter(isIn).map((value) => {
    const properties = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, { enum: [member] }]))
    const closed = { type: 'object', properties, required: Object.keys(value), additionalProperties: false }
    return { side, normal: side.reader.normal([madePart(closed)]), nots: [], undecided: [] }
  })
}

const mostListed = 20

/** Returns whether the normal form loses that names matched by one `allOf` member's pattern are undeclared for another member. */
function isBlurred({ normal, undecided }: Leaf): boolean {
  // `unevaluatedProperties` doesn't apply to properties named by conditions and dependent schemas.
  const isNamed = undecided.some(({ keyword }) => /^(if|then|else|dependentSchemas)\b/.test(keyword))
  if (isNamed && normal.closed && normal.additionalPointer === undefined) return true
  const hasRest = normal.closed || normal.additional.length > 0
  return normal.patternProperties.size > 0 && hasRest && new Set(normal.parts.map(({ node }) => node)).size > 1
}

/** Sorts sets with the fewest ways out first: a set without one ends the search. */
function hardestFirst(problem: Problem, objects: Objects, outer: readonly Leaf[]): readonly Counted[] {
  const counted = outer.map((leaf) => ({ leaf, ways: [...waysOut(problem, objects, leaf)] }))
  return counted.sort((a, b) => a.ways.length - b.ways.length)
}

interface Counted {
  readonly leaf: Leaf
  readonly ways: readonly WayOut[]
}

/** Subtracts the outer sets one by one. `ways`: the ways out of the first set, if already computed. */
function subtract(problem: Problem, objects: Objects, outer: readonly Leaf[], ways?: readonly WayOut[]): Escape {
  const { solver } = problem
  if (!solver.step()) return unknown
  const [leaf, ...rest] = outer
  if (leaf === undefined) return inhabitant(problem, objects)
  let isKnown = isClear(solver, leaf, problem.inner, 'object')
  if (leaf.normal.enum !== undefined) isKnown = false
  for (const way of ways ?? waysOut(problem, objects, leaf)) {
    const left = restricted(objects, way)
    const names = way.slots.map(([name]) => name)
    const facing = rest.filter((other) => !areDisjoint(problem, left, other, names))
    const outcome = subtract(problem, left, facing)
    if (outcome.kind === 'value') return outcome
    if (outcome.kind === 'unknown') isKnown = false
  }
  return isKnown ? none : unknown
}

function outerOf({ classes, known }: Problem, leaf: Leaf): Objects | undefined {
  if (!known.has(leaf)) known.set(leaf, objectsOf(leaf, classes, 'outer'))
  return known.get(leaf)
}

/** Returns whether no object is in both sets, judged by the given names: one required property can't satisfy both. */
function areDisjoint(problem: Problem, objects: Objects, leaf: Leaf, names: Iterable<string>): boolean {
  const { solver } = problem
  const other = outerOf(problem, leaf)
  if (other === undefined) return true
  if (!solver.step()) return false
  const shared: Expr[] = []
  for (const name of names) {
    const slot = slotOf(objects, name)
    const facing = slotOf(other, name)
    if (slot.presence === 'required' && facing.presence === 'absent') return true
    if (slot.presence === 'absent' && facing.presence === 'required') return true
    if (slot.presence !== 'required' && facing.presence !== 'required') continue
    if (slot.presence === 'absent' || facing.presence === 'absent' || facing.expr.pos.length === 0) continue
    // Equal schemas have values in common unless they are unsatisfiable.
    if (slot.expr.pos.length === 0 || solver.isAlike(slot.expr, facing.expr)) continue
    shared.push({ pos: [...slot.expr.pos, ...facing.expr.pos], neg: slot.expr.neg })
  }
  // Comparing types needs no search.
  return shared.some(haveNoType) || shared.some((both) => solver.escape(both).kind === 'none')
}

/** Returns whether the types of all operands have no type in common. */
function haveNoType({ pos }: Expr): boolean {
  return pos.length > 0 && !atoms.some((atom) => pos.every((operand) => typesOf(operand).has(atom)))
}

/** Yields each subset of the first set that is outside the second. */
function* waysOut(problem: Problem, objects: Objects, leaf: Leaf): Generator<WayOut> {
  const { classes } = problem
  const other = outerOf(problem, leaf)
  // The second set is empty.
  if (other === undefined) {
    yield { slots: [] }
    return
  }
  for (const [name, { presence }] of other.slots) {
    if (presence === 'required' && slotOf(objects, name).presence !== 'required') yield { slots: [[name, absent]] }
  }
  for (const { slots } of [other, objects]) {
    for (const name of slots.keys()) {
      if (slots !== other.slots && other.slots.has(name)) continue
      const way = failingAt(problem, objects, other, name)
      if (way !== undefined) yield way
    }
  }
  for (const one of classes) yield* failingBeyond(problem, objects, other, one)
  if (other.least > objects.least) yield { slots: [], most: Math.min(objects.most, other.least - 1) }
  if (other.most < objects.most) yield { slots: [], least: Math.max(objects.least, other.most + 1) }
  for (const [name, wanted] of other.dependencies) {
    const slot = slotOf(objects, name)
    const isFree = name !== wanted && slot.presence !== 'absent' && slotOf(objects, wanted).presence !== 'required'
    if (isFree)
      yield {
        slots: [
          [wanted, absent],
          [name, { ...slot, presence: 'required' }],
        ],
      }
  }
}

/** Returns the objects whose value under a name is invalid in the second set. */
function failingAt({ solver }: Problem, objects: Objects, other: Objects, name: string): WayOut | undefined {
  const slot = slotOf(objects, name)
  const facing = slotOf(other, name)
  if (slot.presence === 'absent') return undefined
  const isUndeclared = !objects.slots.has(name) && slot.expr.pos.length === 0
  if (facing.presence === 'absent') return filled(solver, name, slot.expr)
  if (facing.expr.pos.length === 0 || (isUndeclared && solver.isLenient)) return undefined
  if (solver.isAlike(slot.expr, facing.expr)) return undefined
  return filled(solver, name, { pos: slot.expr.pos, neg: [...slot.expr.neg, ...facing.expr.pos] })
}

/** Like `failingAt`, for a name that neither set declares. */
function failingBeyond({ solver }: Problem, objects: Objects, other: Objects, one: NameClass): readonly WayOut[] {
  const [slot, facing] = [objects.rest.get(one), other.rest.get(one)]
  if (slot === undefined || slot.presence === 'absent') return []
  if (facing?.presence === 'optional' && facing.expr.pos.length === 0) return []
  const name = one.fresh((used) => objects.slots.has(used) || other.slots.has(used))
  if (name === undefined) return []
  const { pos, neg } = slot.expr
  const way = filled(solver, name, { pos, neg: [...neg, ...(facing?.expr.pos ?? [])] })
  return way === undefined ? [] : [way]
}

function filled(solver: Solver, name: string, expr: Expr): WayOut | undefined {
  if (solver.escape(expr).kind === 'none') return undefined
  return { slots: [[name, { presence: 'required', expr }]] }
}

function inhabitant({ solver }: Problem, objects: Objects): Escape {
  const required = new Set(
    [...objects.slots].filter(([, { presence }]) => presence === 'required').map(([name]) => name),
  )
  for (const name of required) {
    for (const [asking, wanted] of objects.dependencies) if (asking === name) required.add(wanted)
  }
  const entries: [string, Json][] = []
  for (const name of required) {
    const slot = slotOf(objects, name)
    if (slot.presence === 'absent') return none
    const value = solver.escape(slot.expr)
    if (value.kind !== 'value') return value
    entries.push([name, value.value])
  }
  if (entries.length > objects.most) return none
  return filledUp(solver, objects, entries)
}

/** Adds properties until the object has the minimum size. */
function filledUp(solver: Solver, objects: Objects, entries: [string, Json][]): Escape {
  const names = new Set(entries.map(([name]) => name))
  const spare = [...objects.slots].filter(([name, { presence }]) => presence === 'optional' && !names.has(name))
  let isKnown = true
  for (const [name, { expr }] of spare) {
    if (entries.length >= objects.least) break
    const value = solver.escape(expr)
    if (value.kind === 'value') entries.push([name, value.value])
    else if (value.kind === 'unknown') isKnown = false
  }
  for (const [one, { presence, expr }] of objects.rest) {
    while (presence !== 'absent' && entries.length < objects.least && entries.length < 50) {
      const name = one.fresh((used) => objects.slots.has(used) || entries.some(([taken]) => taken === used))
      const value = solver.escape(expr)
      if (value.kind !== 'none') isKnown = false
      if (name === undefined || value.kind !== 'value') break
      entries.push([name, value.value])
    }
  }
  // Every possible name is already used.
  if (entries.length < objects.least) return isKnown ? none : unknown
  // `fromEntries`, because assigning `__proto__` would set the prototype.
  return found(Object.fromEntries(entries))
}
