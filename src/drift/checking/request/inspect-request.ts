import type { Document, Located } from '../../../model/document.ts'
import type { Json } from '../../../model/json.ts'
import type {
  NotChecked,
  RequestViolation,
  SchemaCompiler,
  SentRequest,
  UnrecordedPart,
  Violation,
} from '../../../model/observation.ts'
import type { MediaType, Operation, Parameter } from '../../../model/operation.ts'
import { own } from '../../../util/json.ts'
import { isGuess, isGuessWithin } from '../../../util/marks.ts'
import { queryOf } from '../../../util/serialize.ts'
import { checkBody } from '../check-body.ts'
import { matchMediaType } from '../match.ts'
import { bareType, isJsonType } from '../media-type.ts'
import { readTextBody, type TextBody } from '../text-body.ts'
import { notDefined, readText, type TextReader, validateText, type Written } from '../text-value.ts'
import { readJson } from '../validate-body.ts'
import { type ConformsPlainly, plainParameters } from './plain-parameter.ts'
import { type SentParameters, sentParameters } from './sent-parameters.ts'

/** The violations of a recorded request and its unchecked parts. */
export interface InspectedRequest {
  readonly violations: readonly RequestViolation[]
  /** Undocumented properties of the body. */
  readonly undocumented?: readonly RequestViolation[]
  readonly notChecked: readonly NotChecked[]
}

/** Checks a recorded request against the parameters and request body of its operation. */
export function inspectRequest(
  document: Document,
  compiler: SchemaCompiler,
  operation: Operation,
  request: SentRequest,
  unrecorded: readonly UnrecordedPart[] = [],
): InspectedRequest {
  const reader: TextReader = { document, compiler, way: 'request' }
  const body = inspectBody(reader, operation, request, unrecorded)
  let sent: SentParameters | undefined
  let found: RequestViolation[] | undefined
  const notChecked = [...body.notChecked]
  for (const { parameter, conforms } of plainParameters(document, operation)) {
    if (conforms !== undefined && isPlainlySent(parameter, conforms, request.path)) continue
    sent ??= sentParameters(document, operation, request)
    const written = sent.written(parameter)
    let because = written === undefined ? sent.unread(parameter) : undefined
    if (because === undefined) {
      const isUnknown = unrecorded.includes(fromPath.has(parameter.in) ? 'query' : 'requestHeaders')
      if (written === undefined && (isUnknown || parameter.in === 'path' || sent.isSpread(parameter))) continue
      const inspected = inspectParameter(reader, parameter, written)
      because = inspected.because
      if (inspected.violations.length > 0) found = [...(found ?? []), ...inspected.violations]
    }
    if (because === undefined) continue
    notChecked.push({ operation: operation.key, what: `the ${parameter.in} parameter ${parameter.name}`, because })
  }
  if (found === undefined && notChecked.length === body.notChecked.length) return body
  return { ...body, violations: [...(found ?? []), ...body.violations], notChecked }
}

/** Parameter locations that a recorded path contains. */
const fromPath: ReadonlySet<Parameter['in']> = new Set(['query', 'querystring'])

/** Fast path for most parameters: sent once and conforming, or absent and optional. */
function isPlainlySent({ name, required }: Parameter, conforms: ConformsPlainly, path: string): boolean {
  let text: string | undefined
  for (const [key, value] of queryOf(path).pairs) {
    if (key !== name) continue
    if (text !== undefined) return false
    text = value
  }
  return text === undefined ? !required : conforms(text)
}

const conforming: InspectedRequest = { violations: [], notChecked: [] }

interface InspectedParameter {
  readonly violations: RequestViolation[]
  readonly because?: string
}

const fine: InspectedParameter = { violations: [] }

