import type { Json } from '../../model/json.ts'
import type { ExactValue } from '../../model/observation.ts'
import { described, exactNumbers, readJson } from '../../numbers/exact.ts'
import { type Component, reachable } from '../compiling/generated.ts'

/** Keywords that distinguish neighbouring numbers at any location. */
const exacting: ReadonlySet<string> = new Set(['multipleOf', 'uniqueItems'])

/** Whether digits that a double does not hold make a difference to a component and all it refers to. */
export function digitsMatter(component: Component): boolean {
  let matter = false
  // A stack of its own: what an `enum` lists may be nested as deep as JSON can be.
  const open: Json[] = reachable(component).map(({ schema }) => schema)
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'number') matter ||= !Number.isSafeInteger(value)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      matter ||= exacting.has(key) || (key === 'format' && (child === 'int64' || child === 'uint64'))
      open.push(child as Json)
    }
  }
  return matter
}

/**
 * Reads JSON text like `JSON.parse`, but for numbers that no double holds: each is read as a double of its own, and
 * `exact` gives the digits back. What finds no such double is read as usual and listed as `lost`.
 */
export function readExact(text: string): ExactValue {
  const table = exactNumbers(described)
  const { value, lost } = readJson(text, table)
  return { value, exact: table.digits, lost }
}
