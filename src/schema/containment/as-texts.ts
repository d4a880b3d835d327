import type { ListForm, ListForms } from '../../model/diff/change.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { isGuess, markOf } from '../../util/marks.ts'
import { plainText } from '../../util/numbers/exact.ts'
import { numberRange } from '../formats/format-sets.ts'
import { isHidden } from '../keywords/hidden.ts'
import type { Conjunction, Sited } from '../normal-form/normal.ts'
import { integersBetween } from '../patterns/digits.ts'
import { holdsScalar } from './escape-scalars.ts'
import { type Leaf, leavesOf } from './leaf.ts'
import { madePart, type Operand, operandOf } from './operand.ts'

/** Serialization of values as text in one version. A path segment is never empty. */
export interface TextForm {
  readonly list: ListForm
  readonly isSegment?: boolean | undefined
}

export function formOf(text: ListForms | undefined, version: 'base' | 'revision'): TextForm | undefined {
  return text && { list: text[version], isSegment: text.isSegment }
}

/** `written`: the strings clients send for the values. `read`: strings servers certainly parse as the values; there may be more. */
interface Reading extends TextForm {
  readonly as: 'written' | 'read'
  readonly level: number
}

const mostLevels = 5
const never = { not: {} }
const emptyText = { enum: [''] }
const manyTexts = { type: 'array', minItems: 1, items: { type: 'string' } }

/** Returns the serialized values as lists of strings; null and `[]` become one empty string. Undefined if a part can't be translated. */
export function asTexts(operand: Operand, form: TextForm, as: Reading['as']): Operand | undefined {
  const schema = valuesOf(operand, { ...form, as, level: mostLevels })
  return schema && operandOf(operand.side, [madePart(schema)])
}

/** Replaces single-string lists by the value to send, at any depth. */
export function sentAs(value: Json): Json {
  if (Array.isArray(value)) return value.length > 1 ? value : value[0] === '' ? null : (value[0] ?? null)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sentAs(member)]))
    : value
}

function valuesOf(operand: Operand, reading: Reading): JsonObject | undefined {
  return anyOf(reading.level === 0 ? undefined : statedLeaves(operand)?.map((leaf) => valuesIn(leaf, reading)))
}

function anyOf(alternatives: readonly (readonly Json[] | undefined)[] | undefined): JsonObject | undefined {
  if (alternatives === undefined || !alternatives.every((one) => one !== undefined)) return undefined
  const [first, ...others] = alternatives.flat()
  if (first === undefined) return never
  return others.length === 0 && isObject(first) ? first : { anyOf: [first, ...others] }
}

/** Drops assumed keywords: they neither cause nor hide a change. */
function statedLeaves(operand: Operand): readonly Leaf[] | undefined {
  return leavesOf(operand)?.map((leaf) => {
    const { parts, bounds, patterns, formats } = leaf.normal
    const isStated = (keyword: string, { pointer }: Sited<unknown>): boolean =>
      !parts.some((part) => pointer.startsWith(part.pointer) && isGuess(markOf(part.node), keyword))
    const stated = {
      bounds: new Map([...bounds].filter(([keyword, bound]) => isStated(keyword, bound))),
      patterns: patterns.filter((pattern) => isStated('pattern', pattern)),
      formats: formats.filter((format) => isStated('format', format)),
    }
    return { ...leaf, normal: { ...leaf.normal, ...stated } }
  })
}

function valuesIn(leaf: Leaf, reading: Reading): readonly Json[] | undefined {
  const { normal, nots, undecided } = leaf
  // A schema with numeric limits but no `type` allows any string, yet is meant for numbers.
  const isLimited = normal.multipleOf !== undefined || (normal.typePointer === undefined && normal.bounds.size > 0)
  const isMeantAsNumber = normal.types.has('string') && normal.enum === undefined && isLimited
  if (nots.length + undecided.length > 0 || isMeantAsNumber) return undefined
  const single = textsIn(leaf, reading).map((items) => ({ type: 'array', minItems: 1, maxItems: 1, items }))
  if (normal.enum !== undefined) return normal.enum.value.some(isStructure) ? undefined : single
  const [lists, objects] = [
    normal.types.has('array') ? listsIn(leaf, reading) : [],
    normal.types.has('object') ? objectsIn(leaf, reading) : [],
  ]
  return lists && objects && [...single, ...lists, ...objects, ...(isReadWhole(leaf, reading) ? [manyTexts] : [])]
}

/** Returns whether a delimited list can also be parsed as one string. */
function isReadWhole({ normal: { types, bounds, patterns, formats } }: Leaf, { as, list }: Reading): boolean {
  const isAny = bounds.size + patterns.length + formats.length === 0
  return as === 'read' && list !== 'repeated' && types.has('string') && isAny
}

function isStructure(value: Json): boolean {
  return typeof value === 'object' && value !== null
}

