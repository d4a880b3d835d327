import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

/** A `$ref` (or a URI in `discriminator.mapping`) with the object that holds it. */
export interface Reference {
  readonly holder: JsonObject
  readonly key: string
  readonly ref: string
  /** Of the holder. */
  readonly pointer: Pointer
}

/** Keys whose value is an instance, not a description: a `$ref` in there is data. */
export const dataKeys = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Keys whose value maps names, so that a schema called `default` or a property called `example` is no keyword. */
export const nameMaps = new Set(
  `properties patternProperties $defs definitions dependentSchemas dependencies schemas responses parameters
  requestBodies headers securitySchemes links callbacks pathItems content webhooks encoding mediaTypes variables`.split(
    /\s+/,
  ),
)

/** Every reference of a description, in document order; those inside example data and `x-…` are not references. */
export function referencesOf(root: Json, keyword = '$ref'): readonly Reference[] {
  const found: Reference[] = []
  // With YAML aliases one node is at many locations; the first one is used.
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

/** The entries of `discriminator.mapping` that are URIs rather than schema names. */
function mapped(mapping: Json, pointer: Pointer): readonly Reference[] {
  if (!isObject(mapping)) return []
  return Object.entries(mapping).flatMap(([key, ref]) =>
    typeof ref === 'string' && /[/#]|\.(?:ya?ml|json)$/.test(ref) ? [{ holder: mapping, key, ref, pointer }] : [],
  )
}

/** Whether a text can hold a reference that leaves its file: a quick look before the walk. */
export function mayLeaveFile(text: string): boolean {
  return /\$ref["']?\s*:\s*(?:["']?[^#"'\s]|["']{2}|[>|&*!])/.test(text)
}

/** Splits `a.yaml#/b` into the file and the fragment with its `#`; an absent fragment is `#`. */
export function splitRef(ref: string): { readonly target: string; readonly fragment: string } {
  const hash = ref.indexOf('#')
  return hash === -1 ? { target: ref, fragment: '#' } : { target: ref.slice(0, hash), fragment: ref.slice(hash) }
}
