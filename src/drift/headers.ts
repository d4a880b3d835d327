import type { Document } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import type { Exchange, SchemaCompiler } from '../model/observation.ts'
import type { Response } from '../model/operation.ts'
import { modernSchema } from '../schema/dialect.ts'
import { own, ownArray } from '../util/json.ts'

/** OpenAPI 3.x §Response Object: a documented `Content-Type` header is ignored. */
const ignored = new Set(['content-type'])

/** Holds each documented response header against its schema, its text read as the type that is declared. */
export function inspectHeaders(
  document: Document,
  compiler: SchemaCompiler,
  response: Response,
  headers: Readonly<Record<string, string>>,
): Exchange['headers'] {
  const documented = response.headers.filter(({ name }) => !ignored.has(name.toLowerCase()))
  return documented.map((header) => {
    const name = header.name.toLowerCase()
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (value === undefined || header.schema === undefined) {
      return { header, violations: [], ...(value === undefined ? {} : { value }) }
    }
    const assumed = header.assumed || response.assumed
    const compiled = compiler.compile(header.schema, 'response')
    const violations = compiled.validate(read(document, header.schema.node, value))
    return { header, value, violations: assumed ? violations.map((one) => ({ ...one, assumed })) : violations }
  })
}

/** Reads a header (`style: simple`) as the first declared type it can be read as. */
function read(document: Document, node: Json, text: string): Json {
  const schema = modernSchema(node, document.dialect)
  const ref = own(schema, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref) : undefined
  if (target !== undefined) return read(document, target.node, text)
  const type = own(schema, 'type')
  const types = Array.isArray(type) ? ownArray(schema, 'type') : [type]
  if (types.includes('array')) {
    return text.split(',').map((item) => read(document, own(schema, 'items') ?? true, item.trim()))
  }
  const isNumber = types.includes('number') || types.includes('integer')
  if (isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.includes('object')) return Object.fromEntries(pairs(text))
  return text
}

/** `a=1,b=2` (explode) or `a,1,b,2`. */
function pairs(text: string): [string, string][] {
  const parts = text.split(',')
  if (parts.every((part) => part.includes('='))) {
    return parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)])
  }
  return parts.flatMap((part, index): [string, string][] => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []))
}
