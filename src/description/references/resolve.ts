import type { Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { fragmentToPointer, joinPointer, pointerTokens } from '../../util/pointer.ts'
import { referencesOf } from './references.ts'

/** Siblings of `$ref` that don't affect the allowed values (OpenAPI 3.1 §Reference Object). */
const silent = new Set(['$ref', 'summary', 'description'])

interface Edits {
  readonly parts: ReadonlyMap<Pointer, Json | undefined>
  readonly whole?: () => JsonObject
}

const noEdits: Edits = { parts: new Map() }

/** Follows a chain to its end or the first `$ref` with meaningful siblings. Results never form a cycle. */
export function resolver(root: JsonObject, edits: Edits = noEdits): (ref: string) => Located | undefined {
  const { parts, whole = () => root } = edits
  const known = new Map<string, Located | undefined>()
  /** References being resolved: a repetition means a cycle. */
  const open = new Set<string>()
  /** Another reference that must be resolved before the current one. */
  let awaited: string | undefined

  let anchors: ReadonlyMap<string, Located> | undefined

  /** Iterative, because a chain can be longer than the call stack. */
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

  /** Also undefined while the target is being resolved, in which case the caller discards the result. */
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

  /** Returns the node at a reference without following its own `$ref`. */
  function find(ref: string): Located | undefined {
    const pointer = fragmentToPointer(ref)
    if (pointer === undefined) {
      anchors ??= anchorsOf(whole())
      return anchors.get(ref)
    }
    // The whole description isn't a part.
    if (pointer === '') return undefined
    let at: Located = { node: root, pointer: '' }
    for (const token of pointerTokens(pointer)) {
      const next = step(at, token)
      if (next === undefined) return undefined
      at = next
    }
    return at
  }

  /** Steps to a child, following a `$ref` if the node itself has no such child. */
  function step(from: Located, token: string): Located | undefined {
    let at: Located | undefined = from
    while (at !== undefined) {
      const pointer = joinPointer(at.pointer, token)
      const child = parts.has(pointer) ? parts.get(pointer) : childOf(at.node, token)
      if (child !== undefined) return { node: child, pointer }
      const ref = own(at.node, '$ref')
      at = typeof ref === 'string' ? targetOf(ref) : undefined
    }
    return undefined
  }

  return resolve
}

/** Maps `$anchor` and `$dynamicAnchor` (JSON Schema 2020-12 §8.2.2). An ambiguous dynamic anchor doesn't resolve. */
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