function listsIn({ side, normal }: Leaf, reading: Reading): readonly Json[] | undefined {
  const { bounds, prefixItems, itemsClosed, uniqueItems } = normal
  const leaves = statedLeaves(operandOf(side, normal.items))
  const items = anyOf(leaves?.map((leaf) => (isOfTexts(leaf) ? textsIn(leaf, reading) : undefined)))
  if (items === undefined || prefixItems.length > 0 || itemsClosed) return undefined
  const [least, most] = [bounds.get('minItems')?.value ?? 0, bounds.get('maxItems')?.value]
  const sizes = { minItems: Math.max(1, least), ...(most === undefined ? {} : { maxItems: most }) }
  const list = { type: 'array', items, ...sizes, ...(uniqueItems?.value === true ? { uniqueItems: true } : {}) }
  const empty = { type: 'array', items: emptyText, minItems: 1, maxItems: 1 }
  return least > 0 || reading.isSegment ? [list] : [list, empty]
}

/** Returns whether items are strings. Untyped items count as strings; nested lists and objects are not supported. */
function isOfTexts({ normal, nots, undecided }: Leaf): boolean {
  const isPlain = nots.length + undecided.length === 0 && normal.enum?.value.some(isStructure) !== true
  return isPlain && (normal.types.has('string') || !(normal.types.has('array') || normal.types.has('object')))
}

function objectsIn({ side, normal }: Leaf, reading: Reading): readonly Json[] | undefined {
  const { properties, required, patternProperties, dependentRequired, bounds, additional, closed } = normal
  if (patternProperties.size + dependentRequired.size > 0) return undefined
  const schemaOf = (parts: Conjunction) => valuesOf(operandOf(side, parts), { ...reading, level: reading.level - 1 })
  const members = [...properties].map(([name, parts]) => {
    const flag = side.way === 'request' ? { readOnly: true } : { writeOnly: true }
    return [name, isHidden(side.reader, parts, side.way) ? flag : schemaOf(parts)] as const
  })
  const rest = closed ? false : additional.length === 0 || schemaOf(additional)
  if (rest === undefined || members.some(([, schema]) => schema === undefined)) return undefined
  const sizes = [...bounds].filter(([keyword]) => keyword.endsWith('Properties'))
  return [
    {
      ...Object.fromEntries(sizes.map(([keyword, { value }]) => [keyword, value])),
      type: 'object',
      properties: Object.fromEntries(members) as JsonObject,
      required: [...required.keys()],
      additionalProperties: rest,
    },
  ]
}

/** Returns schemas for the strings of a leaf's scalars. */
function textsIn(leaf: Leaf, reading: Reading): readonly JsonObject[] {
  const { normal } = leaf
  const isFree = (text: JsonObject) => (reading.isSegment ? { allOf: [text, { minLength: 1 }] } : text)
  if (normal.enum !== undefined) {
    const listed = normal.enum.value.filter((value) => !isStructure(value) && holdsScalar(leaf, value) !== false)
    return listed.length === 0 ? [] : [isFree({ type: 'string', enum: [...new Set(listed.map(textOf))] })]
  }
  const numbers = numbersIn(leaf, reading)
  return [
    ...(normal.types.has('string') ? [isFree(stringsIn(leaf))] : []),
    ...(numbers.length === 0 ? [] : [{ type: 'string', pattern: `^(?:${numbers.join('|')})$` }]),
    ...(normal.types.has('null') && !reading.isSegment ? [{ type: 'string', ...emptyText }] : []),
  ]
}

function textOf(value: Json): string {
  return typeof value === 'number' ? plainText(value) : value === null ? '' : String(value)
}

function stringsIn({ normal: { bounds, patterns, formats } }: Leaf): JsonObject {
  const keywords: JsonObject[] = [
    ...[...bounds]
      .filter(([keyword]) => keyword.endsWith('Length'))
      .map(([keyword, { value }]) => ({ [keyword]: value })),
    ...patterns.map(({ value }) => ({ pattern: value })),
    ...formats.map(({ value }) => ({ format: value })),
  ]
  return { type: 'string', ...(keywords.length === 0 ? {} : { allOf: keywords }) }
}

/** Returns patterns for numbers and booleans: integers as digits, other numbers as JSON, because OpenAPI defines no number format. */
function numbersIn({ normal }: Leaf, { as }: Reading): readonly string[] {
  const { types, bounds, multipleOf } = normal
  const { least, most, isWhole } = numberRange(normal)
  const isRead = as === 'read'
  const isExact = multipleOf === undefined && ![...bounds.keys()].some((key) => key.startsWith('excl'))
  const isReadable = !isRead || isExact
  // Only safe integers can be turned into a pattern.
  const [from, to] = [Math.ceil(least), Math.floor(most)].map((value) =>
    Math.abs(value) <= Number.MAX_SAFE_INTEGER || Math.abs(value) === Number.POSITIVE_INFINITY
      ? value
      : Math.sign(value) * (isRead ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY),
  )
  const integers = integersBetween(from ?? least, to ?? most, isRead)
  const isNatural = [...bounds].every(([keyword, { value }]) => keyword === 'minimum' && value === 0)
  const sign = least >= 0 ? '' : '-?'
  const fractions = isRead
    ? `${sign}[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`
    : `${sign}(?:0|[1-9][0-9]*)(?:\\.[0-9]+(?:e-[0-9]+)?|e-[0-9]+)`
  return [
    ...(types.has('boolean') ? ['true', 'false'] : []),
    ...(types.has('integer') && isReadable && integers !== undefined ? [integers] : []),
    ...(types.has('fraction') && isReadable && !isWhole && (isNatural || bounds.size === 0 || !isRead)
      ? [fractions]
      : []),
  ]
}
