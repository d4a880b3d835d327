import type { Json, Pointer } from '../../model/json.ts'
import type { Exchange, NotChecked, Violation } from '../../model/observation.ts'
import type { Header, MediaType, Response } from '../../model/operation.ts'
import { isGuessWithin } from '../../util/marks.ts'
import { cookiesIn } from '../redaction/cookies.ts'
import { isJsonType } from './media-type.ts'
import { readTextBody } from './text-body.ts'
import { notDefined, partsOf, readText, type TextReader, validateText } from './text-value.ts'

/** OpenAPI 3.x §Response Object ignores a documented `Content-Type` header. */
const ignored = new Set(['content-type'])

/** Header violations and the headers that were not checked. */
export interface InspectedHeaders {
  readonly headers: Exchange['headers']
  readonly notChecked: readonly NotChecked[]
}

interface CheckedHeader {
  readonly violations: readonly Violation[]
  readonly notChecked: readonly NotChecked[]
}

interface Written {
  readonly header: Header
  readonly text: string
  /** The enclosing parts of the description are assumed. */
  readonly isGuessed: boolean
}

const nothing: CheckedHeader = { violations: [], notChecked: [] }

const documentedIn = new WeakMap<Response, readonly Header[]>()

function documentedOf(response: Response): readonly Header[] {
  const before = documentedIn.get(response)
  if (before !== undefined) return before
  const documented = response.headers.filter(({ name }) => !ignored.has(name.toLowerCase()))
  documentedIn.set(response, documented)
  return documented
}

const none: InspectedHeaders = { headers: [], notChecked: [] }

/** Validates documented response headers, parsed by their schema's type or by their media type. */
export function inspectHeaders(
  reader: TextReader,
  response: Response,
  headers: Readonly<Record<string, string>>,
): InspectedHeaders {
  if (response.headers.length === 0) return none
  const documented = documentedOf(response)
  if (documented.length === 0) return none
  const notChecked: NotChecked[] = []
  const checked = documented.map((header) => {
    const name = header.name.toLowerCase()
    // Surrounding whitespace is not part of the value (RFC 9110 §5.5).
    const value = Object.hasOwn(headers, name) ? headers[name]?.trim() : undefined
    if (value === undefined) return { header, violations: [] }
    const [media] = header.content ?? []
    const around = header.assumed || isGuessWithin(response.marks, 'headers', response.assumed)
    const isGuessed = isGuessWithin(header.marks, media === undefined ? 'schema' : 'content', around)
    const written = { header, text: value, isGuessed }
    const found = media === undefined ? bySchema(reader, written) : byContent(reader, written, media)
    for (const row of found.notChecked) notChecked.push(row)
    return { header, value, violations: found.violations }
  })
  return { headers: checked, notChecked }
}

function bySchema(reader: TextReader, { header, text, isGuessed }: Written): CheckedHeader {
  const { schema, style } = header
  if (schema === undefined) return nothing
  const compiled = reader.compiler.compile(schema, reader.way, isGuessed)
  const items = header.name.toLowerCase() === 'set-cookie' ? cookiesIn(text) : partsOf(text, style)
  const value = readText(reader, schema, text, items)
  if (value === undefined) return notCheckedAs(header, notDefined)
  const violations = validateText(compiled, value, text)
  return { violations, notChecked: compiled.flaws.map(flawRow) }
}

/** Parses a header by its `content` media type (OpenAPI 3.x §Header Object). */
function byContent(reader: TextReader, { header, text, isGuessed }: Written, media: MediaType): CheckedHeader {
  const { schema, type } = media
  if (schema === undefined) return nothing
  const read = isJsonType(type) ? parsed(text) : readTextBody(reader, media, type, text)
  if (read === undefined) {
    const at = { instancePointer: '', location: '', schemaPointer: header.pointer }
    const assumed = isGuessWithin(media.marks, 'key', isGuessed)
    return { violations: [{ ...at, keyword: 'content', observed: text, expected: type, assumed }], notChecked: [] }
  }
  if (read.because !== undefined) return notCheckedAs(header, read.because)
  if (read.value === undefined) return nothing
  const compiled = reader.compiler.compile(schema, reader.way, isGuessWithin(media.marks, 'schema', isGuessed))
  const { value, exact } = compiled.needsDigits && isJsonType(type) ? compiled.readExact(text) : { value: read.value }
  return { violations: compiled.validate(value, exact), notChecked: compiled.flaws.map(flawRow) }
}

function notCheckedAs({ name }: Header, because: string): CheckedHeader {
  return { violations: [], notChecked: [{ what: `the header ${name}`, because }] }
}

function parsed(text: string): { readonly value: Json; readonly because?: undefined } | undefined {
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return undefined
  }
}

function flawRow({ pointer, message }: { readonly pointer: Pointer; readonly message: string }): NotChecked {
  return { what: `#${pointer}`, because: message }
}
