import type { Json } from '../../model/json.ts'
import type { NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { patternExamples } from '../../schema/patterns/example.ts'
import { matchesPattern } from '../../schema/sampling/scalar.ts'
import type { ValueCase } from './case.ts'

/** Letters with accents, of another script and outside the basic plane, as names have them. */
const foreign = 'Zoë 中文 😀'

/** Numbers that an unbounded type allows and programs forget. Proposals, like the others. */
export function unusualNumbers({
  enum: listed,
  types,
  formats,
  bounds,
  multipleOf,
}: NormalSchema): readonly ValueCase[] {
  if (listed !== undefined || !types.has('integer')) return []
  const cases: ValueCase[] = []
  const step = multipleOf?.value ?? 1
  if (!bounds.has('minimum') && !bounds.has('exclusiveMinimum')) cases.push({ what: 'is negative', value: -step })
  if (bounds.has('maximum') || bounds.has('exclusiveMaximum')) return cases
  const sized = largest.find(([name]) => formats.some(({ value }) => value === name))
  const large = sized === undefined ? { what: beyond64Bits, value: 1e20 } : { what: 'is very large', value: sized[1] }
  return [...cases, large]
}

const beyond64Bits = 'is larger than 64 bits hold'

/** Of int64 the largest that every JSON parser reads exactly (RFC 8259 §6). */
const largest: readonly (readonly [string, number])[] = [
  ['int32', 2 ** 31 - 1],
  ['int64', Number.MAX_SAFE_INTEGER],
]

/** Valid values that programs forget: nothing at all, characters beyond ASCII, more than one item. Proposals, like the others. */
export function unusualValues(reader: SchemaReader, normal: NormalSchema, inside: Json): readonly ValueCase[] {
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
  // Away from the bounds, which are cases of their own.
  const room = most === Number.POSITIVE_INFINITY ? most : Math.min(most, Math.max(3, String(inside).length))
  const text = room < 3 ? 'é' : fitting(room)
  const short = least - [...text].length
  const padded = short > 0 && short < 1000 ? text + '中'.repeat(short) : text
  const cases = [{ what: 'has characters beyond ASCII', value: padded }]
  return least === 0 ? [...cases, { what: 'is empty', value: '' }] : cases
}

/** A text for each further alternative of a pattern. */
function otherAlternatives({ types, patterns }: NormalSchema, inside: Json): ValueCase[] {
  const [pattern] = patterns
  if (pattern === undefined || !types.has('string')) return []
  const alternatives = Math.min(pattern.value.split('|').length, mostAlternatives)
  const texts = Array.from({ length: alternatives }, (_, pick) =>
    patternExamples(pattern.value, pick).find((text) => matchesPattern(pattern.value, text, false)),
  )
  // One alternative is no choice: its texts differ in their characters only.
  if (alternatives === 1) return []
  return [...new Set(texts)].flatMap((text, at) =>
    text === undefined || text === inside ? [] : [{ what: `is alternative ${at + 1} of its pattern`, value: text }],
  )
}

const mostAlternatives = 4

/** Lengths are counted in characters (RFC 8259 §8.2 leaves it open how a receiver stores them): no more than this in UTF-16 either. */
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

/** A value of the same type. */
function anotherOf(item: Json): Json {
  if (typeof item === 'string') return `a${item}`
  if (typeof item === 'number') return item + 1
  return typeof item === 'boolean' ? !item : item
}