function inspectParameter(reader: TextReader, parameter: Parameter, written: Written | undefined): InspectedParameter {
  const { name, in: location, required, pointer: schemaPointer, assumed, marks, schema } = parameter
  // OpenAPI 3.x §Parameter Object ignores these header parameters.
  if (location === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return fine
  const part = `${location} ${name}`
  if (written === undefined) {
    if (!required) return fine
    const message = `lacks the required ${location} parameter ${name}`
    const isGuessed = assumed || isGuess(marks, 'required')
    return { violations: [{ part, message, key: 'missing', schemaPointer, assumed: isGuessed }] }
  }
  const { text } = written
  // OpenAPI 3.x §Parameter Object: `allowEmptyValue` permits an empty value.
  if (text === '' && location === 'query' && own(parameter.node, 'allowEmptyValue') === true) return fine
  const [media] = parameter.content ?? []
  const described = media === undefined ? schema : media.schema
  if (described === undefined) return fine
  const { value, because } = media === undefined ? bySchema(reader, described, written) : byContent(reader, media, text)
  if (because !== undefined) return { violations: [], because }
  if (value === undefined && !isJsonType(media?.type ?? '')) return fine
  if (value === undefined) {
    const message = `is sent and is not ${media?.type ?? 'JSON'}`
    return { violations: [{ part, message, key: 'content', schemaPointer, assumed }] }
  }
  const isGuessed = isGuessWithin(marks, media === undefined ? 'schema' : 'content', assumed)
  const compiled = reader.compiler.compile(described, 'request', isGuessWithin(media?.marks, 'schema', isGuessed))
  const violations = validateText(compiled, value, text).map((violation) => ({
    ...{ part, key: violation.keyword, schemaPointer: violation.schemaPointer, violation },
    assumed: violation.assumed,
  }))
  return { violations }
}

function bySchema(reader: TextReader, schema: Located, { text, items }: Written): TextBody {
  const value = readText(reader, schema, text, items)
  return value === undefined ? { because: notDefined } : { value }
}

/** Parses a parameter by its `content` media type, like a body. */
function byContent(reader: TextReader, media: MediaType, text: string): TextBody {
  const read = readTextBody(reader, media, media.type, text)
  if (read?.items !== undefined) return { because: `items of ${media.type} are not checked in a parameter` }
  const { json } = readJson(text, undefined)
  return read ?? (json === undefined ? {} : { value: json })
}

/** Returns why a recorded body can't be checked: its beginning may violate the contract only because it ends there. */
function incomplete(unrecorded: readonly UnrecordedPart[]): string | undefined {
  return unrecorded.includes('requestBody') ? 'only a part of it was recorded' : undefined
}

function inspectBody(
  reader: TextReader,
  operation: Operation,
  request: SentRequest,
  unrecorded: readonly UnrecordedPart[],
): InspectedRequest {
  const { requestBody } = operation
  const { body = '', headers } = request
  if (requestBody === undefined) return conforming
  const { pointer: schemaPointer, assumed, marks, content } = requestBody
  const violation = (part: string, message: string, key: Json, isGuessed: boolean): InspectedRequest => {
    const violations = [{ part, message, key, schemaPointer, assumed: assumed || isGuessed }]
    return { violations, notChecked: [] }
  }
  if (body === '') {
    if (!requestBody.required || unrecorded.includes('requestBody')) return conforming
    return violation('body', 'lacks the required body', 'missing', isGuess(marks, 'required'))
  }
  const isTypeGuessed = content.length > 0 && content.every((media) => isGuess(media.marks, 'key'))
  const only = content.length === 1 && unrecorded.includes('requestHeaders') ? content[0]?.type : undefined
  const type = headers['content-type'] ?? only
  if (type === undefined && unrecorded.includes('requestHeaders')) return { violations: [], notChecked: [] }
  if (type === undefined) return violation('body', 'has a body and no Content-Type', 'none', isTypeGuessed)
  const media = matchMediaType(content, type)
  if (media === undefined) {
    const documented = content.map((one) => one.type).join(', ')
    return violation('body', `is sent as ${bareType(type)}; documented: ${documented}`, bareType(type), isTypeGuessed)
  }
  const part = `body ${media.type}`
  const { validated, malformed, because } = checkBody(reader, body, {
    media,
    type,
    assumed: isGuessWithin(marks, 'content', assumed),
  })
  const reason = incomplete(unrecorded) ?? because ?? malformed
  if (reason !== undefined) {
    const row = { operation: operation.key, what: `the request ${part}`, because: reason }
    return { violations: [], notChecked: [row] }
  }
  const violations = validated.violations.map((violation) => ({
    ...{ part, key: keyOf(violation), schemaPointer: violation.schemaPointer, violation, assumed: violation.assumed },
  }))
  const undocumented = validated.undocumented.map((property) => ({
    ...{ part, key: 'undocumented', schemaPointer: property.schemaPointer, undocumented: property },
    assumed: property.assumed,
  }))
  return {
    violations,
    undocumented,
    notChecked: validated.notChecked.map((one) => ({ operation: operation.key, ...one })),
  }
}

/** Distinguishes the headers of a part, because the part is their location. */
function keyOf({ keyword, property = '' }: Violation): Json {
  return keyword === 'headers' ? [keyword, property] : keyword
}
