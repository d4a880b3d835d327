import type { Document, Setting } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { componentDepth, isWithin, joinPointer, nodeAt, pointerTokens } from '../../util/pointer.ts'
import { resolver } from './resolve.ts'

type Parts = ReadonlyMap<Pointer, Json | undefined>

/** Copies only components and path items with replaced members, because copying whole lists is slow. */
export function editedDocument(document: Document, settings: readonly Setting[], before: Parts = new Map()): Document {
  const parts = new Map(before)
  for (const { pointer, value } of settings) {
    const part = [...parts.keys()].find((one) => isWithin(pointer, one)) ?? partOf(document, pointer)
    const node = parts.has(part) ? parts.get(part) : document.at(part)
    const tokens = pointerTokens(pointer.slice(part.length))
    parts.set(part, tokens.length === 0 ? value : withMember(node ?? {}, tokens, value))
  }
  let copy: JsonObject | undefined
  const root = (): JsonObject => {
    copy ??= withSettings(
      document.root,
      [...parts].map(([pointer, value]) => ({ pointer, value })),
    )
    return copy
  }
  return {
    ...document,
    get root() {
      return root()
    },
    original: { document, parts },
    resolve: resolver(document.root, { parts, whole: root }),
    at(pointer) {
      for (const [part, node] of parts) {
        if (isWithin(pointer, part)) return node === undefined ? undefined : nodeAt(node, pointer.slice(part.length))
        if (isWithin(part, pointer)) return nodeAt(root(), pointer)
      }
      return document.at(pointer)
    },
    edited: (more) => editedDocument(document, more, parts),
  }
}

/** Returns the component or path item of a location, or the first missing object on the way there. */
function partOf(document: Document, pointer: Pointer): Pointer {
  const tokens = pointerTokens(pointer)
  const part = tokens.slice(0, componentDepth(tokens) || 2)
  while (part.length > 1 && !isObject(document.at(joinPointer('', ...part.slice(0, -1))))) part.pop()
  return joinPointer('', ...part)
}

/** Returns a copy of an object with some members replaced, sharing the rest. Creates missing objects. */
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

/** `true` equals the empty schema. */
function asObject(node: Json): JsonObject {
  return isObject(node) ? node : {}
}

/** Spreading and computed keys keep a member called `__proto__` as data. */
function withoutOrWith(members: JsonObject, token: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...members, [token]: value }
  const { [token]: _, ...rest } = members
  return rest
}
