import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { isFormData, isJsonType, sequenceOf } from '../checking/media-type.ts'
import { type Part, readParts } from './multipart.ts'
import { type Item, readItems } from './read-items.ts'

/** Returns the items of a stream as a list and `multipart/form-data` as an object, with embedded JSON parsed. Not for validation. */
export function itemValues(type: string, body: string): Json | undefined {
  if (type === '') return undefined
  if (isFormData(type)) return fieldsOf(readParts(type, body).parts)
  const sequence = sequenceOf(type)
  return sequence === undefined ? undefined : readItems(sequence, type, body).items.map(itemValue)
}

function fieldsOf(parts: readonly Part[]): Json | undefined {
  const fields = new Map<string, Json[]>()
  for (const part of parts) {
    const { name = '' } = part
    const same = fields.get(name)
    if (same === undefined) fields.set(name, [partValue(part)])
    else same.push(partValue(part))
  }
  return Object.fromEntries(
    [...fields].map(([name, [first = null, ...more]]) => [name, more.length ? [first, ...more] : first]),
  )
}

function itemValue(item: Item): Json {
  if ('json' in item) return parsed(item.json)
  if ('part' in item) return partValue(item.part)
  const { value } = item
  const data = own(value, 'data')
  return isObject(value) && typeof data === 'string' ? { ...value, data: parsed(data) } : value
}

function partValue({ headers, text }: Part): Json {
  return isJsonType(headers.get('content-type') ?? 'text/plain') ? parsed(text) : text
}

/** Parses an object or array; any other text stays a string. */
function parsed(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** Returns the Content-Type of a message, or `''`. */
export function contentType(headers: Readonly<Record<string, string>>): string {
  const plain = headers['content-type']
  if (plain !== undefined) return plain
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'content-type')
  return name === undefined ? '' : (headers[name] ?? '')
}

/** Tests for streams and multipart bodies. */
export function hasItems(type: string): boolean {
  return type !== '' && sequenceOf(type) !== undefined
}
