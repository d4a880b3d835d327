import { toolError } from '../../model/errors.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { SentRequest } from '../../model/observation.ts'
import type { Description, Operation, Parameter, ParameterLocation } from '../../model/operation.ts'
import { encodeValue, serializeCookie, serializeHeader, serializePath, serializeQuery } from '../../util/serialize.ts'
import { meant } from '../../util/text.ts'
import { bareType } from '../checking/media-type.ts'
import { planBody, writeText } from './body.ts'
import { exampleOf, valueFor } from './example.ts'

/** Values by parameter name; `undefined` means absent and is rejected for paths. */
export type ParameterValues = Readonly<Record<string, Json | undefined>>

/** The caller's input. Missing required values come from the description. */
export interface RequestInput {
  readonly path?: ParameterValues
  /** Undocumented names are sent unchanged. */
  readonly query?: ParameterValues
  readonly headers?: ParameterValues
  readonly cookies?: ParameterValues
  readonly body?: Json
  /** Sent unchanged, even if malformed; `''` for no body. */
  readonly rawBody?: string | Uint8Array
  /** Binary fields of a `multipart/form-data` body; other fields come from `body`. */
  readonly files?: Readonly<Record<string, Uint8Array>>
  readonly contentType?: string
  /** Required parameters to omit, for example `query page`, to test that the API requires them. */
  readonly omit?: readonly string[]
}

/** Builds a request from given values, else from the description. Optional parameters are sent only if given. Throws REQUEST_INVALID. */
export function planRequest(operation: Operation, input: RequestInput, description: Description): SentRequest {
  const query = planQuery(operation, input, description)
  const body = planBody(operation, input, description.document)
  const cookies = planPairs(operation, 'cookie', input.cookies, input, description, serializeCookie)
  return {
    method: operation.method,
    path: `${planPath(operation, input, description)}${query === '' ? '' : `?${query}`}`,
    headers: {
      accept: acceptOf(operation),
      ...(body?.contentType !== undefined && { 'content-type': body.contentType }),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...planHeaders(operation, input, description),
    },
    body: body?.text,
    ...(body?.bytes !== undefined && { bytes: body.bytes }),
  }
}

function planPath(operation: Operation, input: RequestInput, description: Description): string {
  const given = input.path ?? {}
  const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '')
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    throw toolError('REQUEST_INVALID', [operation.key, `the path has no parameter ${name}${meant(name, names)}`])
  }
  // Escapes invalid URL characters in the template too, but keeps a query in the template.
  return operation.path.replace(/\{([^{}]+)\}|[^!-~]+|["#<>\\^`|]/g, (found, name: string | undefined) => {
    if (name === undefined) return encodeValue(found)
    const parameter = operation.parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    const value = Object.hasOwn(given, name) ? given[name] : parameter && fallback(parameter, description)
    const location = `the path parameter ${name}`
    if (value === undefined) throw noValue(operation, location)
    const segment = serializePath(
      parameter === undefined ? value : contentValue(operation, parameter, value),
      parameter ?? { name, style: 'simple', explode: false, allowReserved: false },
    )
    if (segment !== '' && segment !== '.' && segment !== '..') return segment
    // The request would call another operation and be checked against this one.
    throw toolError('REQUEST_INVALID', [operation.key, `${location} cannot be '${segment}'`])
  })
}

function planQuery(operation: Operation, input: RequestInput, description: Description): string {
  const whole = operation.parameters.find((parameter) => parameter.in === 'querystring')
  if (whole !== undefined) return planWholeQuery(operation, whole, input, description)
  const pairs = planPairs(operation, 'query', input.query, input, description, serializeQuery)
  return pairs.filter((pair) => pair !== '').join('&')
}

