import type { Document } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import type { NotChecked, RequestOffence, SchemaCompiler, SentRequest } from '../model/observation.ts'
import type { Operation, Parameter } from '../model/operation.ts'
import { hold, readJson } from './exchange.ts'
import { readText } from './headers.ts'
import { matchMediaType } from './match.ts'
import { bareType, isJsonType } from './media-type.ts'

/** What a recorded request breaks, and what of it could not be judged. */
export interface InspectedRequest {
  readonly offences: readonly RequestOffence[]
  readonly notChecked: readonly NotChecked[]
}

/**
 * Holds a recorded request against the parameters and the body of its operation. Parameters written as objects,
 * and those described by `content`, are only looked for.
 */
export function inspectRequest(
  document: Document,
  compiler: SchemaCompiler,
  operation: Operation,
  request: SentRequest,
): InspectedRequest {
  const body = inspectBody(compiler, operation, request)
  const query = new URLSearchParams(request.path.split('#', 1)[0]?.replace(/^[^?]*/, ''))
  const parameters = operation.parameters.flatMap((parameter) =>
    inspectParameter(document, compiler, parameter, textsOf(parameter, query, request.headers)),
  )
  return { offences: [...parameters, ...body.offences], notChecked: body.notChecked }
}

function inspectParameter(
  document: Document,
  compiler: SchemaCompiler,
  parameter: Parameter,
  texts: readonly string[] | undefined,
): RequestOffence[] {
  const { name, in: location, required, pointer: schemaPointer, assumed, schema, style } = parameter
  // The template matched, so a path parameter is there; OpenAPI 3.x §Parameter Object ignores these three headers.
  if (location === 'path' || location === 'querystring') return []
  if (location === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return []
  const part = `${location} ${name}`
  if (texts === undefined) {
    if (!required || style === 'deepObject') return []
    const message = `lacks the required ${location} parameter ${name}`
    return [{ part, message, key: 'missing', schemaPointer, assumed }]
  }
  const value = schema && readText(document, schema.node, texts.join(), texts)
  if (schema === undefined || value === undefined || (typeof value === 'object' && !Array.isArray(value))) return []
  return compiler
    .compile(schema, 'request')
    .validate(value)
    .map((violation) => ({
      ...{ part, key: violation.keyword, schemaPointer: violation.schemaPointer, violation },
      assumed: assumed || violation.assumed,
    }))
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** The text of a parameter, several when it is a list; undefined when it is not there. */
function textsOf(
  { name, in: location, style, explode }: Parameter,
  query: URLSearchParams,
  headers: SentRequest['headers'],
): string[] | undefined {
  if (location === 'header') {
    const value = headers[name.toLowerCase()]
    return value === undefined ? undefined : value.split(/, */)
  }
  if (location === 'cookie') {
    const pair = (headers.cookie ?? '').split(';').find((one) => one.split('=', 1)[0]?.trim() === name)
    return pair === undefined ? undefined : pair.slice(pair.indexOf('=') + 1).split(',')
  }
  const values = query.getAll(name)
  if (values.length === 0) return undefined
  return explode && style === 'form' ? values : values.flatMap((value) => value.split(separators[style] ?? ','))
}

function inspectBody(compiler: SchemaCompiler, operation: Operation, request: SentRequest): InspectedRequest {
  const { requestBody } = operation
  const { body = '', headers } = request
  if (requestBody === undefined) return { offences: [], notChecked: [] }
  const { pointer: schemaPointer, assumed, content } = requestBody
  const offence = (part: string, message: string, key: Json): InspectedRequest => {
    return { offences: [{ part, message, key, schemaPointer, assumed }], notChecked: [] }
  }
  if (body === '') {
    if (!requestBody.required) return { offences: [], notChecked: [] }
    return offence('body', 'lacks the required body', 'missing')
  }
  const type = headers['content-type']
  if (type === undefined) return offence('body', 'has a body and no Content-Type', 'none')
  const media = matchMediaType(content, type)
  if (media === undefined) {
    const documented = content.map((one) => one.type).join(', ')
    return offence('body', `is sent as ${bareType(type)}; documented: ${documented}`, bareType(type))
  }
  const part = `body ${media.type}`
  const compiled = media.schema && compiler.compile(media.schema, 'request')
  if (compiled === undefined) return { offences: [], notChecked: [] }
  const row = (because: string): NotChecked => ({ operation: operation.key, what: `the request ${part}`, because })
  if (!isJsonType(type)) return { offences: [], notChecked: [row('only JSON is held against schemas')] }
  const read = readJson(body, compiled)
  if (read.malformed !== undefined) return { offences: [], notChecked: [row(read.malformed)] }
  const held = hold(compiled, read, assumed)
  const offences = held.violations.map((violation) => ({
    ...{ part, key: violation.keyword, schemaPointer: violation.schemaPointer, violation, assumed: violation.assumed },
  }))
  return { offences, notChecked: held.notChecked.map((one) => ({ operation: operation.key, ...one })) }
}
