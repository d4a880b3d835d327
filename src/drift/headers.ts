import type { Document } from '../model/document.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { CompiledSchema, Exchange, SchemaCompiler, Violation } from '../model/observation.ts'
import type { Response } from '../model/operation.ts'
import { modernSchema } from '../schema/dialect.ts'
import { own, ownArray } from '../util/json.ts'
import { typeName } from '../util/value.ts'

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
    const violations = validate(compiled, readText(document, header.schema.node, value), value)
    return { header, value, violations: assumed ? violations.map((one) => ({ ...one, assumed })) : violations }
  })
}

/** A number is read again where its digits matter: as text it still has them all. */
function validate(compiled: CompiledSchema, json: Json, text: string): readonly Violation[] {
  if (typeof json !== 'number' || !compiled.needsDigits || /^-?0\d/.test(text)) return compiled.validate(json)
  const { value, exact } = compiled.readExact(text)
  return compiled.validate(value, exact)
}

/**
 * Reads what was written as text (`style: simple` or `form`) as the first type that is declared and fits; `items` are
 * its parts where it is a list.
 */
export function readText(document: Document, node: Json, text: string, items: readonly string[] = partsOf(text)): Json {
  const parts = inPlace(document, node)
  const types = new Set(parts.flatMap(typesOf))
  if (types.has('array')) {
    const inner = parts.map((part) => own(part, 'items')).find((one) => one !== undefined) ?? true
    return items.map((item) => readText(document, inner, item))
  }
  const isNumber = types.has('number') || types.has('integer')
  if (isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('object')) return Object.fromEntries(pairs(items))
  return text
}

function partsOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** A schema and all that say something about the same value. */
function inPlace(document: Document, node: Json): readonly (JsonObject | boolean)[] {
  const found = new Map<Json, JsonObject | boolean>()
  const visit = (part: Json): void => {
    if (found.has(part)) return
    const schema = modernSchema(part, document.dialect)
    found.set(part, schema)
    const ref = own(schema, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target !== undefined) visit(target.node)
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const branch of ownArray(schema, keyword)) visit(branch)
  }
  visit(node)
  return [...found.values()]
}

/** The types a schema declares, else those of the values it lists. */
function typesOf(schema: JsonObject | boolean): readonly Json[] {
  const type = own(schema, 'type')
  if (type !== undefined) return Array.isArray(type) ? ownArray(schema, 'type') : [type]
  return [...ownArray(schema, 'enum'), own(schema, 'const') ?? ''].map(typeName)
}

/** `a=1,b=2` (explode) or `a,1,b,2`. */
function pairs(parts: readonly string[]): [string, string][] {
  if (parts.every((part) => part.includes('='))) {
    return parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)])
  }
  return parts.flatMap((part, index): [string, string][] => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []))
}
