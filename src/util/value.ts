import type { Json } from '../model/json.ts'

/** The type of a value in JSON Schema's words: `integer` for a number without fraction. */
export function typeName(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** A value as a message shows it: JSON on one line, cut to `limit` characters. */
export function showValue(value: Json, limit = 80): string {
  const text = JSON.stringify(value)
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/** `a, b and 3 more`: the first values of a list as a message shows them. */
export function showValues(values: readonly Json[], most = 8): string {
  const shown = values.slice(0, most).map((value) => (typeof value === 'string' ? value : showValue(value)))
  const rest = values.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}
