import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { MediaType, Operation } from '../../model/operation.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { encodeValue, serializeQuery } from '../../util/serialize.ts'
import { bareType, isJsonType } from '../checking/media-type.ts'
import { exampleOf, valueFor } from './example.ts'
import { writeMultipart } from './multipart.ts'

/** A body to send. `contentType` is absent if the caller sends raw bytes and the description doesn't declare a media type. */
export interface PlannedBody {
  readonly text: string
  /** Set for binary bodies; `text` is then a printable description. */
  readonly bytes?: Uint8Array
  readonly contentType?: string
}

/** The caller's body input; see `RequestInput`. */
export interface BodyInput {
  readonly body?: Json
  readonly rawBody?: string | Uint8Array
  readonly files?: Readonly<Record<string, Uint8Array>>
  readonly contentType?: string
}

/** Plans a body: given, else an example, else a sample if required. Throws REQUEST_INVALID without a value or supported media type. */
export function planBody(operation: Operation, input: BodyInput, document: Document): PlannedBody | undefined {
  const media = pickMedia(operation, input.contentType)
  const contentType = input.contentType ?? media?.type ?? (input.body === undefined ? undefined : 'application/json')
  if (input.rawBody === '') return undefined
  if (input.rawBody !== undefined) return { ...raw(input.rawBody), contentType }
  const { files = {} } = input
  const hasFiles = Object.keys(files).length > 0
  const value = input.body ?? (input.body === undefined ? fallback(operation, media, document, hasFiles) : null)
  if (value === undefined || contentType === undefined) return undefined
  const type = concrete(contentType)
  const isMultipart = bareType(type) === 'multipart/form-data'
  if (hasFiles && !isMultipart) throw toolError('REQUEST_INVALID', [operation.key, `${type} takes no files`])
  if (!isMultipart || !isObject(value)) return { text: writeText(operation, value, type, media), contentType: type }
  const { boundary, ...written } = writeMultipart({ values: without(value, files), files }, media, document)
  return { ...written, contentType: `${bareType(type)}; boundary=${boundary}` }
}

function raw(body: string | Uint8Array): Pick<PlannedBody, 'text' | 'bytes'> {
  return typeof body === 'string' ? { text: body } : { text: `[${body.length} bytes]`, bytes: body }
}

/** Removes fields that files replace. */
function without(value: JsonObject, files: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(files, name)))
}

function pickMedia(operation: Operation, wanted: string | undefined): MediaType | undefined {
  const content = operation.requestBody?.content ?? []
  if (wanted !== undefined) return content.find((media) => bareType(media.type) === bareType(wanted))
  return content.find((media) => isJsonType(media.type)) ?? content[0]
}

/** Replaces a range such as `application/*`, which cannot be sent. */
function concrete(type: string): string {
  return type.includes('*') ? 'application/json' : type
}

function fallback(
  operation: Operation,
  media: MediaType | undefined,
  document: Document,
  hasFiles: boolean,
): Json | undefined {
  const required = operation.requestBody?.required === true
  const example = media && exampleOf(media.node, document)
  const value = example ?? (required && media?.schema ? valueFor(media.schema, document) : undefined)
  if (value === undefined && hasFiles) return {}
  if (value === undefined && required) {
    throw toolError('REQUEST_INVALID', [operation.key, 'its body is required and no example or schema gives one'])
  }
  return value
}

/** Serialises a value as JSON, form or text. Throws REQUEST_INVALID for other media types. */
export function writeText(
  operation: Pick<Operation, 'key'>,
  value: Json,
  type: string,
  media: MediaType | undefined,
): string {
  const bare = bareType(type)
  if (isJsonType(type)) return JSON.stringify(value)
  if (bare === 'application/x-www-form-urlencoded' && isObject(value)) return formPairs(value, media).join('&')
  if (typeof value === 'string') return value
  if (bare.startsWith('text/')) return JSON.stringify(value)
  throw toolError('REQUEST_INVALID', [operation.key, `a body of ${bare} must be given as text, in rawBody`])
}

/** Serialises form fields: objects as JSON, arrays as a pair per item unless JSON, or by the `encoding` style (OpenAPI 3.1 §4.8.15.1). */
function formPairs(fields: JsonObject, media: MediaType | undefined): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const encoding = own(own(media?.node, 'encoding'), name)
    const [style, explode] = [ownString(encoding, 'style'), own(encoding, 'explode')]
    const allowReserved = own(encoding, 'allowReserved') === true
    const isStyled = style !== '' || typeof explode === 'boolean' || allowReserved
    const isJson =
      !isStyled && (isObject(value) || (Array.isArray(value) && isJsonType(ownString(encoding, 'contentType'))))
    if (isJson) return [`${encodeValue(name)}=${encodeValue(JSON.stringify(value))}`]
    const exploded = typeof explode === 'boolean' ? explode : style === '' || style === 'form'
    return serializeQuery(value, { name, style: style || 'form', explode: exploded, allowReserved }) || []
  })
}
