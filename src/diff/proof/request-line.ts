import type { Use } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import type { Description, Operation, Parameter } from '../../model/operation.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { own } from '../../util/json.ts'
import { encodeValue, serializeCookie, serializeHeader, serializePath, serializeQuery } from '../../util/serialize.ts'
import { listFormOf } from '../written.ts'

/**
 * The request line of a call in which the parameter that `use.part` names (`query pageSize`) has a value, the others
 * that are required their examples; `without query pageSize` leaves it out. Nothing for parts that are no parameter.
 * Values are written as `sender` describes them, which may be the older version.
 */
export function requestLine(
  { document, operations }: Description,
  { operation: key, part }: Use,
  value: Json | undefined,
  sender: Description,
): { readonly request?: string } {
  const about = part.replace(/^without /, '')
  const operation = /^(path|query|querystring|header|cookie) /.test(about)
    ? operations.find((one) => one.key === key)
    : undefined
  // What is below a media type of the parameter is named after it.
  const isNamed = ({ in: location, name }: Parameter): boolean => `${about} `.startsWith(`${location} ${name} `)
  if (operation === undefined || !operation.parameters.some(isNamed)) return {}
  const given = (parameter: Parameter): Json | undefined => {
    if (isNamed(parameter)) return about === part ? value : undefined
    return parameter.required ? exampleOf(document, parameter) : undefined
  }
  const written = senderOf(sender, operation)?.parameters.find(isNamed)
  const sent = operation.parameters.flatMap((parameter) => {
    const held = given(parameter)
    return held === undefined ? [] : [{ parameter: (isNamed(parameter) && written) || parameter, value: held }]
  })
  return { request: lineOf(operation, sent) }
}

function senderOf({ operations }: Description, { key, operationId }: Operation): Operation | undefined {
  const byId = (other: Operation): boolean => operationId !== undefined && other.operationId === operationId
  return operations.find((other) => other.key === key) ?? operations.find(byId)
}

type Given = readonly { readonly parameter: Parameter; readonly value: Json }[]

function lineOf({ method, path }: Operation, given: Given): string {
  const of = (location: string, write: (value: Json, parameter: Parameter) => string): string[] =>
    given.flatMap(({ parameter, value }) => (parameter.in === location ? [write(value, parameter)] : []))
  const filled = given.reduce(
    (address, { parameter, value }) =>
      parameter.in === 'path' ? address.replace(`{${parameter.name}}`, () => inPath(value, parameter)) : address,
    path,
  )
  const query = of('query', inQuery)
  const headers = of('header', (value, parameter) => ` (${parameter.name}: ${inHeader(value, parameter)})`)
  const cookies = of('cookie', (value, parameter) => ` (Cookie: ${inCookie(value, parameter)})`)
  return [`${method} ${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`, ...headers, ...cookies].join('')
}

function inPath(value: Json, parameter: Parameter): string {
  if (parameter.content !== undefined) return encodeValue(asContent(value))
  return listed(value, parameter, encodeValue) ?? serializePath(value, parameter)
}

function inQuery(value: Json, parameter: Parameter): string {
  // An empty list is written as nothing (RFC 6570 §2.3); a reader is shown what it would look like.
  if (parameter.content === undefined) return serializeQuery(value, parameter) || `${encodeValue(parameter.name)}=`
  return `${encodeValue(parameter.name)}=${encodeValue(asContent(value))}`
}

function inHeader(value: Json, parameter: Parameter): string {
  if (parameter.content !== undefined) return asContent(value)
  return listed(value, parameter, (text) => text) ?? serializeHeader(value, parameter)
}

/** Swagger 2.0 lets lists in paths and headers have any delimiter. */
function listed(value: Json, parameter: Parameter, encode: (text: string) => string): string | undefined {
  if (!Array.isArray(value) || !parameter.style.endsWith('Delimited')) return undefined
  const items = value.map((item) => encode(serializeHeader(item, { explode: false })))
  return items.join(encode(listFormOf(parameter)))
}

function inCookie(value: Json, parameter: Parameter): string {
  if (parameter.content === undefined) return serializeCookie(value, parameter)
  return `${parameter.name}=${encodeValue(asContent(value))}`
}

/** A parameter with a media type is mostly JSON: OpenAPI has it for values that no style writes. */
function asContent(value: Json): string {
  return JSON.stringify(value)
}

function exampleOf(document: Description['document'], parameter: Parameter): Json | undefined {
  const example = own(parameter.node, 'example')
  if (example !== undefined || parameter.schema === undefined) return example ?? parameter.name
  return sample(document, parameter.schema, { direction: 'request' }) ?? parameter.name
}
