import type { Located } from '../model/document.ts'
import type { Json, JsonObject } from '../model/json.ts'
import { numberText } from './numbers/exact.ts'

/** Returns whether a value is a JSON object (not null or an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an own property, never `__proto__` or an inherited one. */
export function own(node: Json | undefined, key: string): Json | undefined {
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

/** Returns an own array property, or `[]`. */
export function ownArray(node: Json | undefined, key: string): readonly Json[] {
  const value = own(node, key)
  return Array.isArray(value) ? value : []
}

/** Returns an own string property, or `''`. */
export function ownString(node: Json | undefined, key: string): string {
  const value = own(node, key)
  return typeof value === 'string' ? value : ''
}

/** Returns the `$ref` of an object without other members. */
export function refAlone(node: Json | undefined): string | undefined {
  if (!isObject(node)) return undefined
  for (const key in node) if (key !== '$ref') return undefined
  return ownString(node, '$ref') || undefined
}

/** Returns the entries of an own object property, or `[]`. */
export function ownEntries(node: Json | undefined, key: string): readonly (readonly [string, Json])[] {
  const value = own(node, key)
  return isObject(value) ? Object.entries(value) : []
}

/** Returns the first layer with a member: of a path item as written, then of its `$ref` target. */
export function layerWith(layers: readonly Located<JsonObject>[], key: string): Located<JsonObject> | undefined {
  return layers.find((layer) => own(layer.node, key) !== undefined)
}

/** Deeper values are walked iteratively, because deeply nested responses must not overflow the stack. */
const mostLevels = 500

/** Returns JSON with sorted keys, equal for equal values; used as map key and for hashing. */
export function canonical(value: Json | undefined): string {
  return value === undefined ? '' : canonicalAt(value, 0)
}

function canonicalAt(value: Json, level: number): string {
  if (level > mostLevels) return canonicalDeep(value)
  // By index and without lists of texts, because this is hot code.
  let text = ''
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) text += `${at > 0 ? ',' : ''}${canonicalAt(value[at] ?? null, level + 1)}`
    return `[${text}]`
  }
  if (!isObject(value)) return scalarText(value)
  const keys = sortedKeys(value)
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? ''
    text += `${at > 0 ? ',' : ''}${JSON.stringify(key)}:${canonicalAt(value[key] ?? null, level + 1)}`
  }
  return `{${text}}`
}

/** Sorts few keys by insertion: `sort` would make copies. */
function sortedKeys(value: JsonObject): readonly string[] {
  const keys = Object.keys(value)
  if (keys.length > 20) return keys.sort()
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] ?? ''
    let to = at
    for (; to > 0 && (keys[to - 1] ?? '') > key; to--) keys[to] = keys[to - 1] ?? ''
    keys[to] = key
  }
  return keys
}

/** Matches text that JSON contains unescaped (RFC 8259 §7). */
const plainText = /^[ !#-[\]-~]{0,100}$/

function scalarText(value: Json): string {
  if (typeof value === 'number') return numberText(value)
  // Most strings need no escaping, and this test is much faster than `JSON.stringify`.
  return typeof value === 'string' && plainText.test(value) ? `"${value}"` : JSON.stringify(value)
}

/** Iterative version. The stack has finished strings and pending values. */
function canonicalDeep(root: Json): string {
  const parts: string[] = []
  const open: (string | { readonly value: Json })[] = [{ value: root }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') parts.push(next)
    else if (Array.isArray(next.value)) {
      parts.push('[')
      open.push(']')
      for (let at = next.value.length - 1; at >= 0; at--) {
        open.push({ value: next.value[at] ?? null })
        if (at > 0) open.push(',')
      }
    } else if (isObject(next.value)) {
      parts.push('{')
      open.push('}')
      const keys = Object.keys(next.value).sort()
      for (let at = keys.length - 1; at >= 0; at--) {
        const key = keys[at] ?? ''
        open.push({ value: next.value[key] ?? null }, `${at > 0 ? ',' : ''}${JSON.stringify(key)}:`)
      }
    } else parts.push(scalarText(next.value))
  }
  return parts.join('')
}

/** Compares JSON values (JSON Schema 2020-12 §4.2.2: numbers by value, objects regardless of key order). */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  return equalAt(a, b, 0)
}

function equalAt(a: Json | undefined, b: Json | undefined, level: number): boolean {
  if (a === b) return true
  if (level > mostLevels) return canonical(a) === canonical(b)
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => equalAt(item, b[at], level + 1))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalAt(a[key], b[key], level + 1))
  )
}

/** Returns the values of `a` that aren't in `b`, in order. */
export function minus<T extends Json>(a: readonly T[], b: readonly Json[]): T[] {
  const excluded = new Set(b.map(canonical))
  return a.filter((value) => !excluded.has(canonical(value)))
}
