import { dialects } from '../model/dialect.ts'
import type { Document } from '../model/document.ts'
import type { Json, Pointer } from '../model/json.ts'
import type { Mark } from '../model/mark.ts'
import { equalJson, isObject, own } from './json.ts'
import { pointerTokens } from './pointer.ts'

/**
 * Reads `x-assumed` of an object (docs/assumed.md): `true` or `false`, a list of keywords, or an object from keyword
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
 * `[key]` speaks of the key of the object and leaves open what it holds (docs/assumed.md).
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

/** What a statement of a description is about: a keyword of an object, and some of its values. */
export interface Aspect {
  readonly keyword: string
  readonly values?: readonly Json[]
}

/** Walks down to the object that the pointer leads to, or that holds the keyword it leads to, with the mark in force there. */
export function isGuessAt(document: Document, pointer: Pointer, { keyword, values = [] }: Aspect): boolean {
  let node: Json | undefined = document.root
  // The root may say that its `security` is a guess.
  let mark: Mark = markOf(node) ?? false
  // A mark of the key alone does not apply to what is below it.
  let within: Mark = mark
  for (const token of pointerTokens(pointer)) {
    const child: Json | undefined = Array.isArray(node) ? node[Number(token)] : own(node, token)
    if (!isObject(child) && !isListOfObjects(child)) break
    const around = isGuess(within, token)
    const stated = markOf(child)
    mark = stated ?? around
    within = stated === undefined || isSilentWithin(stated) ? around : stated
    node = child
  }
  if (keyword === 'key') return isGuess(mark, keyword)
  return isNullable(document, within, keyword) || isGuess(within, keyword, ...values)
}

/** `allOf` and its like hold schemas; `enum`, `required` and the like are values of their keyword. */
function isListOfObjects(node: Json | undefined): boolean {
  return Array.isArray(node) && node.length > 0 && node.every(isObject)
}

/** Since 3.1 null is one of the types. */
function isNullable({ dialect }: Document, mark: Mark, keyword: string): boolean {
  return keyword === 'nullable' && dialects[dialect].hasJsonSchema === true && isGuess(mark, 'type', 'null')
}
