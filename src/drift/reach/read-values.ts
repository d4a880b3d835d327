import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Observation } from '../../model/observation.ts'
import { suitability } from '../../resources/identity.ts'
import { isWrapper, keyOf } from '../../resources/names.ts'
import type { Need } from '../../resources/needs.ts'
import { isObject, own } from '../../util/json.ts'
import { joinPointer, percentDecoded, pointerTokens } from '../../util/pointer.ts'

/** A value and its pointer in a body. */
export interface ReadValue {
  readonly value: string | number
  readonly at: Pointer
}

/** Maximum number of values kept per resource. */
export const mostValues = 10

/** Returns strings and numbers at a pattern in document order; `*` is any index or key. `isKey`: returns the keys at the last `*`. */
export function valuesAt(body: Json, pattern: Pointer, isKey: boolean, most = mostValues): readonly ReadValue[] {
  const found: ReadValue[] = []
  const walk = (node: Json | undefined, [token, ...rest]: readonly string[], at: Pointer): void => {
    if (found.length >= most || node === undefined) return
    if (token === undefined) {
      const value = scalar(node)
      if (value !== undefined) found.push({ value, at })
      return
    }
    if (token !== '*') {
      if (isObject(node) && Object.hasOwn(node, token)) walk(node[token], rest, joinPointer(at, token))
      return
    }
    // A single object in place of the described array.
    const [name] = rest
    if (rest.length === 1 && name !== undefined && isObject(node) && scalar(node[name] ?? null) !== undefined) {
      walk(node, rest, at)
      return
    }
    for (const [key, child] of entriesOf(node)) {
      if (isKey && rest.length === 0) walk(key, [], joinPointer(at, key))
      else walk(child, rest, joinPointer(at, key))
      if (found.length >= most) return
    }
  }
  walk(body, pointerTokens(pattern), '')
  return found
}

/** Returns the array item that contains a value, or the whole body. */
export function itemAround(body: Json | undefined, at: Pointer): Json | undefined {
  const tokens = pointerTokens(at)
  const depth = tokens.findLastIndex((token) => /^\d+$/.test(token)) + 1
  return tokens
    .slice(0, depth)
    .reduce((node, token) => (Array.isArray(node) ? node[Number(token)] : own(node, token)), body)
}

function entriesOf(node: Json): readonly (readonly [string, Json])[] {
  if (Array.isArray(node)) return node.map((item: Json, index) => [String(index), item])
  return isObject(node) ? Object.entries(node) : []
}

function scalar(value: Json): string | number | undefined {
  // An empty or dot segment would change the path.
  if (typeof value === 'string') return /^\.{0,2}$/.test(value) || value.length > 500 ? undefined : value
  return typeof value === 'number' ? value : undefined
}

/** Returns identifiers that the description doesn't name: of the body, of array items, or of a page's items. */
export function identifiersIn(body: Json, need: Need): readonly ReadValue[] {
  return allIdentifiersIn(body, need).slice(0, mostValues)
}

/** Same for all items, without a limit. */
export function allIdentifiersIn(body: Json, need: Need): readonly (ReadValue & { readonly item: Json })[] {
  const [list, at] = listIn(body)
  return list.flatMap((item, index) => {
    const own = scalar(item)
    const here = at === undefined ? '' : joinPointer(at, index)
    if (own !== undefined) return at === undefined ? [] : [{ value: own, at: here, item }]
    return isObject(item) ? ownIdentifier(item, here, need).map((one) => ({ ...one, item })) : []
  })
}

/** Returns the identifier of an object or of the object in its envelope, as in `{ "data": { "id": 1 } }`. */
function ownIdentifier(item: JsonObject, here: Pointer, need: Need, depth = 0): readonly ReadValue[] {
  const members = Object.entries(item).flatMap(([name, member]) => {
    const value = scalar(member)
    const score = suitability({ name, nouns: [need.noun], isKey: false }, need, [need.name])
    return value === undefined || score === undefined ? [] : [{ value, at: joinPointer(here, name), score }]
  })
  const [best] = members.sort((a, b) => a.score - b.score)
  if (best !== undefined) return [{ value: best.value, at: best.at }]
  const wrapped = Object.entries(item).find(
    ([name, member]) => isObject(member) && (isWrapper(name) || keyOf(name) === need.noun),
  )
  if (wrapped === undefined || !isObject(wrapped[1]) || depth >= deepestWrapped) return []
  return ownIdentifier(wrapped[1], joinPointer(here, wrapped[0]), need, depth + 1)
}

/** Maximum depth of nested envelopes. */
const deepestWrapped = 3

function listIn(body: Json): readonly [readonly Json[], Pointer | undefined] {
  if (Array.isArray(body)) return [body, '']
  if (!isObject(body)) return [[], undefined]
  // A page may also contain arrays of names or columns.
  const all = Object.entries(body).filter(([, member]) => Array.isArray(member))
  const withObjects = all.filter(([, member]) => Array.isArray(member) && member.some(isObject))
  const lists = withObjects.length > 0 ? withObjects : all.filter(([name]) => isWrapper(name))
  const [first] = lists
  if (first === undefined || Object.hasOwn(body, 'id')) return [[body], undefined]
  return [Array.isArray(first[1]) ? first[1] : [], joinPointer('', first[0])]
}

/** Returns the path parameters in a `Location` header (RFC 9110 §10.2.2), absolute or not. `shape`: path with `{}` for parameters. */
export function valuesOfLocation({ headers }: Pick<Observation, 'headers'>, shape: string): readonly string[] {
  const written = Object.hasOwn(headers, 'location') ? headers.location : undefined
  if (written === undefined || !URL.canParse(written, 'http://host')) return []
  const pattern = shape
    .split('{}')
    .map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
    .join('([^/]+)')
  const found = new RegExp(`${pattern}/?$`, 'i').exec(new URL(written, 'http://host').pathname)
  return (found?.slice(1) ?? []).map(percentDecoded)
}

/** Parses a JSON body; undefined for invalid JSON. */
export function parsed(body: string | undefined): Json | undefined {
  try {
    return JSON.parse(body ?? '') as Json
  } catch {
    return undefined
  }
}
