import { isHidden } from '../keywords/hidden.ts'
import type { Conjunction } from '../normal-form/normal.ts'
import { matchesPattern } from '../sampling/scalar.ts'
import type { Leaf } from './leaf.ts'
import { classOf, type NameClass } from './names.ts'
import { type Expr, free, operandOf } from './operand.ts'

/** Presence and allowed values of a property. */
export interface Slot {
  readonly presence: 'required' | 'optional' | 'absent'
  readonly expr: Expr
}

/** A set of objects as a product: one slot per declared name and one per class of undeclared names. */
export interface Objects {
  readonly slots: ReadonlyMap<string, Slot>
  readonly classes: readonly NameClass[]
  /** Slot of each class; absent if such names are forbidden. */
  readonly rest: ReadonlyMap<NameClass, Slot>
  readonly least: number
  readonly most: number
  /** `[a, b]`: property `b` is required if `a` is present. */
  readonly dependencies: readonly (readonly [string, string])[]
}

/** Role of a set in a question: searched (`inner`) or excluded (`outer`). */
export type Role = 'inner' | 'outer'

/** Slot of a forbidden name. */
export const absent: Slot = { presence: 'absent', expr: free }
const anything: Slot = { presence: 'optional', expr: free }

type Known = WeakMap<readonly NameClass[], Objects | 'none'>
const known = { inner: new WeakMap<Leaf, Known>(), outer: new WeakMap<Leaf, Known>() }

/** Returns the objects of a leaf, or `undefined` if there are none. Cached per leaf and classes. */
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
  const rest = new Map<NameClass, Slot>()
  for (const one of classes) {
    const matched = [...normal.patternProperties].filter(([pattern]) => one.matched.has(pattern))
    const valueParts = matched.length > 0 ? matched.flatMap(([, parts]) => parts) : normal.additional
    rest.set(one, matched.length === 0 && normal.closed ? absent : { presence: 'optional', expr: entered(valueParts) })
  }
  const slots = new Map<string, Slot>()
  const hidden = new Set<string>()
  for (const [name, parts] of normal.properties) {
    if (isHidden(side.reader, parts, side.way)) hidden.add(name)
    // A property that doesn't exist in this direction is never sent and restricts no value.
    if (hidden.has(name)) slots.set(name, role === 'inner' ? absent : { presence: 'optional', expr: free })
    else slots.set(name, { presence: 'optional', expr: entered([...parts, ...matching(name)]) })
  }
  for (const name of normal.required.keys()) {
    if (hidden.has(name)) continue
    const slot = slots.get(name) ?? undeclared({ classes, rest }, name)
    if (slot.presence === 'absent') return undefined
    slots.set(name, { ...slot, presence: 'required' })
  }
  return {
    slots,
    classes,
    rest,
    least: normal.bounds.get('minProperties')?.value ?? 0,
    most: normal.bounds.get('maxProperties')?.value ?? Number.POSITIVE_INFINITY,
    dependencies: [...normal.dependentRequired.keys()].map((text) => {
      const [name = '', wanted = ''] = text.split(' → ')
      return [name, wanted] as const
    }),
  }
}

function undeclared({ classes, rest }: Pick<Objects, 'classes' | 'rest'>, name: string): Slot {
  const one = classOf(classes, name)
  return (one && rest.get(one)) ?? anything
}

/** Returns the slot of a name, declared or not. */
export function slotOf(objects: Objects, name: string): Slot {
  return objects.slots.get(name) ?? undeclared(objects, name)
}

/** Intersects two sets; `undefined` if the result is empty. */
export function intersect(a: Objects, b: Objects): Objects | undefined {
  const slots = new Map<string, Slot>()
  for (const name of new Set([...a.slots.keys(), ...b.slots.keys()])) {
    const slot = both(slotOf(a, name), slotOf(b, name))
    if (slot === undefined) return undefined
    slots.set(name, slot)
  }
  const rest = new Map<NameClass, Slot>()
  for (const [one, slot] of a.rest) rest.set(one, both(slot, b.rest.get(one) ?? absent) ?? absent)
  return {
    slots,
    classes: a.classes,
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

/** Intersects two expressions. */
export function join(a: Expr, b: Expr): Expr {
  return { pos: [...a.pos, ...b.pos], neg: [...a.neg, ...b.neg] }
}

/** A restriction of a set: other slots for some names, or another number of properties. */
export interface WayOut {
  readonly slots: readonly (readonly [name: string, slot: Slot])[]
  readonly least?: number
  readonly most?: number
}

/** Applies a restriction. */
export function restricted(objects: Objects, { slots, least = objects.least, most = objects.most }: WayOut): Objects {
  const changed = new Map(objects.slots)
  for (const [name, slot] of slots) changed.set(name, slot)
  return { ...objects, slots: changed, least, most }
}
