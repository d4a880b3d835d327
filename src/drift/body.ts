import type { Document } from '../model/document.ts'
import { toolError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { MediaType, Operation } from '../model/operation.ts'
import { isObject, own, ownString } from '../util/json.ts'
import { exampleOf, valueFor } from './example.ts'
import { bareType, isJsonType } from './media-type.ts'
import { encodeValue, serializeQuery } from './serialize.ts'

/** A body as it is sent; no content type when the caller sends raw bytes and the description names none. */
export interface PlannedBody {
  readonly text: string
  readonly contentType?: string
}

/** What the caller says about the body; see `RequestInput`. */
export interface BodyInput {
  readonly body?: Json
  readonly rawBody?: string
  readonly contentType?: string
}

/** Never drawn at random: two runs send the same bytes. */
const boundary = 'specdrift-boundary'

/**
 * The body of a request: as given, else the description's example, else a sample when one is required.
 * Throws REQUEST_INVALID when there is none or its media type cannot be written.
 */
export function planBody(operation: Operation, input: BodyInput, document: Document): PlannedBody | undefined {
  const media = pickMedia(operation, input.contentType)
  const contentType = input.contentType ?? media?.type ?? (input.body === undefined ? undefined : 'application/json')
  if (input.rawBody === '') return undefined
  if (input.rawBody !== undefined) return { text: input.rawBody, ...(contentType !== undefined && { contentType }) }
  const value = input.body === undefined ? fallback(operation, media, document) : input.body
  if (value === undefined || contentType === undefined) return undefined
  return write(operation, value, concrete(contentType), media)
}

function pickMedia(operation: Operation, wanted: string | undefined): MediaType | undefined {
  const content = operation.requestBody?.content ?? []
  if (wanted !== undefined) return content.find((media) => bareType(media.type) === bareType(wanted))
  return content.find((media) => isJsonType(media.type)) ?? content[0]
}

/** A range such as `application/*` is no type to send. */
function concrete(type: string): string {
  return type.includes('*') ? 'application/json' : type
}

function fallback(operation: Operation, media: MediaType | undefined, document: Document): Json | undefined {
  const required = operation.requestBody?.required === true
  const example = media && exampleOf(media.node, document)
  const value = example ?? (required && media?.schema ? valueFor(media.schema, document) : undefined)
  if (value === undefined && required) {
    throw toolError('REQUEST_INVALID', [operation.key, 'its body is required and no example or schema gives one'])
  }
  return value
}

function write(operation: Operation, value: Json, type: string, media: MediaType | undefined): PlannedBody {
  const bare = bareType(type)
  if (isJsonType(type)) return { text: JSON.stringify(value), contentType: type }
  if (bare === 'application/x-www-form-urlencoded' && isObject(value)) {
    return { text: formPairs(value, media).join('&'), contentType: type }
  }
  if (bare === 'multipart/form-data' && isObject(value)) {
    return { text: multipart(value), contentType: `${bare}; boundary=${boundary}` }
  }
  if (typeof value === 'string') return { text: value, contentType: type }
  if (bare.startsWith('text/')) return { text: JSON.stringify(value), contentType: type }
  throw toolError('REQUEST_INVALID', [operation.key, `a body of ${bare} must be given as text, in rawBody`])
}

function formPairs(fields: Readonly<Record<string, Json>>, media: MediaType | undefined): string[] {
  const encodings = own(media?.node, 'encoding')
  return Object.entries(fields).flatMap(([name, value]) => {
    const style = ownString(own(encodings, name), 'style')
    // Objects go as JSON unless a style is set (OpenAPI 3.1 §4.8.15.1, default of contentType).
    if (isObject(value) && style === '') return [`${encodeValue(name)}=${encodeValue(JSON.stringify(value))}`]
    const explode = own(own(encodings, name), 'explode') !== false
    return serializeQuery(value, { name, style: style || 'form', explode, allowReserved: false }) || []
  })
}

function multipart(fields: Readonly<Record<string, Json>>): string {
  const part = (name: string, value: Json): string => {
    const type = typeof value === 'object' ? '\r\ncontent-type: application/json' : ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const quoted = name.replaceAll('"', '%22').replace(/[\r\n]/g, ' ')
    return `--${boundary}\r\ncontent-disposition: form-data; name="${quoted}"${type}\r\n\r\n${text}\r\n`
  }
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item: Json) => part(name, item)),
  )
  return `${parts.join('')}--${boundary}--\r\n`
}
