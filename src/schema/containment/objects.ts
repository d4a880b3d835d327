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
  /** The classes of the other names. */
  readonly classes: readonly NameClass[]
  /** What a name of a class may hold; absent where it is refused. */
  readonly rest: ReadonlyMap<NameClass, Slot>
  readonly least: number
  readonly most: number
  /** `[a, b]`: with property a, property b must be there. */
  readonly dependencies: readonly (readonly [string, string])[]
}

/** The role of a set in the question: its values are searched, or they are excluded. */
export type Role = 'inner' | 'outer'

/** A name that is not there. */
export const absent: Slot = { presence: 'absent', expr: free }
const anything: Slot = { presence: 'optional', expr: free }

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
  const rest = new Map<NameClass, Slot>()
  for (const one of classes) {
    const matched = [...normal.patternProperties].filter(([pattern]) => one.matched.has(pattern))
    const held = matched.length > 0 ? matched.flatMap(([, parts]) => parts) : normal.additional
    rest.set(one, matched.length === 0 && normal.closed ? absent : { presence: 'optional', expr: entered(held) })
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
    const held = slots.get(name) ?? undeclared({ classes, rest }, name)
    if (held.presence === 'absent') return undefined
    slots.set(name, { ...held, presence: 'required' })
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

/** The slot of a name in a set, declared or not. */
export function slotOf(objects: Objects, name: string): Slot {
  return objects.slots.get(name) ?? undeclared(objects, name)
}

/** The objects that are in both; undefined when there are none. */
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

/** The values that are in both. */
export function join(a: Expr, b: Expr): Expr {
  return { pos: [...a.pos, ...b.pos], neg: [...a.neg, ...b.neg] }
}

/** A part of a set: other slots under some names, or another number of properties. */
export interface WayOut {
  readonly slots: readonly (readonly [name: string, slot: Slot])[]
  readonly least?: number
  readonly most?: number
}

/** The part of a set that a way leads to. */
export function restricted(objects: Objects, { slots, least = objects.least, most = objects.most }: WayOut): Objects {
  const changed = new Map(objects.slots)
  for (const [name, slot] of slots) changed.set(name, slot)
  return { ...objects, slots: changed, least, most }
}
