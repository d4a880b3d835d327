import { dialects } from '../model/dialect.ts'
import type { Document } from '../model/document.ts'
import type { Json, Pointer } from '../model/json.ts'
import type { Mark } from '../model/mark.ts'
import { equalJson, isObject, own } from './json.ts'
import { pointerTokens } from './pointer.ts'

/** Parses `x-assumed` (docs/assumed.md): a boolean, a list of keywords, or an object from keyword to `true` or `{ except: [values] }`. */
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

/** Undefined for other values, because a property may be named `x-assumed`. */
function exceptOf(value: Json): readonly Json[] | undefined {
  if (value === true) return []
  const except = own(value, 'except')
  return Array.isArray(except) ? except : undefined
}

/** Returns whether the content under a keyword is assumed, by the object's mark or else by `around`. `[key]` marks only the key. */
export function isGuessWithin(mark: Mark | undefined, keyword: string, around: boolean): boolean {
  return isSilentWithin(mark) ? around : isGuess(mark, keyword)
}

/** Returns whether a mark doesn't cover the content of the marked object. */
export function isSilentWithin(mark: Mark | undefined): boolean {
  return mark === undefined || (typeof mark !== 'boolean' && mark.size === 1 && mark.has('key'))
}

/** Returns whether a keyword is assumed for these values; one stated value suffices to return false. */
export function isGuess(mark: Mark | undefined, keyword: string, ...values: readonly Json[]): boolean {
  if (mark === undefined || typeof mark === 'boolean') return mark === true
  const except = mark.get(keyword)
  return except !== undefined && !values.some((value) => except.some((one) => equalJson(one, value)))
}

/** Subject of a statement: a keyword, and optionally values. */
export interface Aspect {
  readonly keyword: string
  readonly values?: readonly Json[]
}

/** Returns whether a keyword at a pointer is assumed, by walking down with the mark in force. */
export function isGuessAt(document: Document, pointer: Pointer, { keyword, values = [] }: Aspect): boolean {
  let node: Json | undefined = document.root
  // The root can mark its `security`.
  let mark: Mark = markOf(node) ?? false
  // A mark on a key doesn't apply to its content.
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

/** Lists such as `allOf` contain schemas; those of `enum` or `required` are values. */
function isListOfObjects(node: Json | undefined): boolean {
  return Array.isArray(node) && node.length > 0 && node.every(isObject)
}

/** Since 3.1, null is one of the types. */
function isNullable({ dialect }: Document, mark: Mark, keyword: string): boolean {
  return keyword === 'nullable' && dialects[dialect].hasJsonSchema === true && isGuess(mark, 'type', 'null')
}
