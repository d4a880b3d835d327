import type { Use } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { equalJson, isObject, own, ownEntries } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { CompareContext } from './context.ts'

/** The locations of the two versions of an object, `$ref`s followed, and the label of its texts: `server /v1 `, mostly `''`. */
export interface TextLocation {
  readonly base: Pointer
  readonly revision: Pointer
  readonly label?: string
}

/** The texts of an object by name, of either version. */
export type TextsOf = (document: Document, pointer: Pointer) => JsonObject

/**
 * Texts and examples of an object that both versions have: they restrict no value, and their edits are changes. One
 * finding for all that differ.
 */
export function compareTexts(
  { base, revision, collector }: CompareContext,
  location: TextLocation,
  read: TextsOf,
  uses: readonly Use[],
): void {
  const [was, is] = [read(base, location.base), read(revision, location.revision)]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = keys.filter((key) => !equalJson(own(was, key), own(is, key)))
  const [first] = changed
  if (first === undefined || uses.length === 0) return
  const only = (texts: JsonObject): JsonObject | undefined => {
    const held = changed.filter((key) => Object.hasOwn(texts, key))
    if (held.length === 0) return undefined
    return Object.fromEntries(held.map((key) => [`${location.label ?? ''}${key}`, texts[key] ?? null]))
  }
  const site = {
    base: joinPointer(location.base, first),
    revision: joinPointer(location.revision, first),
    location: location.revision,
  }
  collector.add({ kind: 'documentation', before: only(was), after: only(is), effect: 'none', site }, uses)
}

/** The non-empty texts of these names. */
export function textsNamed(...keys: readonly string[]): TextsOf {
  return (document, pointer) => {
    const node = document.at(pointer)
    const held = keys.map((key) => [key, key === 'examples' ? examplesOf(document, node) : own(node, key)] as const)
    return Object.fromEntries(
      held.filter((entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== ''),
    )
  }
}

/** `example` and `examples` of a node. */
export function examplesIn(document: Document, node: Json | undefined): JsonObject {
  const [example, examples] = [own(node, 'example'), examplesOf(document, node)]
  return { ...(example === undefined ? {} : { example }), ...(examples === undefined ? {} : { examples }) }
}

/** Examples by name, those of `components` resolved. */
function examplesOf(document: Document, node: Json | undefined): Json | undefined {
  const written = own(node, 'examples')
  return isObject(written) ? resolved(document, node, 'examples') : written
}

/** A map of objects of which each may be a `$ref`, with the `$ref`s resolved. */
export function resolved(document: Document, node: Json | undefined, key: string): JsonObject | undefined {
  if (!isObject(own(node, key))) return undefined
  return Object.fromEntries(
    ownEntries(node, key).map(([name, entry]) => {
      const ref = own(entry, '$ref')
      return [name, (typeof ref === 'string' ? document.resolve(ref)?.node : undefined) ?? entry]
    }),
  )
}
