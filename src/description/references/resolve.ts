import type { Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { fragmentToPointer, joinPointer, pointerTokens } from '../../util/pointer.ts'
import { referencesOf } from './references.ts'

/** Keys beside `$ref` that change nothing about what the target allows (OpenAPI 3.1 §Reference Object). */
const silent = new Set(['$ref', 'summary', 'description'])

/**
 * Makes the `resolve` of a Document, memoised per ref text. A chain is followed up to its end, or up to the first
 * `$ref` with siblings that may say something: they would be lost on the way, and what they mean is for the reader of
 * the dialect to know. What is returned always ends somewhere, so a caller may loop until there is no `$ref`.
 */
export function resolver(root: JsonObject): (ref: string) => Located | undefined {
  const known = new Map<string, Located | undefined>()
  /** The references on the way from the one that was asked for: met again, one loops onto itself. */
  const open = new Set<string>()
  /** What must be known before the reference being tried: another one, found on its way. */
  let awaited: string | undefined

  let anchors: ReadonlyMap<string, Located> | undefined

  /** By a list of its own, because a chain may be longer than a call stack. */
  function resolve(start: string): Located | undefined {
    if (known.has(start)) return known.get(start)
    const waiting = [start]
    for (let ref = waiting.at(-1); ref !== undefined; ref = waiting.at(-1)) {
      open.add(ref)
      awaited = undefined
      const target = find(ref)
      const found = target === undefined ? undefined : follow(target)
      if (awaited === undefined) {
        known.set(ref, found)
        open.delete(ref)
        waiting.pop()
      } else waiting.push(awaited)
    }
    return known.get(start)
  }

  /** Undefined also while the target is being resolved: the caller discards what it makes of it. */
  function targetOf(ref: string): Located | undefined {
    if (!known.has(ref) && !open.has(ref)) awaited ??= ref
    return known.get(ref)
  }

  function follow(target: Located): Located | undefined {
    const next = own(target.node, '$ref')
    if (typeof next !== 'string') return target
    const end = targetOf(next)
    return end !== undefined && speaks(target.node) ? target : end
  }

  /** The node at a ref, without following a `$ref` it holds. */
  function find(ref: string): Located | undefined {
    const pointer = fragmentToPointer(ref)
    if (pointer === undefined) {
      anchors ??= anchorsOf(root)
      return anchors.get(ref)
    }
    // The whole description is none of its parts.
    if (pointer === '') return undefined
    let at: Located = { node: root, pointer: '' }
    for (const token of pointerTokens(pointer)) {
      const next = step(at, token)
      if (next === undefined) return undefined
      at = next
    }
    return at
  }

  /** One token further, through a `$ref` when the node itself has no such child. */
  function step(from: Located, token: string): Located | undefined {
    let at: Located | undefined = from
    while (at !== undefined) {
      const child = childOf(at.node, token)
      if (child !== undefined) return { node: child, pointer: joinPointer(at.pointer, token) }
      const ref = own(at.node, '$ref')
      at = typeof ref === 'string' ? targetOf(ref) : undefined
    }
    return undefined
  }

  return resolve
}

/**
 * `#name` → the schema with that `$anchor` or `$dynamicAnchor` (JSON Schema 2020-12 §8.2.2). A dynamic one that is in
 * several locations leads nowhere: which one is meant depends on the way there. What an `enum` or example holds is data.
 * Read only when such a reference is met.
 */
function anchorsOf(root: JsonObject): Map<string, Located> {
  const located = (keyword: string): [string, Located][] =>
    referencesOf(root, keyword).flatMap(({ key, ref, holder, pointer }) =>
      key === keyword ? [[`#${ref}`, { node: holder, pointer }]] : [],
    )
  const found = new Map<string, Located>()
  const ambiguous = new Set<string>()
  for (const [name, at] of located('$dynamicAnchor')) {
    if (found.has(name)) ambiguous.add(name)
    found.set(name, at)
  }
  for (const [name, at] of located('$anchor').reverse()) found.set(name, at)
  for (const name of ambiguous) found.delete(name)
  return found
}

function childOf(node: Json, token: string): Json | undefined {
  if (Array.isArray(node)) return /^(?:0|[1-9]\d*)$/.test(token) ? node[Number(token)] : undefined
  return own(node, token)
}

function speaks(node: Json): boolean {
  return isObject(node) && Object.keys(node).some((key) => !silent.has(key))
}
