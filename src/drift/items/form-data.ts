import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { NotChecked, Violation } from '../../model/observation.ts'
import type { MediaType, SchemaAt } from '../../model/operation.ts'
import { own, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { bareType, isJsonType, isTextType } from '../checking/media-type.ts'
import { appliedSchemas, child, readText, type TextReader, typesOf, validateText } from '../checking/text-value.ts'
import type { ValidatedBody } from '../checking/validate-body.ts'
import { notJson, type Place } from './contents.ts'
import { type Part, readParts } from './multipart.ts'

/** Violations and unread fields that the form's schema can't describe. */
export interface FormNotes {
  readonly violations: readonly Violation[]
  /** Why fields are not validated against their schemas, by pointer. */
  readonly unread: ReadonlyMap<Pointer, string>
}

/** A form as an object, or why it can't be read. */
export interface FormData {
  readonly value?: JsonObject
  readonly form?: FormNotes
  readonly because?: string
}

const ownForm = 'how it is written in a form is not defined enough to be checked'
const bytes = 'bytes are not validated against a schema'

/** A form field and the matching parts of the description. */
interface Field {
  readonly name: string
  readonly schema: SchemaAt | undefined
  readonly types: ReadonlySet<Json>
  readonly encoding: Json | undefined
  readonly place: Place
}

/** Parses `multipart/form-data` (RFC 7578) as the schema describes (OpenAPI 3.x §Encoding Object). File bytes are not validated. */
export function readFormData(
  reader: TextReader,
  media: MediaType,
  schema: SchemaAt,
  type: string,
  body: string,
): FormData {
  const { parts, isCut, because } = readParts(type, body)
  if (because !== undefined) return { because }
  if (isCut === true) return { because: 'its last part is incomplete' }
  if (parts.some(({ name }) => name === undefined)) return { because: 'a part has no name' }
  const byName = new Map<string, Part[]>()
  for (const part of parts) {
    const { name = '' } = part
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [part])
    else same.push(part)
  }
  const notes = { violations: [] as Violation[], unread: new Map<Pointer, string>() }
  const applied = appliedSchemas(reader.document, schema)
  const members: [string, Json][] = []
  for (const [name, same] of byName) {
    const pointer = joinPointer('', name)
    const named = applied.flatMap((one) => child(one, 'properties', name))
    const schema = [...named, ...applied.flatMap((one) => child(one, 'additionalProperties'))][0]
    // Members of objects are fields in some frameworks: `address[street]`, `address.street`.
    if (schema === undefined && /[[\].]/.test(name)) return { because: `${name}: ${ownForm}` }
    const types = new Set(schema && appliedSchemas(reader.document, schema).flatMap(({ node }) => typesOf(node)))
    const encoding = own(own(media.node, 'encoding'), name)
    const field = { name, schema, types, encoding, place: { pointer, location: pointer, assumed: false } }
    for (const part of same) checkHead(reader, media, field, part, notes)
    members.push([name, readField(reader, field, same, notes)])
  }
  return { value: Object.fromEntries(members), form: notes }
}

/** Combines the results of the schema with those of the parts, and removes results for values that were not read. */
export function withForm(validated: ValidatedBody, { violations, unread }: FormNotes, assumed: boolean): ValidatedBody {
  const isRead = ({ instancePointer }: Pick<Violation, 'instancePointer'>): boolean =>
    ![...unread.keys()].some((pointer) => instancePointer === pointer || instancePointer.startsWith(`${pointer}/`))
  const rows = [...unread].flatMap(([pointer, because]): NotChecked[] =>
    because === '' ? [] : [{ what: `the field ${pointer} of the form`, because }],
  )
  return {
    violations: [...validated.violations.filter(isRead), ...violations.map((one) => ({ ...one, assumed }))],
    unlisted: validated.unlisted.filter(isRead),
    undocumented: validated.undocumented.filter(isRead),
    notChecked: [...validated.notChecked, ...rows],
  }
}

type Notes = { readonly violations: Violation[]; readonly unread: Map<Pointer, string> }

function readField(reader: TextReader, field: Field, parts: readonly Part[], notes: Notes): Json {
  const { schema, types, encoding, place } = field
  const [first] = parts
  // With these keywords the text is serialised like a query parameter (OpenAPI 3.1 §4.8.15.1.1).
  if (['style', 'explode', 'allowReserved'].some((keyword) => own(encoding, keyword) !== undefined)) {
    notes.unread.set(place.pointer, ownForm)
    return first?.text ?? null
  }
  if (!types.has('array') || schema === undefined) {
    const values = parts.map((part) => readPart(reader, schema, { part, place }, notes))
    return values.length === 1 ? (values[0] ?? null) : values
  }
  const items = appliedSchemas(reader.document, schema).flatMap((one) => child(one, 'items'))[0]
  const list = parts.length === 1 && first !== undefined && isJson(first) ? parsed(first.text) : undefined
  if (Array.isArray(list)) return list
  return parts.map((part, index) => {
    const inside = { ...place, pointer: joinPointer(place.pointer, index), location: `${place.location}/*` }
    return readPart(reader, items, { part, place: inside }, notes)
  })
}

