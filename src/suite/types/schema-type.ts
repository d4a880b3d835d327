import type { Document } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Way } from '../../model/operation.ts'
import { createAccess } from '../../schema/keywords/access.ts'
import { modernSchema } from '../../schema/keywords/dialect.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'

/** A type as source text. `outer`: the operator next to which it needs parentheses. */
export interface TypeText {
  readonly text: string
  readonly outer?: '&' | '|'
}

export interface SchemaTypes {
  /** Returns the type of a schema. `isDirect`: not inside an object or list. */
  typeOf(node: Json, isDirect?: boolean): TypeText
}

/** Returns the type name for the target of a `$ref`. `isDirect` as in `SchemaTypes`. */
export type NameOf = (pointer: string, isDirect: boolean) => string

const unknown: TypeText = { text: 'unknown' }
const typeNames: ReadonlyMap<Json, string> = new Map(
  ['string', 'number', 'boolean', 'null'].map((name) => [name, name] as const),
).set('integer', 'number')
const plainName = /^([A-Za-z_$][\w$]*|[1-9]\d{0,8})$/

/** Ignores constraints without a TypeScript equivalent: bounds, patterns, `not`, `if`. */
export function createSchemaTypes(document: Document, way: Way, nameOf: NameOf): SchemaTypes {
  const access = createAccess(document, way)

  function typeOf(node: Json, isDirect = false): TypeText {
    const schema = modernSchema(node, document.dialect)
    if (typeof schema === 'boolean') return schema ? unknown : { text: 'never' }
    const parts = [refType(schema, isDirect), ownType(schema)]
    for (const each of ownArray(schema, 'allOf')) parts.push(typeOf(each, isDirect))
    for (const word of ['oneOf', 'anyOf']) {
      const branches = ownArray(schema, word)
      if (branches.length > 0) parts.push(unionOf(branches.map((branch) => typeOf(branch, isDirect))))
    }
    return intersectionOf(parts.filter((part) => part !== undefined))
  }

  function refType(schema: JsonObject, isDirect: boolean): TypeText | undefined {
    const ref = own(schema, '$ref')
    if (typeof ref !== 'string') return undefined
    const target = document.resolve(ref)
    return target === undefined ? unknown : { text: nameOf(target.pointer, isDirect) }
  }

  function ownType(schema: JsonObject): TypeText | undefined {
    if (Object.hasOwn(schema, 'const')) return literal(schema.const as Json)
    const values = ownArray(schema, 'enum')
    if (values.length > 0) return unionOf(values.map(literal))
    const named = typeof schema.type === 'string' ? [schema.type] : ownArray(schema, 'type')
    const types = named.length > 0 ? named : impliedTypes(schema)
    return types.length === 0 ? undefined : unionOf(types.map((type) => ofType(type, schema)))
  }

  function ofType(type: Json, schema: JsonObject): TypeText {
    if (type === 'object') return objectType(schema)
    if (type === 'array') return arrayType(schema)
    // Other values in `type` are invalid.
    return { text: typeNames.get(type) ?? 'unknown' }
  }

  function objectType(schema: JsonObject): TypeText {
    const required = new Set(ownArray(schema, 'required'))
    const hidden = access.hiddenNames(schema)
    const properties = ownEntries(schema, 'properties').filter(([name]) => !hidden.has(name))
    const described = new Set(ownEntries(schema, 'properties').map(([name]) => name))
    const members = properties.map(([name, child]) =>
      member(name, typeOf(child), required.has(name), own(child, 'deprecated') === true),
    )
    for (const name of required) {
      // It is declared in another part of an `allOf`, where it may be optional.
      if (typeof name === 'string' && !described.has(name) && !hidden.has(name))
        members.push(member(name, unknown, true))
    }
    const others = indexSignature(schema, members.length > 0)
    return { text: objectText([...members, ...others]) }
  }

  function indexSignature(schema: JsonObject, hasMembers: boolean): string[] {
    const rest = own(schema, 'additionalProperties')
    const patterns = ownEntries(schema, 'patternProperties').map(([, child]) => child)
    const others = [...patterns, ...(isObject(rest) ? [rest] : [])]
    const isClosed = rest === false && patterns.length === 0
    if (hasMembers && others.length === 0) return []
    // An index signature also applies to the declared properties, so it can't be more specific than `unknown`.
    const isAny = hasMembers || (others.length === 0 && !isClosed)
    const type = isAny ? unknown : unionOf(others.map((each) => typeOf(each)))
    return [`readonly [name: string]: ${type.text}`]
  }

  function arrayType(schema: JsonObject): TypeText {
    const items = own(schema, 'items')
    const rest = typeOf(items ?? true)
    const first = ownArray(schema, 'prefixItems').map((each) => `${wrapped(typeOf(each))}?`)
    if (first.length === 0) return { text: `readonly ${wrapped(rest)}[]`, outer: '&' }
    const others = items === false ? [] : [`...${wrapped(rest)}[]`]
    return { text: `readonly [${[...first, ...others].join(', ')}]`, outer: '&' }
  }

  return { typeOf }
}

