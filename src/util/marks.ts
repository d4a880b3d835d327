import type { Json } from '../model/json.ts'
import type { Mark } from '../model/mark.ts'
import { equalJson, isObject, own } from './json.ts'

/**
 * Reads `x-assumed` of an object (specs/lending/README.md): `true` or `false`, a list of keywords, or an object from keyword
 * to `true` or `{ except: [values] }`. Undefined where there is no mark, or none that can be read.
 */
export function markOf(node: Json | undefined): Mark | undefined {
  const mark = own(node, 'x-assumed')
  if (mark === undefined || typeof mark === 'boolean') return mark
  if (Array.isArray(mark)) return new Map(mark.map((keyword: Json) => [String(keyword), []]))
  if (!isObject(mark)) return undefined
  const entries = Object.entries(mark)
    .filter(([, value]) => value !== false)
    .map(([keyword, value]) => [keyword, exceptOf(value)] as const)
  return entries.every(([, except]) => except !== undefined)
    ? new Map(entries.map(([keyword, except = []]) => [keyword, except]))
    : undefined
}

/** Undefined when the value is no mark: a property may be called `x-assumed`. */
function exceptOf(value: Json): readonly Json[] | undefined {
  if (value === true) return []
  const except = own(value, 'except')
  return Array.isArray(except) ? except : undefined
}

/**
 * Whether what is under a keyword of an object is a guess: by the object's own mark, else by the marks around it.
 * `[key]` speaks of the key of the object and leaves open what it holds (specs/lending/README.md).
 */
export function isGuessWithin(mark: Mark | undefined, keyword: string, around: boolean): boolean {
  return isSilentWithin(mark) ? around : isGuess(mark, keyword)
}

/** Whether a mark says nothing of what the marked object holds. */
export function isSilentWithin(mark: Mark | undefined): boolean {
  return mark === undefined || (typeof mark !== 'boolean' && mark.size === 1 && mark.has('key'))
}

/** Whether what a keyword says is guessed, as far as it is about these values: one that is stated decides. */
export function isGuess(mark: Mark | undefined, keyword: string, ...values: readonly Json[]): boolean {
  if (mark === undefined || typeof mark === 'boolean') return mark === true
  const except = mark.get(keyword)
  return except !== undefined && !values.some((value) => except.some((one) => equalJson(one, value)))
}
