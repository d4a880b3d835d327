import type { PatchOperation } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { pointerTokens } from '../../util/pointer.ts'

/** Applies the RFC 6902 operations used by findings to a copy. Throws RangeError for a missing path. */
export function applyPatch(root: Json, patch: readonly PatchOperation[]): Json {
  return patch.reduce((node, operation) => edit(node, pointerTokens(operation.path), operation), root)
}

function edit(node: Json, [token, ...rest]: readonly string[], operation: PatchOperation): Json {
  if (token === undefined) return operation.value ?? null
  if (Array.isArray(node)) return editList(node, token, rest, operation)
  if (!isObject(node)) throw new RangeError(`nothing at ${operation.path}`)
  const child = Object.hasOwn(node, token) ? node[token] : undefined
  if (rest.length > 0) {
    if (child === undefined) throw new RangeError(`nothing at ${operation.path}`)
    return { ...node, [token]: edit(child, rest, operation) }
  }
  if (operation.op !== 'add' && child === undefined) throw new RangeError(`nothing at ${operation.path}`)
  if (operation.op === 'remove') return Object.fromEntries(Object.entries(node).filter(([key]) => key !== token))
  return { ...node, [token]: operation.value ?? null }
}

function editList(list: readonly Json[], token: string, rest: readonly string[], operation: PatchOperation): Json {
  const { op, path, value = null } = operation
  const isAdded = rest.length === 0 && op === 'add'
  const index = indexOf(token, list)
  if (index === undefined || (index === list.length && !isAdded)) throw new RangeError(`nothing at ${path}`)
  if (rest.length > 0) return list.map((item, at) => (at === index ? edit(item, rest, operation) : item))
  return [...list.slice(0, index), ...(op === 'remove' ? [] : [value]), ...list.slice(index + (isAdded ? 0 : 1))]
}

/** Returns the index for a token within the list or directly after its end, like `-` (RFC 6901 §4); otherwise undefined. */
function indexOf(token: string, { length }: readonly Json[]): number | undefined {
  if (token === '-') return length
  return /^(?:0|[1-9]\d*)$/.test(token) && Number(token) <= length ? Number(token) : undefined
}