interface Placed {
  readonly part: Part
  readonly place: Place
}

function readPart(reader: TextReader, schema: SchemaAt | undefined, { part, place }: Placed, notes: Notes): Json {
  const { text } = part
  if (schema === undefined) return text
  const applied = appliedSchemas(reader.document, schema)
  const types = new Set(applied.flatMap(({ node }) => typesOf(node)))
  if (isBytes(applied, part)) {
    if (applied.some(({ node }) => boundsText.some((keyword) => own(node, keyword) !== undefined)))
      notes.unread.set(place.pointer, bytes)
    else notes.unread.set(place.pointer, '')
    return text
  }
  if (types.has('object') || types.has('array')) {
    const json = parsed(text)
    if (json !== undefined) return json
    if (isJson(part)) {
      notes.violations.push(notJson(text, 'it is not JSON', schema.pointer, place))
      notes.unread.set(place.pointer, '')
    }
    return text
  }
  const value = readText(reader, schema, text, [text])
  if (value === undefined) notes.unread.set(place.pointer, ownForm)
  return value ?? text
}

/** Keywords about text, which can't be checked against bytes. */
const boundsText = ['minLength', 'maxLength', 'pattern', 'enum', 'const']

/** Tests for files and other bytes, by the schema or the Content-Type of the part. */
function isBytes(applied: readonly SchemaAt[], { headers, text }: Part): boolean {
  const type = headers.get('content-type')
  if (applied.some(({ node }) => own(node, 'format') === 'binary') || text.includes('\uFFFD')) return true
  return type !== undefined && !isJsonType(type) && !isTextType(type)
}

function isJson({ headers }: Part): boolean {
  return isJsonType(headers.get('content-type') ?? '')
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Checks the Content-Type and headers of a part against the field's Encoding Object. */
function checkHead(reader: TextReader, media: MediaType, field: Field, { headers }: Part, { violations }: Notes): void {
  const { name, encoding, place } = field
  const schemaPointer = joinPointer(media.pointer, 'encoding', name)
  const shared = { instancePointer: place.pointer, location: place.location, schemaPointer, assumed: false }
  const type = headers.get('content-type')
  const documented = ownString(encoding, 'contentType')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (type !== undefined && documented.length > 0 && !documented.some((range) => isWithin(range, type)))
    violations.push({ ...shared, keyword: 'contentType', observed: bareType(type), expected: documented.join(', ') })
  for (const [header, written] of ownEntries(encoding, 'headers')) {
    // OpenAPI 3.x §Encoding Object ignores this header.
    if (header.toLowerCase() === 'content-type') continue
    const found = brokenHeader(
      reader,
      { node: written, pointer: joinPointer(schemaPointer, 'headers', header) },
      headers.get(header.toLowerCase()),
    )
    if (found === undefined) continue
    violations.push({
      ...shared,
      keyword: 'headers',
      property: header,
      observed: found.observed,
      expected: `${header}: ${found.rule}`,
    })
  }
}

interface BrokenHeader {
  readonly observed: Json
  readonly rule: string
}

function brokenHeader(reader: TextReader, header: SchemaAt, text: string | undefined): BrokenHeader | undefined {
  const ref = own(header.node, '$ref')
  const at = (typeof ref === 'string' ? reader.document.resolve(ref) : undefined) ?? header
  if (text === undefined) return own(at.node, 'required') === true ? { observed: null, rule: 'required' } : undefined
  const [schema] = child(at, 'schema')
  if (schema === undefined) return undefined
  const value = readText(
    reader,
    schema,
    text,
    text.split(',').map((one) => one.trim()),
  )
  if (value === undefined) return undefined
  const [first] = validateText(reader.compiler.compile(schema, reader.way), value, text)
  return first && { observed: first.observed, rule: `${first.keyword} ${JSON.stringify(first.expected)}` }
}

/** Tests for a media type or range such as `image/*` (RFC 9110 §12.5.1). */
function isWithin(range: string, type: string): boolean {
  const [wanted, given] = [bareType(range), bareType(type)]
  return wanted === given || wanted === '*/*' || (wanted.endsWith('/*') && given.startsWith(wanted.slice(0, -1)))
}
