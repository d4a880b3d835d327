import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type {
  NotChecked,
  RequestViolation,
  SchemaCompiler,
  SentRequest,
  UnrecordedPart,
} from '../../model/observation.ts'
import type { Operation, Parameter } from '../../model/operation.ts'
import { isObject } from '../../util/json.ts'
import { isGuess, isGuessWithin } from '../../util/marks.ts'
import { checkBody, readJson } from './check-body.ts'
import { matchMediaType } from './match.ts'
import { bareType, isJsonType } from './media-type.ts'
import { partsOf, readText, splitText, type TextReader, validateText } from './text-value.ts'

/** The violations of a recorded request, and what of it was not checked. */
export interface InspectedRequest {
  readonly violations: readonly RequestViolation[]
  readonly notChecked: readonly NotChecked[]
}

/**
 * Checks a recorded request against the parameters and the body of its operation. Of objects in a query or a cookie, and
 * of `content` other than JSON, only the presence is checked.
 */
export function inspectRequest(
  document: Document,
  compiler: SchemaCompiler,
  operation: Operation,
  request: SentRequest,
  unrecorded: readonly UnrecordedPart[] = [],
): InspectedRequest {
  const reader: TextReader = { document, compiler, way: 'request' }
  const body = inspectBody(reader, operation, request, unrecorded)
  const query = queryOf(request.path)
  const parameters = operation.parameters.flatMap((parameter) => {
    const written = writtenAs(parameter, query, request.headers)
    const isUnknown = parameter.in !== 'query' && unrecorded.includes('requestHeaders')
    return written === undefined && isUnknown ? [] : inspectParameter(reader, parameter, written)
  })
  return { violations: [...parameters, ...body.violations], notChecked: body.notChecked }
}

const noQuery = new URLSearchParams()

function queryOf(path: string): URLSearchParams {
  const [bare = ''] = path.includes('#') ? path.split('#', 1) : [path]
  const at = bare.indexOf('?')
  return at < 0 ? noQuery : new URLSearchParams(bare.slice(at))
}

function inspectParameter(reader: TextReader, parameter: Parameter, written: Written | undefined): RequestViolation[] {
  const { name, in: location, required, pointer: schemaPointer, assumed, marks, schema, style } = parameter
  // The template matched, so a path parameter is there; OpenAPI 3.x §Parameter Object ignores these three headers.
  if (location === 'path' || location === 'querystring') return []
  if (location === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return []
  const part = `${location} ${name}`
  if (written === undefined) {
    if (!required || style === 'deepObject') return []
    const message = `lacks the required ${location} parameter ${name}`
    return [{ part, message, key: 'missing', schemaPointer, assumed: assumed || isGuess(marks, 'required') }]
  }
  const { text, items } = written
  const [media] = parameter.content ?? []
  const described = media === undefined ? schema : media.schema
  if (described === undefined || (media !== undefined && !isJsonType(media.type))) return []
  const value = media === undefined ? readText(reader, described, text, items) : readJson(text, undefined).json
  if (value === undefined) {
    return [{ part, message: `is sent and is not ${media?.type ?? 'JSON'}`, key: 'content', schemaPointer, assumed }]
  }
  // Each member of an object in a query is a parameter.
  if (media === undefined && location !== 'header' && isObject(value)) return []
  const isGuessed = isGuessWithin(marks, media === undefined ? 'schema' : 'content', assumed)
  const compiled = reader.compiler.compile(described, 'request', isGuessWithin(media?.marks, 'schema', isGuessed))
  return validateText(compiled, value, text).map((violation) => ({
    ...{ part, key: violation.keyword, schemaPointer: violation.schemaPointer, violation },
    assumed: violation.assumed,
  }))
}

/** A parameter as it was sent. */
interface Written {
  readonly text: string
  /** Its parts where it is a list. */
  readonly items: readonly string[]
}

/** The text of a parameter; undefined when it is not there. */
function writtenAs(
  { name, in: location, style, explode }: Parameter,
  query: URLSearchParams,
  headers: SentRequest['headers'],
): Written | undefined {
  if (location === 'header') {
    const text = headers[name.toLowerCase()]
    return text === undefined ? undefined : { text, items: partsOf(text, style) }
  }
  if (location === 'cookie') {
    const pair = (headers.cookie ?? '').split(';').find((one) => one.split('=', 1)[0]?.trim() === name)
    const text = pair?.slice(pair.indexOf('=') + 1)
    return text === undefined ? undefined : { text, items: splitText(text, style) }
  }
  const values = query.getAll(name)
  if (values.length === 0) return undefined
  const items = explode && style === 'form' ? values : values.flatMap((value) => splitText(value, style))
  return { text: values.join(), items }
}

function inspectBody(
  reader: TextReader,
  operation: Operation,
  request: SentRequest,
  unrecorded: readonly UnrecordedPart[],
): InspectedRequest {
  const { requestBody } = operation
  const { body = '', headers } = request
  if (requestBody === undefined) return { violations: [], notChecked: [] }
  const { pointer: schemaPointer, assumed, marks, content } = requestBody
  const violation = (part: string, message: string, key: Json, isGuessed: boolean): InspectedRequest => {
    const violations = [{ part, message, key, schemaPointer, assumed: assumed || isGuessed }]
    return { violations, notChecked: [] }
  }
  if (body === '') {
    if (!requestBody.required || unrecorded.includes('requestBody')) return { violations: [], notChecked: [] }
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
  const { held, malformed, because } = checkBody(reader, {
    media,
    type,
    body,
    assumed: isGuessWithin(marks, 'content', assumed),
  })
  const reason = because ?? malformed
  if (reason !== undefined) {
    const row = { operation: operation.key, what: `the request ${part}`, because: reason }
    return { violations: [], notChecked: [row] }
  }
  const violations = held.violations.map((violation) => ({
    ...{ part, key: violation.keyword, schemaPointer: violation.schemaPointer, violation, assumed: violation.assumed },
  }))
  return { violations, notChecked: held.notChecked.map((one) => ({ operation: operation.key, ...one })) }
}
