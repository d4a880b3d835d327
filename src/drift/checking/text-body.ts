import { dialects } from '../../model/dialect.ts'
import type { Document, Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { MediaType } from '../../model/operation.ts'
import { modernSchema } from '../../schema/keywords/dialect.ts'
import { isObject, own } from '../../util/json.ts'
import { type FormNotes, readFormData } from '../items/form-data.ts'
import { type Items, readItems } from '../items/read-items.ts'
import { isFormData, isFormType, isJsonType, isTextType, isUnspecific, sequenceOf } from './media-type.ts'
import { appliedSchemas, child, notDefined, readText, type TextReader, typesOf } from './text-value.ts'

/** A body other than JSON, prepared for validation. */
export interface TextBody {
  /** The text, or the number or boolean that it represents. */
  readonly value?: Json
  /** The items of a sequential media type. */
  readonly items?: Items
  /** What parts of `multipart/form-data` show besides `value`. */
  readonly form?: FormNotes
  /** Why the body cannot be validated. */
  readonly because?: string
}

/** Parses a body: text as documented string, number or boolean, sequences as items (OpenAPI 3.2 §4.14.3.1). Undefined for JSON. */
export function readTextBody(
  reader: TextReader,
  media: MediaType,
  type: string,
  body: string,
  isPartial = false,
): TextBody | undefined {
  const { schema, itemSchema } = media
  const { document } = reader
  const parts = schema === undefined ? [] : appliedSchemas(document, schema)
  const isFile = parts.some(({ node }) => own(node, 'format') === 'binary')
  const sequence = sequenceOf(type)
  if (isJsonType(type) && sequence === undefined && !isFile) return undefined
  const types = new Set(parts.flatMap(({ node }) => typesOf(modernSchema(node, document.dialect))))
  const isStructured = types.has('object') || types.has('array')
  // `format: binary` describes a file, even if its content is JSON (OpenAPI 3.0 §4.7.14.2).
  if (isFile && !(isStructured && isJsonType(type))) return {}
  if (sequence !== undefined && isSequence(reader, media, types)) {
    const items = readItems(sequence, type, body, isPartial)
    return items.because === undefined ? { items } : { because: items.because }
  }
  if (isJsonType(type)) return undefined
  if (itemSchema !== undefined) return { because: 'only items of sequential media types are separated' }
  if (schema === undefined || parts.every(({ node }) => saysNothing(node))) return {}
  if (isStructured && !parts.some(({ node }) => saysText(own(node, 'type')))) {
    // If the media type doesn't imply a syntax, a JSON object or array is parsed as JSON.
    if (isUnspecific(type) && isJsonOf(body)) return undefined
    if (isFormType(type)) return readForm(reader, media, schema, body)
    if (isFormData(type)) return readFormData(reader, media, schema, type, body)
    if (sequence !== undefined && sequence !== 'parts') return { because: listOrItem(document) }
    return { because: 'only JSON and forms are validated against a schema of objects or lists' }
  }
  const isText = isTextType(type) || isUnspecific(type)
  if (!isText || body.includes(undecoded)) {
    return parts.every(({ node }) => allowsBytes(node)) ? {} : { because: 'bytes are not validated against a schema' }
  }
  if (!readsNumbers(types)) return { value: body }
  const value = readText(reader, schema, types.has('string') ? body : body.trim(), [])
  return value === undefined ? { because: notDefined } : { value }
}

/** Tests whether a type and schema describe JSON, for which `readTextBody` always returns undefined. */
export function isJsonText(document: Document, schema: Located, type: string): boolean {
  const isFile = appliedSchemas(document, schema).some(({ node }) => own(node, 'format') === 'binary')
  return isJsonType(type) && sequenceOf(type) === undefined && !isFile
}

function isJsonOf(body: string): boolean {
  if (!/^\uFEFF?\s*[[{]/.test(body)) return false
  try {
    JSON.parse(body.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

/** Replacement character that decoders write for invalid bytes. */
const undecoded = '\uFFFD'

function saysText(type: Json | undefined): boolean {
  return type === 'string' || (Array.isArray(type) && type.includes('string'))
}

/** Tests for types that text may represent; `readText` selects the one that the schema accepts. */
function readsNumbers(types: ReadonlySet<Json>): boolean {
  return types.has('number') || types.has('integer') || types.has('boolean')
}

/** Tests whether a schema only states that there is text or bytes. */
function allowsBytes(node: Json): boolean {
  const type = own(node, 'type')
  return (
    (type === undefined || saysText(type)) && Object.keys(node ?? {}).every((key) => key === 'type' || isSilent(key))
  )
}

const combining = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'contentMediaType', 'contentEncoding', 'nullable'])

function isSilent(key: string): boolean {
  return annotations.has(key) || combining.has(key) || key.startsWith('x-')
}

const annotations = new Set(['title', 'description', 'example', 'examples', 'default', 'deprecated', 'externalDocs'])

function saysNothing(node: Json): boolean {
  if (!isObject(node)) return node === true
  return Object.keys(node).every((key) => annotations.has(key) || key.startsWith('x-'))
}

/** Tests whether the items of a body are described: by `itemSchema`, or since 3.2 by the schema of a list. */
function isSequence({ document }: TextReader, media: MediaType, types: ReadonlySet<Json>): boolean {
  return media.itemSchema !== undefined || (dialects[document.dialect].hasSequences === true && types.has('array'))
}

function listOrItem({ dialect }: Document): string {
  return dialects[dialect].hasSequences
    ? 'the schema of a stream describes the list of its items (OpenAPI 3.2), and this one allows no list; itemSchema describes an item'
    : 'OpenAPI before 3.2 does not define whether the schema describes an item or the whole stream'
}

interface Form {
  readonly value?: JsonObject
  readonly because?: string
}

/**
 * Parses a form (URL Standard §5.1); repeated parameters become arrays (defaults of OpenAPI 3.x §Encoding Object). Skips Swagger 2.0 forms
 * with arrays, forms with `encoding`, and nested members, which servers serialise differently.
 */
function readForm(reader: TextReader, media: MediaType, schema: Located, text: string): Form {
  const { document } = reader
  const parts = appliedSchemas(document, schema)
  const form = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const values = form.get(name)
    if (values === undefined) form.set(name, [value])
    else values.push(value)
  }
  const members: [string, Json][] = []
  for (const [name, values] of form) {
    const member = [...parts.flatMap((part) => child(part, 'properties', name)), ...parts.flatMap(rest)][0]
    const types = new Set(
      member === undefined ? [] : appliedSchemas(document, member).flatMap(({ node }) => typesOf(node)),
    )
    const isNested = types.has('object') || (member === undefined && /[[\].]/.test(name))
    const isOwnWay = own(own(media.node, 'encoding'), name) !== undefined
    const isUnread = isNested || isOwnWay || (types.has('array') && dialects[document.dialect].isSwagger)
    const whole = values.join()
    const value = isUnread || member === undefined ? whole : readText(reader, member, whole, values)
    if (isUnread || value === undefined)
      return { because: `how ${name} is written in a form is not defined enough to be checked` }
    members.push([name, value])
  }
  return { value: Object.fromEntries(members) }
}

function rest(part: Located): Located[] {
  return child(part, 'additionalProperties')
}
