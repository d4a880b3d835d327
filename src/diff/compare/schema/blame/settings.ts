import type { Document } from '../../../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../../../model/json.ts'
import { isObject, own } from '../../../../util/json.ts'
import { joinPointer, pointerTokens } from '../../../../util/pointer.ts'

/** A member of a document with its new value; without one the member is removed. */
export interface Setting {
  readonly pointer: Pointer
  readonly value: Json | undefined
}

/** Returns a copy of a document with some members set, which shares everything else with it. Creates missing objects. */
export function withSettings(root: JsonObject, settings: readonly Setting[]): JsonObject {
  return settings.reduce((copy, { pointer, value }) => asObject(withMember(copy, pointerTokens(pointer), value)), root)
}

function withMember(node: Json, [token = '', ...rest]: readonly string[], value: Json | undefined): Json {
  if (Array.isArray(node)) {
    const items: readonly Json[] = node
    return items.with(
      Number(token),
      rest.length === 0 ? (value ?? true) : withMember(items[Number(token)] ?? {}, rest, value),
    )
  }
  const members = asObject(node)
  return withoutOrWith(members, token, rest.length === 0 ? value : withMember(own(members, token) ?? {}, rest, value))
}

/** `true` is the schema without keywords. */
function asObject(node: Json): JsonObject {
  return isObject(node) ? node : {}
}

/** Spreading and computed keys keep a member called `__proto__` as data. */
function withoutOrWith(members: JsonObject, token: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...members, [token]: value }
  const { [token]: _, ...rest } = members
  return rest
}

/** The components that values taken from one document refer to and the other document lacks. */
export function missingComponents(from: Document, to: Document, values: readonly (Json | undefined)[]): Setting[] {
  const found = new Map<Pointer, Json>()
  const open: (Json | undefined)[] = [...values]
  for (const value of open) {
    if (Array.isArray(value)) open.push(...value)
    if (!isObject(value)) continue
    open.push(...Object.values(value))
    const ref = own(value, '$ref')
    const target = typeof ref === 'string' && to.resolve(ref) === undefined ? from.resolve(ref) : undefined
    if (target === undefined || found.has(target.pointer)) continue
    found.set(target.pointer, target.node)
    open.push(target.node)
  }
  return [...found].map(([pointer, value]) => ({ pointer, value }))
}

/** Returns a setting for a member of the object at a pointer. */
export function memberOf(pointer: Pointer, name: string, value: Json | undefined): Setting {
  return { pointer: joinPointer(pointer, name), value }
}
