import type { Json, JsonObject } from '../../model/json.ts'
import type { MediaType, Operation, Parameter, ParameterLocation, RequestBody } from '../../model/operation.ts'
import { own, ownArray, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { marksOf, type Part, type Reading } from './reading.ts'

/** Schema keywords of Swagger 2.0 parameters, headers and items objects. */
const schemaKeywords = new Set(
  `type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems
  minItems uniqueItems enum multipleOf`.split(/\s+/),
)

/** Returns the schema of a Swagger 2.0 parameter or header. */
export function inlineSchema(node: JsonObject): JsonObject {
  if (own(node, 'type') === 'file') return { type: 'string', format: 'binary' }
  return Object.fromEntries(
    Object.entries(node).filter(([key]) => schemaKeywords.has(key) || key.startsWith('x-') || key === 'description'),
  )
}

const collections: Readonly<Record<string, Pick<Parameter, 'style' | 'explode'>>> = {
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
}

/** Converts `collectionFormat` to style and explode. Only lists have one; otherwise OpenAPI 3's defaults are equivalent. */
export function swaggerSerialization(
  node: JsonObject,
  location: ParameterLocation,
): Pick<Parameter, 'style' | 'explode'> {
  const style = location === 'path' || location === 'header' ? 'simple' : 'form'
  if (own(node, 'type') !== 'array') return { style, explode: style === 'form' }
  return collections[ownString(node, 'collectionFormat')] ?? { style, explode: false }
}

export function swaggerBody(reading: Reading, operation: Part, parts: readonly Part[]): RequestBody | undefined {
  const body = parts.find(({ node }) => own(node, 'in') === 'body')
  if (body === undefined) return formBody(reading, operation, parts)
  const schema = reading.schema(body)
  const content = mimeTypes(reading, operation, 'consumes', 'application/json').map(
    (type): MediaType => ({
      type,
      schema,
      pointer: body.pointer,
      node: schema === undefined ? {} : { schema: schema.node },
    }),
  )
  const description = ownString(body.node, 'description')
  const required = own(body.node, 'required') === true
  return { required, content, assumed: body.assumed, ...marksOf(body), description, pointer: body.pointer }
}

function formBody(reading: Reading, operation: Part, parts: readonly Part[]): RequestBody | undefined {
  const fields = parts.filter(({ node }) => own(node, 'in') === 'formData')
  if (fields.length === 0) return undefined
  const required = fields
    .filter(({ node }) => own(node, 'required') === true)
    .map(({ node }) => ownString(node, 'name'))
  const node: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [ownString(field.node, 'name'), inlineSchema(field.node)])),
    ...(required.length === 0 ? {} : { required }),
  }
  const encoding = encodingOf(fields)
  const pointer = joinPointer(operation.pointer, 'parameters')
  const hasFile = fields.some((field) => own(field.node, 'type') === 'file')
  const byDefault = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const forms = mimeTypes(reading, operation, 'consumes', byDefault).filter((type) =>
    /form-(?:data|urlencoded)/.test(type),
  )
  const types = forms.length === 0 ? [byDefault] : forms
  return {
    required: required.length > 0,
    content: types.map((type) => ({ type, schema: { node, pointer }, pointer, node: { schema: node, ...encoding } })),
    assumed: fields.every((field) => field.assumed),
    description: '',
    pointer,
  }
}

/** Converts `collectionFormat` of fields to `encoding`, unless it is OpenAPI 3's default (one field per item). */
function encodingOf(fields: readonly Part[]): JsonObject {
  const written = fields.flatMap(({ node }) => {
    const { style, explode } = swaggerSerialization(node, 'query')
    return explode ? [] : [[ownString(node, 'name'), { style, explode }] as const]
  })
  return written.length === 0 ? {} : { encoding: Object.fromEntries(written) }
}

/** Returns the content of a Swagger 2.0 response: its schema for each type of `produces`. */
export function swaggerContent(reading: Reading, operation: Part, response: Part): readonly MediaType[] {
  const written = reading.schema(response)
  if (written === undefined) return []
  const isFile = own(written.node, 'type') === 'file'
  const schema = isFile ? { ...written, node: { type: 'string', format: 'binary' } } : written
  const byDefault = isFile ? 'application/octet-stream' : 'application/json'
  return mimeTypes(reading, operation, 'produces', byDefault).map((type) => {
    const example = own(own(response.node, 'examples'), type)
    const node: JsonObject = { schema: schema.node, ...(example === undefined ? {} : { example }) }
    return { type, schema, pointer: response.pointer, node }
  })
}

function mimeTypes(reading: Reading, operation: Part, key: string, byDefault: string): readonly string[] {
  const owner: Json = own(operation.node, key) === undefined ? reading.document.root : operation.node
  const types = ownArray(owner, key).filter((type) => typeof type === 'string')
  return types.length === 0 ? [byDefault] : types
}

export function swaggerServers(root: JsonObject, operation: JsonObject): Operation['servers'] {
  const host = ownString(root, 'host')
  const written = ownString(root, 'basePath')
  // A leading slash is required (Swagger 2.0 §Swagger Object) and added if missing.
  const basePath = written === '' || written.startsWith('/') ? written : `/${written}`
  if (host === '') return [basePath || '/']
  const schemes = own(operation, 'schemes') === undefined ? ownArray(root, 'schemes') : ownArray(operation, 'schemes')
  // Without schemes, the scheme of the description's URL applies.
  return schemes.length === 0 ? [`//${host}${basePath}`] : schemes.map((scheme) => `${scheme}://${host}${basePath}`)
}