/** Renders a property of an object type, `readonly name?: T`, quoting the name if necessary. */
export function member(name: string, { text }: TypeText, isRequired: boolean, isDeprecated = false): string {
  const key = plainName.test(name) ? name : literal(name).text
  return `${isDeprecated ? '/** @deprecated */ ' : ''}readonly ${key}${isRequired ? '' : '?'}: ${text}`
}

/** Renders an object type: up to two members on one line, otherwise one per line. */
export function objectText(members: readonly string[]): string {
  if (members.length === 0) return '{}'
  const line = `{ ${members.join('; ')} }`
  if (members.length <= 2 && !line.includes('\n')) return line
  return `{\n${members.join('\n').replace(/^/gm, '  ')}\n}`
}

export function unionOf(types: readonly TypeText[]): TypeText {
  return joined('|', types, 'never', 'unknown')
}

function intersectionOf(types: readonly TypeText[]): TypeText {
  return joined('&', types, 'unknown', 'never')
}

function joined(operator: '&' | '|', types: readonly TypeText[], neutral: string, whole: string): TypeText {
  const texts = new Map(types.filter(({ text }) => text !== neutral).map((type) => [type.text, type]))
  const [only, another] = texts.values()
  if (only === undefined) return { text: neutral }
  if (texts.has(whole)) return { text: whole }
  if (another === undefined) return only
  const parts = [...texts.values()].map((type) => (type.outer === '|' && operator === '&' ? wrapped(type) : type.text))
  return { text: parts.join(` ${operator} `), outer: operator }
}

function wrapped({ text, outer }: TypeText): string {
  return outer === undefined ? text : `(${text})`
}

function impliedTypes(schema: JsonObject): readonly string[] {
  if (
    ['properties', 'additionalProperties', 'patternProperties', 'required'].some((key) => Object.hasOwn(schema, key))
  ) {
    return ['object']
  }
  return ['items', 'prefixItems'].some((key) => Object.hasOwn(schema, key)) ? ['array'] : []
}

/** Escapes characters that terminals, readers or GitHub Actions could interpret, without changing literals (ECMA-262 §12.9.4). */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped).replace(/##(?=\w*\[)/g, '#\\u0023')
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** Renders a value as a type: JSON, except for escaped characters and the layout of objects. */
function literal(value: Json): TypeText {
  if (Array.isArray(value))
    return { text: `readonly [${value.map((each) => literal(each).text).join(', ')}]`, outer: '&' }
  if (isObject(value)) {
    return { text: objectText(Object.entries(value).map(([name, each]) => member(name, literal(each), true))) }
  }
  if (typeof value !== 'string') return { text: String(value) }
  const text = harmless(JSON.stringify(value))
  return { text: value.includes("'") ? text : `'${text.slice(1, -1).replaceAll('\\"', '"')}'` }
}
