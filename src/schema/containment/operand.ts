import type { Dialect } from '../../model/dialect.ts'
import type { Document } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Way } from '../../model/operation.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import type { Atom } from '../keywords/atoms.ts'
import { droppedKeywords } from '../keywords/dialect.ts'
import { constraints } from '../normal-form/branches.ts'
import type { Conjunction, SchemaPart, SchemaReader, UnionReading } from '../normal-form/normal.ts'
import { schemaReaderOf } from '../normal-form/normalize.ts'
import { isUntouched } from '../normal-form/untouched.ts'
import { occasionalCompiler, unionCompiler } from '../validation/compile.ts'

/** A version of the description, read in one direction. */
export interface Side {
  readonly reader: SchemaReader
  readonly way: Way
  /** For an edited copy: the side of the original. */
  readonly original: Side | undefined
  /** Returns whether a value satisfies all parts, with `oneOf` as a union; `undefined` if a schema can't be compiled. */
  accepts(parts: Conjunction, value: Json): boolean | undefined
}

/** The set of values that satisfy all parts. */
export interface Operand {
  readonly side: Side
  readonly parts: Conjunction
  /** Groups whose branch is already among `parts`. */
  readonly chosen: readonly Pointer[]
  /** Cached short name, because sets are compared often. */
  name: string | undefined
  /** Cached JSON types of the values. */
  types: ReadonlySet<Atom> | undefined
}

/** Values in every set of `pos` and in none of `neg`. An empty `pos` allows any value. */
export interface Expr {
  readonly pos: readonly Operand[]
  readonly neg: readonly Operand[]
}

/** Result of a search: no value exists, an example value, or unknown. */
export type Escape =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'unknown' }

export const none: Escape = { kind: 'none' }
export const unknown: Escape = { kind: 'unknown' }
/** Any value. */
export const free: Expr = { pos: [], neg: [] }

export const found = (value: Json): Escape => ({ kind: 'value', value })

/** Creates the set of some schemas with `$ref`s followed. An edited copy reuses the original's unedited schemas and their answers. */
export function operandOf(side: Side, parts: Conjunction, chosen: readonly Pointer[] = []): Operand {
  const entered = parts.flatMap(side.reader.enter)
  const { original, reader } = side
  const isOriginal =
    original !== undefined &&
    entered.every((part) => part.pointer.startsWith(madePrefix) || isUntouched(reader.document, part))
  return { side: isOriginal ? original : side, parts: entered, chosen, name: undefined, types: undefined }
}

const sides = new WeakMap<Document, Map<string, Side>>()

/** Returns the side of a document, cached per direction and reading. */
export function sideOf(document: Document, way: Way, unions: UnionReading = 'union'): Side {
  const known = sides.get(document) ?? new Map<string, Side>()
  sides.set(document, known)
  const key = `${way} ${unions}`
  const side = known.get(key) ?? createSide(document, way, unions)
  known.set(key, side)
  return side
}

function createSide(document: Document, way: Way, unions: UnionReading): Side {
  const compiler = unions === 'union' ? unionCompiler(document) : occasionalCompiler(document)
  return {
    reader: schemaReaderOf(document, unions),
    way,
    original: document.original && sideOf(document.original.document, way, unions),
    accepts(parts, value) {
      let known: boolean | undefined = true
      for (const part of parts) {
        if (part.nullable && value === null) continue
        const compiled = compiler.compile(part, way)
        const verdict = compiled.accepts(value)
        if (verdict === false) return false
        // A schema that couldn't be compiled might have rejected the value.
        if (verdict === undefined || compiled.flaws.length > 0) known = undefined
      }
      return known
    },
  }
}

/** Wraps a schema that isn't in the description as a part; its text is its pointer, the cache key. */
export function madePart(node: Json): { readonly node: Json; readonly pointer: Pointer } {
  return { node, pointer: `${madePrefix}${canonical(node)}` }
}

const madePrefix = 'made '

/** Short names of sets by their long names. */
const numbered = new WeakMap<Side, Map<string, string>>()
const ofBoth = new Map<string, string>()
let last = 0

/** Returns the cache key of an expression, equal for equal sets. */
export function keyOf({ pos, neg }: Expr): string {
  return `${namesOf(pos)} \\ ${namesOf(neg)}`
}

/** Sorts by insertion, because most lists have at most three members. */
function namesOf(operands: readonly Operand[]): string {
  const names: string[] = []
  for (const operand of operands) {
    const name = nameOf(operand)
    let at = names.length
    while (at > 0 && (names[at - 1] ?? '') > name) at--
    if (names[at - 1] !== name) names.splice(at, 0, name)
  }
  return names.length === 1 ? (names[0] ?? '') : names.join(' ')
}

