import type { Change } from '../model/diff/change.ts'
import type { Document } from '../model/document.ts'
import type { Json, Pointer } from '../model/json.ts'
import type { Mark } from '../model/mark.ts'
import type { Description } from '../model/operation.ts'
import { isObject, minus, own } from '../util/json.ts'
import { isGuess, isSilentWithin, markOf } from '../util/marks.ts'
import { pointerTokens } from '../util/pointer.ts'

/** The subject of a change: a keyword of the object that holds it, and the values added or removed. */
interface Aspect {
  readonly keyword: string
  readonly values?: readonly Json[]
}

/**
 * Whether a change is of an assumed part of a description (`x-assumed`, specs/lending/README.md): then what is removed was not
 * stated, or what is added is not. The marks at its location count, on either side.
 */
export function isAssumedChange(change: Change, base: Description, revision: Description): boolean {
  const aspect = aspectOf(change)
  if (aspect === undefined) return false
  const isPresent = { base: change.before !== undefined, revision: change.after !== undefined }
  const sides = [
    { document: base.document, pointer: change.site.base, isOwn: isPresent.base },
    { document: revision.document, pointer: change.site.revision, isOwn: isPresent.revision },
  ]
  return sides.some(({ document, pointer, isOwn }) => {
    // A side without the part points at its parent, whose key is another one.
    if (pointer === undefined || (aspect.keyword === 'key' && !isOwn)) return false
    return isGuessAt(document, pointer, aspect)
  })
}

/** Texts and facts about the operation as a whole are never assumed. */
function aspectOf(change: Change): Aspect | undefined {
  const { kind, before, after } = change
  if (kind === 'documentation' || kind === 'deprecation') return undefined
  if (kind === 'schema.enum') return { keyword: 'enum', values: changed(before, after) }
  if (kind === 'schema.type') return { keyword: 'type', values: changed(before, after) }
  if (kind === 'schema.extensible-enum') return { keyword: 'x-extensible-enum', values: changed(before, after) }
  if (kind === 'schema.required') return { keyword: 'required', values: [before ?? after ?? ''] }
  if (kind === 'schema.bound' || kind === 'schema.keyword' || kind === 'schema.variant') {
    return { keyword: before?.keyword ?? after?.keyword ?? '' }
  }
  if (kind === 'schema.closed') return { keyword: before ?? after ?? '' }
  if (kind === 'schema.access')
    return { keyword: after === 'readWrite' || after === undefined ? (before ?? '') : after }
  return { keyword: keywords[kind] ?? 'key' }
}

const keywords: Partial<Readonly<Record<Change['kind'], string>>> = {
  'schema.nullable': 'nullable',
  'schema.format': 'format',
  'schema.pattern': 'pattern',
  'schema.multiple-of': 'multipleOf',
  'schema.unique-items': 'uniqueItems',
  'schema.discriminator': 'discriminator',
  'schema.default': 'default',
  'parameter.required': 'required',
  'request-body.required': 'required',
  'header.required': 'required',
}

function changed<T extends Json>(before: readonly T[] = [], after: readonly T[] = []): readonly Json[] {
  return [...minus(before, after), ...minus(after, before)]
}

/** Walks down to the object that the pointer leads to, or that holds the keyword it leads to, with the mark in force there. */
function isGuessAt(document: Document, pointer: Pointer, { keyword, values = [] }: Aspect): boolean {
  let node: Json | undefined = document.root
  let mark: Mark = false
  // A mark of the key alone does not apply to what is below it.
  let within: Mark = false
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
  const isModern = dialect === '3.1' || dialect === '3.2'
  return keyword === 'nullable' && isModern && isGuess(mark, 'type', 'null')
}
