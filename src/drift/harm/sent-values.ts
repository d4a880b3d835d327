import type { Json } from '../../model/json.ts'
import type { SentRequest } from '../../model/observation.ts'
import { isWrapper, keyOf } from '../../resources/names.ts'
import { isObject } from '../../util/json.ts'
import { parsed } from '../reach/read-values.ts'

/** A sent member and its values, for example all items of an array. */
export interface SentMember {
  readonly name: string
  readonly values: readonly (string | number)[]
}

/** Values in a request's query and body, parsed from JSON, forms or XML. */
export interface SentValues {
  readonly query: Json
  /** Undefined if there is no body or it cannot be parsed. */
  readonly body?: Json
}

/** Parses the values in a request's query and body. */
export function sentValuesOf({ path, headers, body = '' }: SentRequest): SentValues {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const query = formValues(path.split('?').slice(1).join('?'))
  const read = (): Json | undefined => {
    if (/x-www-form-urlencoded/i.test(type)) return formValues(body)
    if (/multipart\//i.test(type))
      return collected([...body.matchAll(parts)].map(([, name = '', text = '']) => [name, text]))
    if (/xml/i.test(type))
      return collected([...body.matchAll(elements)].map(([, name = '', text = '']) => [name, text]))
    return parsed(body) ?? formValues(body)
  }
  const value = body === '' ? undefined : read()
  return { query, ...(value !== undefined && { body: value }) }
}

/** Matches a multipart form part (RFC 7578 §4.2). */
const parts = /content-disposition: form-data; name="([^"]*)"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/gi

/** Matches an XML element or attribute with text. */
const elements = /<?\b(?:\w+:)?([\w-]+)(?:="|>)([^<>"]+)(?:"|<\/)/g

/** Parses a form; `ids[]=7` is an array item, `user[id]=7` an object member. */
function formValues(text: string): Json {
  return collected(
    [...new URLSearchParams(text)].map(([written, value]) => {
      const [, name = written, inner = ''] = /^([^[]+)\[(.*)\]$/.exec(written) ?? []
      return [name, inner === '' ? value : JSON.stringify({ [inner]: value })]
    }),
  )
}

function collected(pairs: readonly (readonly [string, string])[]): Json {
  const members = new Map<string, Json[]>()
  for (const [name, text] of pairs) {
    const value = parsed(text)
    members.set(name, [...(members.get(name) ?? []), isObject(value) || Array.isArray(value) ? value : text])
  }
  return Object.fromEntries(
    [...members].map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  )
}

/** Returns the members that may identify the body's subject: in the body, in items, in an envelope, or under the noun. */
export function ownMembersOf(body: Json | undefined, noun: string, depth = 0): readonly SentMember[] {
  if (Array.isArray(body)) return body.flatMap((item: Json) => ownMembersOf(item, noun, depth))
  if (!isObject(body)) return []
  return Object.entries(body).flatMap(([name, value]) => [
    { name, values: leavesOf(value) },
    ...((isWrapper(name) || keyOf(name) === noun) && depth < 3 ? ownMembersOf(value, noun, depth + 1) : []),
  ])
}

/** Returns every string and number in a value. */
export function leavesOf(value: Json | undefined): readonly (string | number)[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => leavesOf(item))
  if (isObject(value)) return Object.values(value).flatMap(leavesOf)
  return typeof value === 'string' || typeof value === 'number' ? [value] : []
}
