import type { Json, JsonObject } from '../model/json.ts'
import type { Parameter } from '../model/operation.ts'
import { isObject } from './json.ts'
import { plainText } from './numbers/exact.ts'

/** Parameter members that define the serialization. */
export type Serialization = Pick<Parameter, 'name' | 'style' | 'explode' | 'allowReserved'>

/** Percent-encodes all but the unreserved characters of RFC 3986 §2.3. */
export function encodeValue(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Keeps reserved characters and existing percent-encoding (`allowReserved`, RFC 6570 §3.2.3). */
function encodeReserved(text: string): string {
  return encodeURI(wellFormed(text)).replace(/%25([0-9A-Fa-f]{2})|%5B|%5D|[#&]/g, (found, hex: string | undefined) => {
    if (hex !== undefined) return `%${hex}`
    if (found === '%5B') return '['
    if (found === '%5D') return ']'
    return encodeURIComponent(found)
  })
}

/** Serializes a path segment: `simple`, `label` (`.5`) or `matrix` (`;id=5`). */
export function serializePath(value: Json, { name, style, explode }: Serialization): string {
  const key = encodeValue(name)
  if (style === 'label') return labelled(value, explode)
  if (style === 'matrix') return matrix(value, key, explode)
  return simple(value, explode, encodeValue)
}

/** Serializes a header or `simple` value without percent-encoding. */
export function serializeHeader(value: Json, { explode }: Pick<Serialization, 'explode'>): string {
  return simple(value, explode, (text) => text)
}

/** Returns the `name=value` pairs of a query parameter joined by `&`; `''` for an empty array or object. */
export function serializeQuery(value: Json, serialization: Serialization): string {
  const { name, style, explode, allowReserved } = serialization
  const encode = allowReserved ? encodeReserved : encodeValue
  const key = encodeValue(name)
  if (style === 'deepObject') return deepPairs(key, value, encode).join('&')
  if (explode) {
    if (Array.isArray(value)) return value.map((item) => `${key}=${encode(scalar(item))}`).join('&')
    if (isObject(value))
      return pairs(value, encode)
        .map(([k, v]) => `${k}=${v}`)
        .join('&')
  }
  const parts = listed(value, encode)
  if (parts === undefined) return `${key}=${encode(scalar(value))}`
  return parts.length === 0 ? '' : `${key}=${parts.join(delimiters[style] ?? ',')}`
}

/** Returns a cookie pair. `form` doesn't explode lists, as names can't repeat; `cookie` (OpenAPI 3.2) does, without encoding. */
export function serializeCookie(value: Json, { name, style, explode, allowReserved }: Serialization): string {
  if (style !== 'cookie') return serializeQuery(value, { name, style: 'form', explode: false, allowReserved })
  const plain = (text: string): string => text
  if (explode && Array.isArray(value)) return value.map((item) => `${name}=${scalar(item)}`).join('; ')
  if (explode && isObject(value))
    return pairs(value, plain)
      .map(([k, v]) => `${k}=${v}`)
      .join('; ')
  return `${name}=${listed(value, plain)?.join(',') ?? scalar(value)}`
}

const delimiters: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
}

function simple(value: Json, explode: boolean, encode: (text: string) => string): string {
  if (explode && isObject(value))
    return pairs(value, encode)
      .map(([k, v]) => `${k}=${v}`)
      .join(',')
  return listed(value, encode)?.join(',') ?? encode(scalar(value))
}

function labelled(value: Json, explode: boolean): string {
  if (explode && isObject(value))
    return pairs(value, encodeValue)
      .map(([k, v]) => `.${k}=${v}`)
      .join('')
  const parts = listed(value, encodeValue) ?? [encodeValue(scalar(value))]
  // An empty list counts as absent (RFC 6570 §2.3).
  return parts.length === 0 ? '' : `.${parts.join(explode ? '.' : ',')}`
}

function matrix(value: Json, key: string, explode: boolean): string {
  const one = (text: string): string => (text === '' ? `;${key}` : `;${key}=${text}`)
  const parts = listed(value, encodeValue)
  if (parts?.length === 0) return ''
  if (!explode) return one(parts?.join(',') ?? encodeValue(scalar(value)))
  if (Array.isArray(value)) return value.map((item) => one(encodeValue(scalar(item)))).join('')
  if (isObject(value))
    return pairs(value, encodeValue)
      .map(([k, v]) => `;${k}=${v}`)
      .join('')
  return one(encodeValue(scalar(value)))
}

/** Returns the encoded items of an array, or alternating names and values of an object; undefined for a scalar. */
function listed(value: Json, encode: (text: string) => string): string[] | undefined {
  if (Array.isArray(value)) return value.map((item) => encode(scalar(item)))
  return isObject(value) ? pairs(value, encode).flat() : undefined
}

function pairs(value: JsonObject, encode: (text: string) => string): [string, string][] {
  return Object.entries(value).map(([key, item]) => [encode(key), encode(scalar(item))])
}

/** Returns `filter[a][b]=1`. OpenAPI defines one level only; deeper nesting follows common servers. */
function deepPairs(key: string, value: Json, encode: (text: string) => string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(key, item, encode))
  if (!isObject(value)) return [`${key}=${encode(scalar(value))}`]
  return Object.entries(value).flatMap(([name, item]) => deepPairs(`${key}%5B${encodeValue(name)}%5D`, item, encode))
}

/** Nested values inside a list are serialized as JSON. */
function scalar(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return plainText(value)
  return value === null ? '' : JSON.stringify(value)
}

/** Replaces lone surrogates, which can't be encoded, by U+FFFD. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** The parsed query of a path. */
export interface Query {
  readonly pairs: readonly (readonly [name: string, value: string])[]
  getAll(name: string): readonly string[]
}

const noQuery: Query = { pairs: [], getAll: () => [] }
/** Cache of the last path, because an exchange requests it repeatedly. */
let last: { readonly path: string; readonly query: Query } = { path: '', query: noQuery }

/** Parses the query of a path like a form (URL Standard §5.1), without its fragment. */
export function queryOf(path: string): Query {
  const start = path.indexOf('?')
  if (start < 0) return noQuery
  if (last.path === path) return last.query
  const end = path.indexOf('#')
  const text = end < 0 ? path.slice(start + 1) : path.slice(Math.min(start + 1, end), end)
  last = { path, query: readQuery(text) }
  return last.query
}

function readQuery(text: string): Query {
  // Fast path for queries without encoded characters.
  const pairs = /^[!-$&-*,-~]*$/.test(text) ? plainPairs(text) : [...new URLSearchParams(`?${text}`)]
  return { pairs, getAll: (wanted) => pairs.filter(([name]) => name === wanted).map(([, value]) => value) }
}

function plainPairs(text: string): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('&', from)
    const end = found < 0 ? text.length : found
    const at = text.indexOf('=', from)
    if (end > from)
      pairs.push(at < 0 || at > end ? [text.slice(from, end), ''] : [text.slice(from, at), text.slice(at + 1, end)])
    from = end + 1
  }
  return pairs
}
