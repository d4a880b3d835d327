import type { Json } from '../../model/json.ts'
import type { Conjunction } from '../normal-form/normal.ts'
import type { Leaf } from './leaf.ts'
import { join } from './objects.ts'
import { type Expr, free, madePart, operandOf } from './operand.ts'

/** A set of lists: their lengths, and the values of each index. */
export interface Lists {
  readonly least: number
  readonly most: number
  readonly prefix: readonly Expr[]
  /** Every index beyond. */
  readonly rest: Expr
  readonly isUnique: boolean
  /** Of each of these sets some item must be. */
  readonly contains: readonly Expr[]
}

/** The lists of a leaf. */
export function listsOf({ side, normal }: Leaf): Lists {
  const entered = (parts: Conjunction): Expr => (parts.length === 0 ? free : { pos: [operandOf(side, parts)], neg: [] })
  const most = normal.bounds.get('maxItems')?.value ?? Number.POSITIVE_INFINITY
  return {
    least: normal.bounds.get('minItems')?.value ?? 0,
    most: normal.itemsClosed ? Math.min(most, normal.prefixItems.length) : most,
    prefix: normal.prefixItems.map(entered),
    rest: normal.itemsClosed ? free : entered(normal.items),
    isUnique: normal.uniqueItems?.value === true,
    contains: counts(normal)
      ? []
      : [...(normal.applicators.get('contains')?.parts ?? [])].map((part) => entered([part])),
  }
}

/** How many items `contains` asks for is not reasoned about, unless it is one. */
export function counts({ bounds, applicators }: Leaf['normal']): boolean {
  return bounds.has('minContains') || bounds.has('maxContains') || applicators.has('contains 2')
}

/** A list of one version as the set of it alone. */
export function listOf({ side }: Leaf, items: readonly Json[]): Lists {
  const prefix = items.map((item) => ({ pos: [operandOf(side, [madePart({ enum: [item] })])], neg: [] }))
  return { least: items.length, most: items.length, prefix, rest: free, isUnique: false, contains: [] }
}

/** What may be at an index. */
export function itemOf({ prefix, rest }: Lists, index: number): Expr {
  return prefix[index] ?? rest
}

/** The lists that are in both. */
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

/** The lists that have an item at an index, with a value of a set. */
export function holding(lists: Lists, index: number, expr: Expr): Lists {
  const length = Math.max(lists.prefix.length, index + 1)
  const prefix = Array.from({ length }, (_, at) => (at === index ? expr : itemOf(lists, at)))
  return { ...lists, prefix, least: Math.max(lists.least, index + 1) }
}
