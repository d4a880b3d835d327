import type { Json } from '../../model/json.ts'
import { atomOf } from '../../schema/keywords/atoms.ts'
import type { NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { patternExamples } from '../../schema/patterns/example.ts'
import { matchesPattern } from '../../schema/sampling/scalar.ts'
import { isObject } from '../../util/json.ts'
import type { ValueCase } from './case.ts'

/** Accented letters, another script and a character outside the basic plane. */
const foreign = 'Zoë 中文 😀'

const beyond64Bits = 'is larger than 64 bits hold'

/** Largest values; for int64 the largest that every JSON parser reads exactly (RFC 8259 §6). */
const largest: readonly (readonly [string, number])[] = [
  ['int32', 2 ** 31 - 1],
  ['int64', Number.MAX_SAFE_INTEGER],
]

const mostAlternatives = 4

/** Maximum length to send; longer values would test intermediaries rather than the application. */
const longest = 20_000

/** Proposes values just outside each constraint, derived from a valid value. The caller must validate them. */
export function invalidValues(normal: NormalSchema, inside: Json): readonly ValueCase[] {
  return [...wrongTypes(normal), ...outsiders(normal), ...outsideBounds(normal, inside), ...misses(normal, inside)]
}

/** Proposes values at the bounds of each constraint and all enum values. The caller must validate them. */
export function validValues(reader: SchemaReader, normal: NormalSchema, inside: Json): readonly ValueCase[] {
  const listed = normal.enum?.value ?? []
  const values: ValueCase[] = listed.map((value) => ({ what: `is ${JSON.stringify(value)}`, value }))
  if (normal.types.has('null')) values.push({ what: 'is null', value: null })
  if (normal.enum === undefined && normal.types.has('boolean')) {
    values.push({ what: 'is true', value: true }, { what: 'is false', value: false })
  }
  return [...values, ...unusualValues(reader, normal, inside), ...atBounds(normal, inside), ...unusualNumbers(normal)]
}

const strangers: readonly Json[] = ['not-a-value-of-the-type', 123.25, true, ['specdrift'], { specdrift: true }]

/** Values that incomplete type checks accept, because they are empty or also have members. */
const impostors = [
  { what: 'is false', instead: 'string', value: false },
  { what: 'is an object', instead: 'string', value: {} },
  { what: 'is a list', instead: 'object', value: [{ specdrift: true }] },
] as const

function wrongTypes({ types, enum: listed, patterns, formats }: NormalSchema): ValueCase[] {
  const found: ValueCase[] = []
  const stranger = strangers.find((value) => !types.has(atomOf(value)))
  if (stranger !== undefined) found.push({ what: 'has a wrong type', value: stranger })
  // With an enum, pattern or format, these values would violate that first. Separate cases cover these keywords.
  const isChecked = listed !== undefined || patterns.length + formats.length > 0
  for (const { what, instead, value } of isChecked ? [] : impostors) {
    if (types.has(instead) && !types.has(atomOf(value))) found.push({ what, value })
  }
  if (types.has('integer') && !types.has('fraction')) found.push({ what: 'has a fraction', value: 1.5 })
  if (!types.has('null')) found.push({ what: 'is null', value: null })
  return found
}

function outsiders(normal: NormalSchema): ValueCase[] {
  if (normal.enum === undefined) return []
  const isText = normal.enum.value.some((value) => typeof value === 'string')
  return [{ what: 'is not a listed value', value: isText ? 'SPECDRIFT_OUTSIDER' : 987654321 }]
}

function bound(normal: NormalSchema, keyword: Parameters<NormalSchema['bounds']['get']>[0]): number | undefined {
  return normal.bounds.get(keyword)?.value
}

/** Returns the smallest step between values: `multipleOf`, else 1 for integers and 0.01 for other numbers. */
function stepOf({ types, multipleOf }: NormalSchema): number {
  return multipleOf?.value ?? (types.has('fraction') ? 0.01 : 1)
}

function outsideBounds(normal: NormalSchema, inside: Json): ValueCase[] {
  const step = stepOf(normal)
  const cases: ValueCase[] = []
  const add = (what: string, value: Json | undefined): void => {
    if (value !== undefined) cases.push({ what, value })
  }
  const shift = (limit: number | undefined, by: number) => (limit === undefined ? undefined : exact(limit + by))
  add('is below its minimum', shift(bound(normal, 'minimum'), -step))
  add('is above its maximum', shift(bound(normal, 'maximum'), step))
  add('is its exclusive minimum', bound(normal, 'exclusiveMinimum'))
  add('is its exclusive maximum', bound(normal, 'exclusiveMaximum'))
  add('is shorter than allowed', resizedText(inside, shift(bound(normal, 'minLength'), -1)))
  add('is longer than allowed', resizedText(inside, shift(bound(normal, 'maxLength'), 1)))
  add('has too few items', resizedList(inside, shift(bound(normal, 'minItems'), -1)))
  add('has too many items', resizedList(inside, shift(bound(normal, 'maxItems'), 1)))
  add('has too few properties', resizedObject(inside, shift(bound(normal, 'minProperties'), -1)))
  add('has too many properties', resizedObject(inside, shift(bound(normal, 'maxProperties'), 1)))
  return cases
}

function atBounds(normal: NormalSchema, inside: Json): ValueCase[] {
  const step = stepOf(normal)
  const cases: ValueCase[] = []
  const add = (what: string, value: Json | undefined): void => {
    if (value !== undefined) cases.push({ what, value })
  }
  const [above, below] = [bound(normal, 'exclusiveMinimum'), bound(normal, 'exclusiveMaximum')]
  add('is its minimum', bound(normal, 'minimum'))
  add('is its maximum', bound(normal, 'maximum'))
  add('is just above its exclusive minimum', above === undefined ? undefined : exact(above + step))
  add('is just below its exclusive maximum', below === undefined ? undefined : exact(below - step))
  add('is as short as allowed', resizedText(inside, bound(normal, 'minLength')))
  add('is as long as allowed', resizedText(inside, bound(normal, 'maxLength')))
  add('has as few items as allowed', resizedList(inside, bound(normal, 'minItems')))
  add('has as many items as allowed', resizedList(inside, bound(normal, 'maxItems')))
  return cases
}

function misses(normal: NormalSchema, inside: Json): ValueCase[] {
  const { patterns, formats, multipleOf, uniqueItems } = normal
  const cases: ValueCase[] = []
  if (patterns.length > 0) cases.push({ what: 'does not match its pattern', value: '~!specdrift!~' })
  const numeric = formats.find(({ value }) => value === 'int32')
  if (numeric !== undefined) cases.push({ what: 'is no int32', value: 2 ** 31 })
  const [format] = formats.filter(({ value }) => !/^(int|float|double)/.test(value))
  if (format !== undefined) cases.push({ what: `is no ${format.value}`, value: 'not: a {formatted} text' })
  if (multipleOf !== undefined && typeof inside === 'number') {
    cases.push({ what: `is no multiple of ${multipleOf.value}`, value: exact(inside + multipleOf.value / 2) })
  }
  if (uniqueItems !== undefined && Array.isArray(inside) && inside[0] !== undefined) {
    cases.push({ what: 'has an item twice', value: [...inside, inside[0]] })
  }
  return cases
}

/** Rounds away floating-point errors: 0.1 + 0.2 becomes 0.3. */
function exact(sum: number): number {
  return Number(sum.toPrecision(15))
}

function resizedText(inside: Json, length: number | undefined): string | undefined {
  if (typeof inside !== 'string' || length === undefined || length < 0 || length > longest) return undefined
  const characters = [...inside]
  const filler = characters.at(-1) ?? 'a'
  return characters.length >= length
    ? characters.slice(0, length).join('')
    : inside + filler.repeat(length - characters.length)
}

function resizedList(inside: Json, length: number | undefined): Json | undefined {
  if (!Array.isArray(inside) || length === undefined || length < 0 || length > longest) return undefined
  if (length <= inside.length) return inside.slice(0, length)
  const [item] = inside
  return item === undefined ? undefined : [...inside, ...Array.from({ length: length - inside.length }, () => item)]
}

function resizedObject(inside: Json, size: number | undefined): Json | undefined {
  if (!isObject(inside) || size === undefined || size < 0 || size > 1000) return undefined
  const entries = Object.entries(inside).slice(0, size)
  const more = Array.from({ length: size - entries.length }, (_, index): [string, Json] => [
    `specdrift${index + 1}`,
    'x',
  ])
  return Object.fromEntries([...entries, ...more])
}

/** Proposes numbers within unbounded types that programs often don't expect. */
function unusualNumbers({ enum: listed, types, formats, bounds, multipleOf }: NormalSchema): readonly ValueCase[] {
  if (listed !== undefined || !types.has('integer')) return []
  const cases: ValueCase[] = []
  const step = multipleOf?.value ?? 1
  if (!bounds.has('minimum') && !bounds.has('exclusiveMinimum')) cases.push({ what: 'is negative', value: -step })
  if (bounds.has('maximum') || bounds.has('exclusiveMaximum')) return cases
  const sized = largest.find(([name]) => formats.some(({ value }) => value === name))
  const large = sized === undefined ? { what: beyond64Bits, value: 1e20 } : { what: 'is very large', value: sized[1] }
  return [...cases, large]
}

/** Proposes valid values that programs often don't expect: empty, non-ASCII, multiple items. */
function unusualValues(reader: SchemaReader, normal: NormalSchema, inside: Json): readonly ValueCase[] {
  if (normal.enum !== undefined) return []
  return [
    ...unusualTexts(normal, inside),
    ...otherAlternatives(normal, inside),
    ...unusualLists(reader, normal, inside),
  ]
}

function unusualTexts({ types, patterns, formats, bounds }: NormalSchema, inside: Json): ValueCase[] {
  if (!types.has('string') || patterns.length + formats.length > 0) return []
  const least = bounds.get('minLength')?.value ?? 0
  const most = bounds.get('maxLength')?.value ?? Number.POSITIVE_INFINITY
  // Stays away from the length limits, which have separate cases.
  const room = most === Number.POSITIVE_INFINITY ? most : Math.min(most, Math.max(3, String(inside).length))
  const text = room < 3 ? 'é' : fitting(room)
  const short = least - [...text].length
  const padded = short > 0 && short < 1000 ? text + '中'.repeat(short) : text
  const cases = [{ what: 'has characters beyond ASCII', value: padded }]
  return least === 0 ? [...cases, { what: 'is empty', value: '' }] : cases
}

/** Returns a string for each further alternative of a pattern. */
function otherAlternatives({ types, patterns }: NormalSchema, inside: Json): ValueCase[] {
  const [pattern] = patterns
  if (pattern === undefined || !types.has('string')) return []
  const alternatives = Math.min(pattern.value.split('|').length, mostAlternatives)
  const texts = Array.from({ length: alternatives }, (_, pick) =>
    patternExamples(pattern.value, pick).find((text) => matchesPattern(pattern.value, text, false)),
  )
  // Strings for a single alternative differ only in their characters.
  if (alternatives === 1) return []
  return [...new Set(texts)].flatMap((text, at) =>
    text === undefined || text === inside ? [] : [{ what: `is alternative ${at + 1} of its pattern`, value: text }],
  )
}

/** Truncates non-ASCII text to a maximum length in UTF-16 code units, because RFC 8259 §8.2 doesn't define how receivers count. */
function fitting(most: number): string {
  const characters = [...foreign]
  while (characters.join('').length > most) characters.pop()
  return characters.join('').trim()
}

function unusualLists(reader: SchemaReader, normal: NormalSchema, inside: Json): ValueCase[] {
  if (!normal.types.has('array')) return []
  const cases: ValueCase[] = normal.bounds.has('minItems') ? [] : [{ what: 'is empty', value: [] }]
  const [item] = Array.isArray(inside) ? inside : []
  if (item === undefined) return cases
  const { enum: listed } = reader.normal(normal.items.flatMap(reader.enter))
  const another = listed === undefined ? anotherOf(item) : listed.value.find((value) => value !== item)
  return another === undefined ? cases : [...cases, { what: 'has two items', value: [item, another] }]
}

function anotherOf(item: Json): Json {
  if (typeof item === 'string') return `a${item}`
  if (typeof item === 'number') return item + 1
  return typeof item === 'boolean' ? !item : item
}
