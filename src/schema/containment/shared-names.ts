import type { Dialect } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import { droppedKeywords } from '../keywords/dialect.ts'
import { constraints } from '../normal-form/branches.ts'
import type { Conjunction, SchemaPart, SchemaReader } from '../normal-form/normal.ts'

/**
 * Names a set by its schemas, equal for the same set wherever it is written: a choice of components alone by these, anything else by
 * its location. Descriptions repeat such choices, and every question about one is a question about all.
 */
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

/**
 * Names a set of one schema by what it says, if that is little and refers to nothing: an identifier, a date, a list of names. Most
 * properties are written like others, so a question about one is a question about all, of either version.
 */
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

/** Undefined for a schema of other keywords, and for one of which something is dropped: that is reported for each location. */
function plainText(dialect: Dialect, node: Json): string | undefined {
  if (!isObject(node) || droppedKeywords(node, dialect).length > 0) return undefined
  const said: string[] = []
  for (const key of Object.keys(node)) {
    if (key === 'title' || key === 'description') continue
    const value = node[key] ?? null
    const isShort = Array.isArray(value) ? value.length <= mostWritten : true
    if (!plainKeywords.has(key) || !isShort) return undefined
    const text = key === 'items' ? plainText(dialect, value) : canonical(value)
    if (text === undefined) return undefined
    said.push(`${key}: ${text}`)
  }
  return `{${said.sort().join(', ')}}`
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
