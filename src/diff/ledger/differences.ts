import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { canonical, equalJson, isObject, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { keyOf, pairUp } from '../compare/pair-up.ts'

export interface Difference {
  readonly base?: Pointer
  readonly revision?: Pointer
  /** `order`: a list has the same items in another order. `key`: a path differs only in parameter names. */
  readonly kind?: 'order' | 'key'
}

type Tokens = readonly (string | number)[]

/** The current location in both documents. Its tokens become a pointer only if the values differ. */
interface Place {
  readonly base: (string | number)[]
  readonly revision: (string | number)[]
}

/** Maximum depth. Deeper differences are reported at this level. */
const mostLevels = 200

/**
 * Ignores formatting and key order. Matches list items by value, identity (`name` and `in`, `$ref`, `url`) and order. Skips
 * identical nodes, so the cost is proportional to the edits if the loader shares equal subtrees.
 */
export function differences(base: JsonObject, revision: JsonObject): readonly Difference[] {
  const found: Difference[] = []
  compareValues(found, { base: [], revision: [] }, base, revision)
  return found
}

function compareValues(found: Difference[], place: Place, before: Json, after: Json): void {
  if (before === after) return
  const isDeep = place.base.length >= mostLevels
  if (!isDeep && isObject(before) && isObject(after)) compareMembers(found, place, before, after)
  else if (!isDeep && Array.isArray(before) && Array.isArray(after)) compareItems(found, place, before, after)
  else if (!equalJson(before, after)) found.push({ base: pointerOf(place.base), revision: pointerOf(place.revision) })
}

function compareMembers(found: Difference[], place: Place, before: JsonObject, after: JsonObject): void {
  const removed: string[] = []
  let shared = 0
  for (const key in before) {
    const was = before[key]
    const is = after[key]
    // Most values are identical, because both documents share them.
    if (was === is && typeof was === 'object') shared++
    else if (!Object.hasOwn(after, key)) removed.push(key)
    else {
      shared++
      if (was !== is) compareBelow(found, place, key, key, was as Json, is as Json)
    }
  }
  let size = 0
  // Without listing the keys, which most objects share.
  for (const _ in after) size++
  const added = shared === size ? [] : Object.keys(after).filter((key) => !Object.hasOwn(before, key))
  if (removed.length + added.length === 0) return
  const isPaths = place.base.length === 1 && place.base[0] === 'paths'
  const left = isPaths ? comparePaths(found, place, before, after, [removed, added]) : [removed, added]
  const at = (tokens: Tokens, key: string): Pointer => joinPointer(pointerOf(tokens), key)
  for (const key of left[0] ?? []) found.push({ base: at(place.base, key) })
  for (const key of left[1] ?? []) found.push({ revision: at(place.revision, key) })
}

/** Pairs paths that differ only in their parameter names. Returns the remaining keys. */
function comparePaths(
  found: Difference[],
  place: Place,
  before: JsonObject,
  after: JsonObject,
  [removed, added]: readonly [readonly string[], readonly string[]],
): readonly (readonly string[])[] {
  const anonymous = keyOf((path: string) => path.replace(/\{[^}]*\}/g, '{}'))
  const { pairs, ...left } = pairUp(removed, added, anonymous)
  for (const [was, is] of pairs) {
    const at = { base: [...place.base, was], revision: [...place.revision, is] }
    found.push({ base: pointerOf(at.base), revision: pointerOf(at.revision), kind: 'key' })
    compareValues(found, at, before[was] ?? null, after[is] ?? null)
  }
  return [left.removed, left.added]
}

interface Item {
  readonly value: Json
  readonly index: number
  /** Equal for equal values. */
  readonly text: string
}

function compareItems(found: Difference[], place: Place, before: readonly Json[], after: readonly Json[]): void {
  let start = 0
  while (start < before.length && start < after.length && equalJson(before[start], after[start])) start++
  if (start === before.length && start === after.length) return
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && equalJson(before.at(-1 - end), after.at(-1 - end))) end++
  // Two single items are different, and items of only one list need no counterpart.
  const isPlain = Math.max(before.length, after.length) - start - end < 2 || most === end
  const items = (list: readonly Json[]): Item[] =>
    list
      .slice(start, list.length - end)
      .map((value, index) => ({ value, index: index + start, text: isPlain ? '' : canonical(value) }))
  const same = isPlain
    ? { pairs: [], removed: items(before), added: items(after) }
    : pairUp(
        items(before),
        items(after),
        keyOf(({ text }) => text),
      )
  const rest = pairUp(
    same.removed,
    same.added,
    keyOf(({ value }) => identityOf(value)),
    keyOf(({ value }) => (isObject(value) && identityOf(value) === undefined ? '' : undefined)),
  )
  for (const [was, is] of rest.pairs) compareBelow(found, place, was.index, is.index, was.value, is.value)
  for (const { index } of rest.removed) found.push({ base: joinPointer(pointerOf(place.base), index) })
  for (const { index } of rest.added) found.push({ revision: joinPointer(pointerOf(place.revision), index) })
  const order = [...same.pairs, ...rest.pairs].sort(([a], [b]) => a.index - b.index)
  if (order.some(([, { index }], at) => at > 0 && index < (order[at - 1]?.[1].index ?? 0)))
    found.push({ base: pointerOf(place.base), revision: pointerOf(place.revision), kind: 'order' })
}

/** Returns the identity of a parameter, reference, tag or server in a list. */
function identityOf(value: Json): string | undefined {
  const texts = ['$ref', 'name', 'in', 'url'].map((key) => ownString(value, key))
  return texts.some(Boolean) ? JSON.stringify(texts) : undefined
}

/** Takes six parameters, because allocating an object per location would cost as much as the comparison. */
function compareBelow(
  found: Difference[],
  place: Place,
  token: string | number,
  tokenNow: string | number,
  before: Json,
  after: Json,
): void {
  place.base.push(token)
  place.revision.push(tokenNow)
  compareValues(found, place, before, after)
  place.base.pop()
  place.revision.pop()
}

function pointerOf(tokens: Tokens): Pointer {
  return joinPointer('', ...tokens)
}