/** Serialises a query described by one parameter (OpenAPI 3.2 §Parameter Object): a form or percent-encoded text. */
function planWholeQuery(operation: Operation, whole: Parameter, input: RequestInput, description: Description): string {
  const given = input.query ?? {}
  // The parameter's name isn't sent, so pairs may also be given by their own names.
  const own = Object.hasOwn(given, whole.name) ? given[whole.name] : undefined
  const named = Object.keys(given).length === 0 || Object.hasOwn(given, whole.name) ? undefined : definedOnly(given)
  const value = own ?? named ?? (whole.required ? fallback(whole, description) : undefined)
  if (value === undefined) {
    if (whole.required) throw noValue(operation, `the query ${whole.name}`)
    return ''
  }
  const media = whole.content?.[0]
  const type = media?.type ?? 'application/x-www-form-urlencoded'
  const text = writeText(operation, value, type, media)
  return bareType(type) === 'application/x-www-form-urlencoded' ? text : encodeValue(text)
}

function definedOnly(given: ParameterValues): JsonObject {
  const entries = Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

function planHeaders(operation: Operation, input: RequestInput, description: Description): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [parameter, value] of planned(operation, 'header', input.headers, input, description)) {
    headers[parameter.name.toLowerCase()] = serializeHeader(contentValue(operation, parameter, value), parameter)
  }
  return headers
}

function planPairs(
  operation: Operation,
  location: ParameterLocation,
  given: ParameterValues | undefined,
  input: RequestInput,
  description: Description,
  serialize: (value: Json, parameter: Parameter | Undocumented) => string,
): string[] {
  return [...planned(operation, location, given, input, description)].map(([parameter, value]) =>
    serialize(contentValue(operation, parameter, value), parameter),
  )
}

const formStyle = { style: 'form', explode: true, allowReserved: false } as const

type Undocumented = typeof formStyle & { readonly name: string; readonly content?: never }

/** Yields the parameters to send with their values: documented ones in order, then undocumented ones. */
function* planned(
  operation: Operation,
  location: ParameterLocation,
  values: ParameterValues = {},
  { omit = [] }: RequestInput,
  description: Description,
): Generator<readonly [Parameter | Undocumented, Json]> {
  const fold = (name: string): string => (location === 'header' ? name.toLowerCase() : name)
  const left = new Map(Object.entries(values).map(([name, value]) => [fold(name), { name, value }]))
  for (const parameter of operation.parameters) {
    if (parameter.in !== location || (location === 'header' && reservedHeaders.has(fold(parameter.name)))) continue
    if (omit.includes(`${location} ${parameter.name}`)) {
      left.delete(fold(parameter.name))
      continue
    }
    const given = left.get(fold(parameter.name))?.value
    const value = given === undefined && parameter.required ? fallback(parameter, description) : given
    if (left.delete(fold(parameter.name)) && value === undefined && !parameter.required) continue
    if (value !== undefined) yield [parameter, value]
    else if (parameter.required) throw noValue(operation, `the ${location} parameter ${parameter.name}`)
  }
  for (const { name, value } of left.values()) if (value !== undefined) yield [{ ...formStyle, name }, value]
}

/** OpenAPI 3.1 §4.8.12.1 ignores header parameters with these names, which media types and security define. */
const reservedHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

function fallback(parameter: Parameter, { document }: Description): Json | undefined {
  const media = parameter.content?.[0]
  const schema = parameter.schema ?? media?.schema
  const example = exampleOf(parameter.node, document) ?? (media && exampleOf(media.node, document))
  return example ?? (schema && valueFor(schema, document))
}

/** Serialises the value of a parameter with `content` as its media type. */
function contentValue(operation: Operation, parameter: Parameter | Undocumented, value: Json): Json {
  const media = parameter.content?.[0]
  return media === undefined ? value : writeText(operation, value, media.type, media)
}

function noValue(operation: Operation, location: string): Error {
  return toolError('REQUEST_INVALID', [operation.key, `there is no value for ${location}`])
}

function acceptOf(operation: Operation): string {
  const types = operation.responses.flatMap((response) => response.content.map((media) => media.type))
  return types.length === 0 ? '*/*' : [...new Set(types)].join(', ')
}
