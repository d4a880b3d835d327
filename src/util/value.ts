import type { Json, JsonObject } from '../model/json.ts'
import { numberText } from './numbers/exact.ts'

/** Returns the JSON Schema type of a value; `integer` for a number without fraction. */
export function typeName(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** Formats a value for messages: one-line JSON, truncated to `limit` characters. */
export function showValue(value: Json, limit = 80): string {
  const text = startOf(value, limit + 1)
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/** Returns JSON up to a length, because bodies can be large or nested too deeply for `JSON.stringify`. */
function startOf(value: Json, length: number): string {
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  let isFirst = true
  for (const name in value) {
    if (text.length >= length) return text
    if (!isFirst) text += ','
    isFirst = false
    if (!isList) text += `${JSON.stringify(name)}:`
    const child = (isList ? value[Number(name)] : (value as JsonObject)[name]) ?? null
    text += startOf(child, length - text.length)
  }
  return text + (isList ? ']' : '}')
}

/** Formats the first values of a list as JSON, so that the string "null" differs from null: `"a", null and 3 more`. */
export function showValues(values: readonly Json[], most = 8): string {
  // Only formats the shown values, because a list may have thousands.
  const shown = values.slice(0, most).map((value) => showValue(value))
  return withMore(shown, values.length)
}

/** Formats the first names of a list, such as types: `a, b and 3 more`. */
export function showNames(names: readonly string[], most = 8): string {
  return withMore(names.slice(0, most), names.length)
}

function withMore(shown: readonly string[], count: number): string {
  const text = shown.join(', ')
  return count > shown.length ? `${text} and ${count - shown.length} more` : text
}
