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

/** `"a", null and 3 more`: the first values of a list, each as JSON, so that the text "null" is not read as null. */
export function showValues(values: readonly Json[], most = 8): string {
  return showNames(
    values.map((value) => showValue(value)),
    most,
  )
}

/** `a, b and 3 more`: the first words of a list, such as names of types, which no value can be mixed up with. */
export function showNames(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}
