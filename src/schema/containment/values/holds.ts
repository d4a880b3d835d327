import type { BoundKeyword } from '../../../model/diff/change.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import { isObject } from '../../../util/json.ts'
import { atomOf } from '../../keywords/atoms.ts'
import { isHidden } from '../../keywords/hidden.ts'
import type { Conjunction } from '../../normal-form/normal.ts'
import { holdsScalarOf } from '../escape-scalars.ts'
import { type Leaf, leavesOf } from '../leaf.ts'
import { type Operand, operandOf, type Side } from '../operand.ts'

/** Returns, without compiling, whether a value is in a set; `undefined` for conditions, name patterns and listed objects. */
export function holdsPlainly(operand: Operand, value: Json): boolean | undefined {
  if (!isObject(value) && !Array.isArray(value)) return holdsScalarOf(operand, value)
  const verdicts = leavesOf(operand)?.map((leaf) => inLeaf(leaf, value))
  if (verdicts === undefined || verdicts.includes(true)) return verdicts && true
  return verdicts.includes(undefined) ? undefined : false
}

function inLeaf(leaf: Leaf, value: JsonObject | readonly Json[]): boolean | undefined {
  const { normal, nots, undecided } = leaf
  if (!normal.types.has(atomOf(value as Json))) return false
  if (nots.length + undecided.length > 0 || normal.enum !== undefined) return undefined
  return Array.isArray(value) ? listIn(leaf, value) : objectIn(leaf, value as JsonObject)
}

function listIn({ side, normal }: Leaf, items: readonly Json[]): boolean | undefined {
  const { prefixItems, itemsClosed, uniqueItems } = normal
  if (!isSized(normal, items.length, 'minItems', 'maxItems')) return false
  if (itemsClosed && items.length > prefixItems.length) return false
  const verdict = all(items.map((item, index) => inParts(side, prefixItems[index] ?? normal.items, item)))
  return verdict === true && uniqueItems?.value === true && items.length > 1 ? undefined : verdict
}

function objectIn({ side, normal }: Leaf, value: JsonObject): boolean | undefined {
  const { properties, required, patternProperties, dependentRequired, additional, closed } = normal
  if (!isSized(normal, Object.keys(value).length, 'minProperties', 'maxProperties')) return false
  const hidden = (name: string): boolean => {
    const parts = properties.get(name)
    return parts !== undefined && isHidden(side.reader, parts, side.way)
  }
  for (const name of required.keys()) if (!Object.hasOwn(value, name) && !hidden(name)) return false
  if (patternProperties.size + dependentRequired.size > 0) return undefined
  return all(
    Object.entries(value).map(([name, member]) => {
      const parts = properties.get(name)
      if (parts === undefined) return !closed && inParts(side, additional, member)
      return hidden(name) ? undefined : inParts(side, parts, member)
    }),
  )
}

function inParts(side: Side, parts: Conjunction, value: Json): boolean | undefined {
  return parts.length === 0 || holdsPlainly(operandOf(side, parts), value)
}

function isSized({ bounds }: Leaf['normal'], size: number, least: BoundKeyword, most: BoundKeyword): boolean {
  return size >= (bounds.get(least)?.value ?? 0) && size <= (bounds.get(most)?.value ?? Number.POSITIVE_INFINITY)
}

function all(verdicts: readonly (boolean | undefined)[]): boolean | undefined {
  if (verdicts.includes(false)) return false
  return verdicts.includes(undefined) ? undefined : true
}
