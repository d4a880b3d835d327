import type { Json } from '../../model/json.ts'
import type { NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import type { ValueCase } from './case.ts'

/** Letters with accents, of another script and outside the basic plane, as names have them. */
const foreign = 'Zoë 中文 😀'

/** Valid values that programs forget: nothing at all, characters beyond ASCII, more than one item. Proposals, like the others. */
export function unusualValues(reader: SchemaReader, normal: NormalSchema, inside: Json): readonly ValueCase[] {
  if (normal.enum !== undefined) return []
  return [...unusualTexts(normal, inside), ...unusualLists(reader, normal, inside)]
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