/** Returns the JSON types of the values of a set. */
export function typesOf(operand: Operand): ReadonlySet<Atom> {
  if (operand.types !== undefined) return operand.types
  const { side, parts } = operand
  const ofSide = typesByName.get(side) ?? new Map<string, ReadonlySet<Atom>>()
  typesByName.set(side, ofSide)
  const name = nameOf(operand)
  const types = ofSide.get(name) ?? side.reader.normal(parts).types
  ofSide.set(name, types)
  operand.types = types
  return types
}

const typesByName = new WeakMap<Side, Map<string, ReadonlySet<Atom>>>()

/** Returns the short name of a set, equal across sides for the same set. */
export function nameOf(operand: Operand): string {
  operand.name ??= named(operand)
  return operand.name
}

function named({ side, parts, chosen }: Operand): string {
  const shared = chosen.length === 0 ? plainName(side.reader, parts) : undefined
  const long = shared ?? writtenName(side.reader, parts, chosen)
  const ofSide = shared === undefined ? (numbered.get(side) ?? new Map<string, string>()) : ofBoth
  if (shared === undefined) numbered.set(side, ofSide)
  const name = ofSide.get(long) ?? String(last++)
  ofSide.set(long, name)
  return name
}

/** Names a set by its schemas: choices of components by component name, others by location. Equal choices share one answer. */
export function writtenName(reader: SchemaReader, parts: Conjunction, chosen: readonly Pointer[] = []): string {
  const shared = new Map<Pointer, string>()
  const names = parts.map((part) => {
    const name = choiceName(part)
    if (name !== undefined) shared.set(part.pointer, name)
    return name === undefined ? reader.key([part]) : `${name}${part.nullable ? '?' : ''}`
  })
  const groups = chosen.map((pointer) => shared.get(parentOf(pointer)) ?? pointer)
  return [names.join(' & '), ...groups].join(' ! ')
}

const plain = new WeakMap<SchemaReader, WeakMap<JsonObject, string>>()

/** Names a small schema without references by content, such as a date or an identifier, so equal properties share one answer. */
export function plainName(reader: SchemaReader, [part, ...others]: Conjunction): string | undefined {
  if (part === undefined || others.length > 0 || !isObject(part.node)) return undefined
  const ofReader = plain.get(reader) ?? new WeakMap<JsonObject, string>()
  plain.set(reader, ofReader)
  const name = ofReader.get(part.node) ?? plainText(reader.document.dialect, part.node) ?? 'not plain'
  ofReader.set(part.node, name)
  if (name === 'not plain') return undefined
  return `${reader.document.dialect}${part.nullable ? '?' : ''} ${name}`
}

const mostWritten = 20
const plainKeywords = new Set([
  ...['type', 'format', 'enum', 'const', 'pattern', 'nullable', 'readOnly', 'writeOnly', 'deprecated'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'default', 'example'],
])

/** Returns `undefined` for other keywords and for schemas with dropped keywords, which are reported per location. */
function plainText(dialect: Dialect, node: Json): string | undefined {
  if (!isObject(node) || droppedKeywords(node, dialect).length > 0) return undefined
  const keywordTexts: string[] = []
  for (const key of Object.keys(node)) {
    if (key === 'title' || key === 'description') continue
    const value = node[key] ?? null
    const isShort = Array.isArray(value) ? value.length <= mostWritten : true
    if (!plainKeywords.has(key) || !isShort) return undefined
    const text = key === 'items' ? plainText(dialect, value) : canonical(value)
    if (text === undefined) return undefined
    keywordTexts.push(`${key}: ${text}`)
  }
  return `{${keywordTexts.sort().join(', ')}}`
}

const known = new WeakMap<JsonObject, string>()

function choiceName({ node }: SchemaPart): string | undefined {
  if (!isObject(node)) return undefined
  const name = known.get(node) ?? read(node) ?? 'no choice'
  known.set(node, name)
  return name === 'no choice' ? undefined : name
}

function read(node: JsonObject): string | undefined {
  const [keyword = '', ...others] = constraints(node).filter((key) => key !== 'discriminator')
  if ((keyword !== 'oneOf' && keyword !== 'anyOf') || others.length > 0) return undefined
  const refs = ownArray(node, keyword).map(refOf)
  if (!refs.every((ref) => ref !== undefined)) return undefined
  return `${keyword} ${canonical(own(node, 'discriminator') ?? null)} ${refs.join(' | ')}`
}

function refOf(branch: Json): string | undefined {
  const ref = own(branch, '$ref')
  return isObject(branch) && Object.keys(branch).length === 1 && typeof ref === 'string' && ref.startsWith('#/')
    ? ref
    : undefined
}
