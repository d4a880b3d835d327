import type { Document, Located } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { CompiledSchema, SchemaCompiler, Violation } from '../../model/observation.ts'
import type { Way } from '../../model/operation.ts'
import { isSynthetic, modernSchema } from '../../schema/keywords/dialect.ts'
import { isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { typeName } from '../../util/value.ts'

/** Context for parsing text by a schema. */
export interface TextReader {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly way: Way
}

/** The raw value of a parameter. */
export interface Written {
  readonly text: string
  /** Array items, or `name=value` per member of an object serialised that way. */
  readonly items: readonly string[]
}

/** Array separators per `style` and Swagger 2.0 `collectionFormat`; all others use a comma. */
const separators: Readonly<Record<string, RegExp>> = {
  ...{ spaceDelimited: / +/, tabDelimited: /\t/, pipeDelimited: /\|/ },
  ...{ ssv: / +/, tsv: /\t/, pipes: /\|/ },
}

/** Splits the raw value of an array. */
export function splitText(text: string, style: string): string[] {
  return text.split(separators[style] ?? ',')
}

/** Splits a header into trimmed parts (RFC 9110 §5.6.1); an empty header has no parts. */
export function partsOf(text: string, style: string): string[] {
  if (text.trim() === '') return []
  return splitText(text, style).map((part) => part.trim())
}

/** Reason for values that `readText` cannot parse. */
export const notDefined = 'how lists and objects inside others are written is not defined'

/**
 * Parses text by a schema: returns the first declared and valid interpretation (array, object, number, boolean, string, null), or else the
 * first declared one. `items` are the array items. Undefined if no serialisation is defined (OpenAPI 3.1 §4.8.12.3).
 */
export function readText(
  reader: TextReader,
  schema: Located,
  text: string,
  items: readonly string[],
): Json | undefined {
  return read(reader, schema, { text, items }, top)
}

/** Nesting of a value: the number of enclosing arrays, or inside an object. */
type Inside = number | 'object'

const top = 0
/** Limits nested arrays, which state their separators in Swagger 2.0 and may be recursive. */
const mostLists = 4

function read(reader: TextReader, schema: Located, written: Written, inside: Inside): Json | undefined {
  const all = readingsOf(reader, schema, written, inside)
  const readings = all.filter((reading) => reading !== undefined)
  const isDefined = readings.length === all.length
  const [first = written.text] = readings
  if (isDefined && readings.length < 2) return first
  const compiled = reader.compiler.compile(schema, reader.way)
  const fitting = readings.find((reading) => compiled.accepts(reading) === true)
  return fitting === undefined && isDefined ? first : fitting
}

/** Validates a value parsed from text; re-reads a number with all its digits if the schema needs them. */
export function validateText(compiled: CompiledSchema, value: Json, text: string): readonly Violation[] {
  if (typeof value !== 'number' || !compiled.needsDigits || /^-?0\d/.test(text)) return compiled.validate(value)
  const { value: read, exact } = compiled.readExact(text)
  return compiled.validate(read, exact)
}

/** Returns the declared interpretations; undefined entries have no defined serialisation. */
function readingsOf(reader: TextReader, schema: Located, { text, items }: Written, inside: Inside) {
  const parts = appliedSchemas(reader.document, schema)
  const types = typesIn(parts)
  const readings: (Json | undefined)[] = []
  if (types.has('array')) readings.push(...listsIn(reader, parts, items, inside))
  // `?tags=` is an array of one empty string or an empty array.
  if (types.has('array') && text === '' && items.length === 1 && inside === top) readings.push([])
  if (types.has('object')) readings.push(inside === top ? objectIn(reader, parts, items) : undefined)
  const isNumber = types.has('number') || types.has('integer')
  if (isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) readings.push(Number(text))
  if (types.has('boolean') && (text === 'true' || text === 'false')) readings.push(text === 'true')
  if (types.has('string')) readings.push(text)
  if (types.has('null') && (text === '' || text === 'null')) readings.push(null)
  return readings
}

function listsIn(reader: TextReader, parts: AppliedSchemas['parts'], items: readonly string[], inside: Inside) {
  if (inside === 'object' || inside >= mostLists) return [undefined]
  const inner = parts.flatMap((part) => child(part, 'items'))
  if (inner.length === 0) return [[...items]]
  return inner.map((item) => {
    const values = items.map((one) => read(reader, item, { text: one, items: innerParts(item, one) }, inside + 1))
    return values.every((value) => value !== undefined) ? values : undefined
  })
}

const typesKnown = new WeakMap<AppliedSchemas['parts'], ReadonlySet<Json>>()

function typesIn(parts: AppliedSchemas['parts']): ReadonlySet<Json> {
  const before = typesKnown.get(parts)
  if (before !== undefined) return before
  const types = new Set(parts.flatMap(({ node }) => typesOf(node)))
  typesKnown.set(parts, types)
  return types
}

function objectIn(reader: TextReader, parts: AppliedSchemas['parts'], items: readonly string[]): Json | undefined {
  const members: [string, Json][] = []
  for (const [name, text] of pairs(items)) {
    const named = parts.flatMap((part) => child(part, 'properties', name))
    const [schema] = [...named, ...parts.flatMap((part) => child(part, 'additionalProperties'))]
    const value = schema === undefined ? text : read(reader, schema, { text, items: [text] }, 'object')
    if (value === undefined) return undefined
    members.push([name, value])
  }
  return Object.fromEntries(members)
}

/** In Swagger 2.0 each nested array declares its separator. */
function innerParts({ node }: Located, text: string): string[] {
  return partsOf(text, ownString(node, 'collectionFormat'))
}

/** Returns the object at a path inside a schema, or an empty array. */
export function child({ node, pointer }: Located, ...tokens: readonly string[]): Located[] {
  const found = tokens.reduce<Json | undefined>((at, token) => own(at, token), node)
  return isObject(found) ? [{ node: found, pointer: joinPointer(pointer, ...tokens) }] : []
}

interface AppliedSchemas {
  readonly pointer: Pointer
  readonly parts: readonly Located<JsonObject | boolean>[]
}

const known = new WeakMap<object, AppliedSchemas>()

/** Returns a schema and all schemas that apply to the same value; cached. */
export function appliedSchemas(document: Document, schema: Located): AppliedSchemas['parts'] {
  const { node, pointer } = schema
  if (!isObject(node)) return readAppliedSchemas(document, schema)
  const before = known.get(node)
  // Through a YAML alias, a node appears at more locations.
  if (before?.pointer === pointer) return before.parts
  const parts = readAppliedSchemas(document, schema)
  known.set(node, { pointer, parts })
  return parts
}

function readAppliedSchemas(document: Document, schema: Located): AppliedSchemas['parts'] {
  const found = new Map<Json, Located<JsonObject | boolean>>()
  // Uses an explicit stack in document order: conjunctions may be nested deeper than the call stack allows.
  const open: Located[] = [schema]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, pointer } = at
    if (found.has(node)) continue
    const modern = modernSchema(node, document.dialect)
    found.set(node, { node: modern, pointer })
    const ref = own(modern, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    const next: Located[] = target === undefined ? [] : [target]
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const [index, branch] of ownArray(modern, keyword).entries()) {
        next.push({ node: branch, pointer: isSynthetic(branch) ? pointer : joinPointer(pointer, keyword, index) })
      }
    }
    open.push(...next.reverse())
  }
  return [...found.values()]
}

/** Returns the declared types, or else those implied by enum values or keywords; defaults to string. */
export function typesOf(schema: Json): readonly Json[] {
  const type = own(schema, 'type')
  if (type !== undefined) return Array.isArray(type) ? ownArray(schema, 'type') : [type]
  const listed = [...ownArray(schema, 'enum'), own(schema, 'const')].filter((value) => value !== undefined)
  if (listed.length > 0) return listed.map(typeName)
  const isMap = ownEntries(schema, 'properties').length > 0 || isObject(own(schema, 'additionalProperties'))
  return [...(isMap ? ['object'] : []), ...(own(schema, 'items') === undefined ? [] : ['array']), 'string']
}

/** Parses `a=1,b=2` (explode) or `a,1,b,2`. */
function pairs(parts: readonly string[]): [string, string][] {
  if (parts.every((part) => part.includes('='))) {
    return parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)])
  }
  return parts.flatMap((part, index): [string, string][] => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []))
}
