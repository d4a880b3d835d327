import type { Json, JsonObject } from '../../model/json.ts'
import type { MediaType, Operation, Parameter, ParameterLocation, RequestBody } from '../../model/operation.ts'
import { own, ownArray, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { marksOf, type Part, type Reading } from './reading.ts'

/** Keywords of a Swagger 2.0 parameter, header or items object that say what values it allows. */
const schemaKeywords = new Set(
  `type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems
  minItems uniqueItems enum multipleOf`.split(/\s+/),
)

/** The schema that a Swagger 2.0 parameter or header is, without its other keywords. */
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

/** `collectionFormat` as style and explode. Only lists have one; for the rest OpenAPI 3's defaults say the same. */
export function swaggerSerialization(
  node: JsonObject,
  location: ParameterLocation,
): Pick<Parameter, 'style' | 'explode'> {
  const style = location === 'path' || location === 'header' ? 'simple' : 'form'
  if (own(node, 'type') !== 'array') return { style, explode: style === 'form' }
  return collections[ownString(node, 'collectionFormat')] ?? { style, explode: false }
}

/** The body that Swagger's `body` or `formData` parameters make. */
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

/** `collectionFormat` of fields as `encoding`, where it is not OpenAPI 3's default: each item as a field of its own. */
function encodingOf(fields: readonly Part[]): JsonObject {
  const written = fields.flatMap(({ node }) => {
    const { style, explode } = swaggerSerialization(node, 'query')
    return explode ? [] : [[ownString(node, 'name'), { style, explode }] as const]
  })
  return written.length === 0 ? {} : { encoding: Object.fromEntries(written) }
}

/** The content of a Swagger 2.0 response: its schema under each type of `produces`. */
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

/** `schemes`, `host` and `basePath` as server URLs. */
export function swaggerServers(root: JsonObject, operation: JsonObject): Operation['servers'] {
  const host = ownString(root, 'host')
  const written = ownString(root, 'basePath')
  // It must begin with a slash (Swagger 2.0 §Swagger Object), and is meant where it does not.
  const basePath = written === '' || written.startsWith('/') ? written : `/${written}`
  if (host === '') return [basePath || '/']
  const schemes = own(operation, 'schemes') === undefined ? ownArray(root, 'schemes') : ownArray(operation, 'schemes')
  // Without a scheme it is that of the address the description was read from.
  return schemes.length === 0 ? [`//${host}${basePath}`] : schemes.map((scheme) => `${scheme}://${host}${basePath}`)
}
