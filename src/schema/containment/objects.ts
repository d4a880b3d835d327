import { isHidden } from '../keywords/hidden.ts'
import type { Conjunction } from '../normal-form/normal.ts'
import { matchesPattern } from '../sampling/scalar.ts'
import type { Leaf } from './leaf.ts'
import { classOf, type NameClass } from './names.ts'
import { type Expr, free, operandOf } from './operand.ts'

/** A property: whether it is there, and what it may hold. */
export interface Slot {
  readonly presence: 'required' | 'optional' | 'absent'
  readonly expr: Expr
}

/** A set of objects as a product: one slot for each declared name, one rule for each class of the others. */
export interface Objects {
  readonly slots: ReadonlyMap<string, Slot>
  /** What a name of a class may hold; undefined where it is refused. */
  readonly rest: ReadonlyMap<NameClass, Expr | undefined>
  readonly least: number
  readonly most: number
  /** `[a, b]`: with property a, property b must be there. */
  readonly dependencies: readonly (readonly [string, string])[]
}

/** The role of a set in the question: its values are searched, or they are excluded. */
export type Role = 'inner' | 'outer'

/** A name that is not there. */
export const absent: Slot = { presence: 'absent', expr: free }

type Known = WeakMap<readonly NameClass[], Objects | 'none'>
const known = { inner: new WeakMap<Leaf, Known>(), outer: new WeakMap<Leaf, Known>() }

/** The objects of a leaf; undefined when there are none. Once per leaf, as long as there are no patterns. */
export function objectsOf(leaf: Leaf, classes: readonly NameClass[], role: Role): Objects | undefined {
  const ofLeaf: Known = known[role].get(leaf) ?? new WeakMap()
  known[role].set(leaf, ofLeaf)
  const objects = ofLeaf.get(classes) ?? read(leaf, classes, role) ?? 'none'
  ofLeaf.set(classes, objects)
  return objects === 'none' ? undefined : objects
}

function read(leaf: Leaf, classes: readonly NameClass[], role: Role): Objects | undefined {
  const { side, normal } = leaf
  const entered = (parts: Conjunction): Expr => (parts.length === 0 ? free : { pos: [operandOf(side, parts)], neg: [] })
  const matching = (name: string): Conjunction =>
    [...normal.patternProperties].flatMap(([pattern, parts]) => (matchesPattern(pattern, name, false) ? parts : []))
  const rest = new Map<NameClass, Expr | undefined>()
  for (const one of classes) {
    const matched = [...normal.patternProperties].filter(([pattern]) => one.matched.has(pattern))
    if (matched.length > 0) rest.set(one, entered(matched.flatMap(([, parts]) => parts)))
    else rest.set(one, normal.closed ? undefined : entered(normal.additional))
  }
  const slots = new Map<string, Slot>()
  const hidden = new Set<string>()
  for (const [name, parts] of normal.properties) {
    if (isHidden(side.reader, parts, side.way)) hidden.add(name)
    // A property that does not exist this way is never sent, and nothing restricts it.
    if (hidden.has(name)) slots.set(name, role === 'inner' ? absent : { presence: 'optional', expr: free })
    else slots.set(name, { presence: 'optional', expr: entered([...parts, ...matching(name)]) })
  }
  for (const name of normal.required.keys()) {
    if (hidden.has(name)) continue
    const held = slots.get(name) ?? undeclared(rest, classes, name)
    if (held.presence === 'absent') return undefined
    slots.set(name, { ...held, presence: 'required' })
  }
  return {
    slots,
    rest,
    least: normal.bounds.get('minProperties')?.value ?? 0,
    most: normal.bounds.get('maxProperties')?.value ?? Number.POSITIVE_INFINITY,
    dependencies: [...normal.dependentRequired.keys()].map((text) => {
      const [name = '', wanted = ''] = text.split(' → ')
      return [name, wanted] as const
    }),
  }
}

function undeclared(rest: Objects['rest'], classes: Iterable<NameClass>, name: string): Slot {
  const one = classOf(classes, name)
  if (one === undefined) return { presence: 'optional', expr: free }
  const expr = rest.get(one)
  return expr === undefined ? absent : { presence: 'optional', expr }
}

/** The slot of a name in a set, declared or not. */
export function slotOf({ slots, rest }: Objects, name: string): Slot {
  return slots.get(name) ?? undeclared(rest, rest.keys(), name)
}

/** The objects that are in both; undefined when there are none. */
export function intersect(a: Objects, b: Objects): Objects | undefined {
  const slots = new Map<string, Slot>()
  for (const name of new Set([...a.slots.keys(), ...b.slots.keys()])) {
    const slot = both(slotOf(a, name), slotOf(b, name))
    if (slot === undefined) return undefined
    slots.set(name, slot)
  }
  const rest = new Map<NameClass, Expr | undefined>()
  for (const [one, expr] of a.rest) {
    const other = b.rest.get(one)
    rest.set(one, expr === undefined || other === undefined ? undefined : join(expr, other))
  }
  return {
    slots,
    rest,
    least: Math.max(a.least, b.least),
    most: Math.min(a.most, b.most),
    dependencies: [...a.dependencies, ...b.dependencies],
  }
}

function both(a: Slot, b: Slot): Slot | undefined {
  const isRequired = a.presence === 'required' || b.presence === 'required'
  if (a.presence === 'absent' || b.presence === 'absent') return isRequired ? undefined : absent
  return { presence: isRequired ? 'required' : 'optional', expr: join(a.expr, b.expr) }
}

/** The values that are in both. */
export function join(a: Expr, b: Expr): Expr {
  return { pos: [...a.pos, ...b.pos], neg: [...a.neg, ...b.neg] }
}

/** A part of a set: other slots under some names, or another number of properties. */
export interface Way {
  readonly slots: readonly (readonly [name: string, slot: Slot])[]
  readonly least?: number
  readonly most?: number
}

/** The part of a set that a way leads to. */
export function restricted(objects: Objects, { slots, least = objects.least, most = objects.most }: Way): Objects {
  const changed = new Map(objects.slots)
  for (const [name, slot] of slots) changed.set(name, slot)
  return { ...objects, slots: changed, least, most }
}
