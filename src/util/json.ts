import type { Json, JsonObject } from '../model/json.ts'

/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property; `__proto__` and inherited names are never found by accident. */
export function own(node: Json | undefined, key: string): Json | undefined {
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

/** An own property that is an array, else `[]`. */
export function ownArray(node: Json | undefined, key: string): readonly Json[] {
  const value = own(node, key)
  return Array.isArray(value) ? value : []
}

/** An own property that is a string, else `''`. */
export function ownString(node: Json | undefined, key: string): string {
  const value = own(node, key)
  return typeof value === 'string' ? value : ''
}

/** The own entries of a property that is an object, else `[]`. */
export function ownEntries(node: Json | undefined, key: string): readonly (readonly [string, Json])[] {
  const value = own(node, key)
  return isObject(value) ? Object.entries(value) : []
}

/** JSON with sorted keys: equal values give equal texts, so it serves as map key and for hashing. */
export function canonical(value: Json | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

/** Equality of JSON values (JSON Schema 2020-12 §4.2.2: numbers by value, objects regardless of key order). */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  )
}

/** The values of `a` that `b` does not hold, in the order of `a`. */
export function minus<T extends Json>(a: readonly T[], b: readonly Json[]): T[] {
  const held = new Set(b.map(canonical))
  return a.filter((value) => !held.has(canonical(value)))
}
