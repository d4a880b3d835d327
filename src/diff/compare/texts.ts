import type { Use } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { equalJson, isObject, own, ownEntries } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { CompareContext } from './context.ts'

/** Locations of both versions of an object with `$ref`s followed, and a label for its documentation: `server /v1 `, usually `''`. */
export interface TextLocation {
  readonly base: Pointer
  readonly revision: Pointer
  readonly label?: string
}

export type TextsOf = (document: Document, pointer: Pointer) => JsonObject

/** Compares documentation and examples, which restrict no value. Reports all differences of an object as one change. */
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
    const present = changed.filter((key) => Object.hasOwn(texts, key))
    if (present.length === 0) return undefined
    return Object.fromEntries(present.map((key) => [`${location.label ?? ''}${key}`, texts[key] ?? null]))
  }
  const site = {
    base: joinPointer(location.base, first),
    revision: joinPointer(location.revision, first),
    location: location.revision,
  }
  collector.add({ kind: 'documentation', before: only(was), after: only(is), effect: 'none', site }, uses)
}

export function textsNamed(...keys: readonly string[]): TextsOf {
  return (document, pointer) => {
    const node = document.at(pointer)
    const entries = keys.map((key) => [key, key === 'examples' ? examplesOf(document, node) : own(node, key)] as const)
    return Object.fromEntries(
      entries.filter((entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== ''),
    )
  }
}

export function examplesIn(document: Document, node: Json | undefined): JsonObject {
  const [example, examples] = [own(node, 'example'), examplesOf(document, node)]
  return { ...(example === undefined ? {} : { example }), ...(examples === undefined ? {} : { examples }) }
}

function examplesOf(document: Document, node: Json | undefined): Json | undefined {
  const written = own(node, 'examples')
  return isObject(written) ? resolved(document, node, 'examples') : written
}

export function resolved(document: Document, node: Json | undefined, key: string): JsonObject | undefined {
  if (!isObject(own(node, key))) return undefined
  return Object.fromEntries(
    ownEntries(node, key).map(([name, entry]) => {
      const ref = own(entry, '$ref')
      return [name, (typeof ref === 'string' ? document.resolve(ref)?.node : undefined) ?? entry]
    }),
  )
}
