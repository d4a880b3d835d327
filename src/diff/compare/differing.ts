import type { Json, JsonObject } from '../../model/json.ts'
import { equalJson, isObject } from '../../util/json.ts'

/** Two versions of a value; `undefined` for a missing one. */
export type Versions = readonly [before: Json | undefined, after: Json | undefined]

/** Deeper values are returned whole. */
const mostLevels = 100

/** Returns the differing parts, so that a large example shows only its edit. Compares items by index. `undefined` if equal. */
export function differing(before: Json | undefined, after: Json | undefined, level = 0): Versions | undefined {
  if (before === after) return undefined
  const isDeep = level >= mostLevels
  if (!isDeep && isObject(before) && isObject(after)) return membersDiffering(before, after, level + 1)
  if (!isDeep && Array.isArray(before) && Array.isArray(after)) return itemsDiffering(before, after, level + 1)
  return equalJson(before, after) ? undefined : [before, after]
}

function membersDiffering(before: JsonObject, after: JsonObject, level: number): Versions | undefined {
  const [was, is]: [[string, Json][], [string, Json][]] = [[], []]
  let shared = 0
  for (const key of Object.keys(before)) {
    const isShared = Object.hasOwn(after, key)
    if (isShared) shared++
    const found = differing(before[key], isShared ? after[key] : undefined, level)
    if (found === undefined) continue
    if (found[0] !== undefined) was.push([key, found[0]])
    if (found[1] !== undefined) is.push([key, found[1]])
  }
  const names = Object.keys(after)
  if (shared < names.length)
    for (const key of names) if (!Object.hasOwn(before, key)) is.push([key, after[key] ?? null])
  return was.length + is.length === 0 ? undefined : [Object.fromEntries(was), Object.fromEntries(is)]
}

function itemsDiffering(before: readonly Json[], after: readonly Json[], level: number): Versions | undefined {
  const [was, is]: [Json[], Json[]] = [[], []]
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const found = differing(before[at], after[at], level)
    if (found?.[0] !== undefined) was.push(found[0])
    if (found?.[1] !== undefined) is.push(found[1])
  }
  return was.length + is.length === 0 ? undefined : [was, is]
}
