import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

/** A `$ref` (or a URI in `discriminator.mapping`) with the object containing it. */
export interface Reference {
  readonly holder: JsonObject
  readonly key: string
  readonly ref: string
  readonly pointer: Pointer
}

/** Keys with instance values: a `$ref` inside is data. */
export const dataKeys = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Keys whose children have user-defined names, so that a schema named `default` or a property named `example` isn't a keyword. */
export const nameMaps = new Set(
  `properties patternProperties $defs definitions dependentSchemas dependencies schemas responses parameters
  requestBodies headers securitySchemes links callbacks pathItems content webhooks encoding mediaTypes variables`.split(
    /\s+/,
  ),
)

/** Returns every reference in document order, except inside example data and `x-…`. */
export function referencesOf(root: Json, keyword = '$ref'): readonly Reference[] {
  const found: Reference[] = []
  // With YAML aliases, a node has multiple locations; the first is used.
  const seen = new Set<object>()
  const walk = (node: Json, pointer: Pointer, isNameMap: boolean): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    if (!isObject(node)) {
      for (const [index, item] of node.entries()) walk(item, joinPointer(pointer, index), false)
      return
    }
    for (const [key, value] of Object.entries(node)) {
      if (isNameMap) walk(value, joinPointer(pointer, key), false)
      else if (key === keyword && typeof value === 'string') found.push({ holder: node, key, ref: value, pointer })
      else if (key === 'mapping') found.push(...mapped(value, joinPointer(pointer, key)))
      else if (!dataKeys.has(key) && !key.startsWith('x-')) walk(value, joinPointer(pointer, key), nameMaps.has(key))
    }
  }
  walk(root, '', false)
  return found
}

/** Returns the entries of `discriminator.mapping` that are URIs instead of schema names. */
function mapped(mapping: Json, pointer: Pointer): readonly Reference[] {
  if (!isObject(mapping)) return []
  return Object.entries(mapping).flatMap(([key, ref]) =>
    typeof ref === 'string' && /[/#]|\.(?:ya?ml|json)$/.test(ref) ? [{ holder: mapping, key, ref, pointer }] : [],
  )
}

/** Fast check before walking: returns whether references to other files are possible. */
export function mayLeaveFile(text: string): boolean {
  return /\$ref["']?\s*:\s*(?:["']?[^#"'\s]|["']{2}|[>|&*!])/.test(text)
}

/** Splits `a.yaml#/b` into file and fragment including `#`; a missing fragment is `#`. */
export function splitRef(ref: string): { readonly target: string; readonly fragment: string } {
  const hash = ref.indexOf('#')
  return hash === -1 ? { target: ref, fragment: '#' } : { target: ref.slice(0, hash), fragment: ref.slice(hash) }
}
