import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import { compareNumbers } from '../../util/numbers/exact.ts'
import type { NormalSchema, Sited } from '../normal-form/normal.ts'

export interface NumberSet {
  readonly least: number
  readonly most: number
  /** Integers only. */
  readonly isWhole: boolean
}

const whole = (least: number, most: number): NumberSet => ({ least, most, isWhole: true })
const largestFloat = 3.4028234663852886e38

/** Number formats of the OpenAPI format registry. `double` is missing because it allows every JSON number. */
const numberSets: ReadonlyMap<string, NumberSet> = new Map([
  ['int8', whole(-(2 ** 7), 2 ** 7 - 1)],
  ['int16', whole(-(2 ** 15), 2 ** 15 - 1)],
  ['int32', whole(-(2 ** 31), 2 ** 31 - 1)],
  // 2^63 - 1 isn't a double; parsers round it to 2^63.
  ['int64', whole(-(2 ** 63), 2 ** 63)],
  ['uint8', whole(0, 2 ** 8 - 1)],
  ['uint16', whole(0, 2 ** 16 - 1)],
  ['uint32', whole(0, 2 ** 32 - 1)],
  ['uint64', whole(0, 2 ** 64)],
  ['double-int', whole(-(2 ** 53) + 1, 2 ** 53 - 1)],
  ['float', { least: -largestFloat, most: largestFloat, isWhole: false }],
])

/** String formats with a defined syntax (JSON Schema 2020-12 §7.3, OpenAPI format registry). Others, such as `password`, only annotate. */
const textFormats = new Set(
  `date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid
  uri-template json-pointer relative-json-pointer regex base64url char date-time-local time-local http-date decimal
  decimal128`.split(/\s+/),
)

/** Formats that contain all values of the key format. */
const containedFormats: Readonly<Record<string, readonly string[]>> = {
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
}

export function numbersOf(format: string): NumberSet | undefined {
  return numberSets.get(format)
}

/** Returns the formats that reject some value of the schema's types. */
export function restrictingFormats({ formats, types }: Pick<NormalSchema, 'formats' | 'types'>): Sited<string>[] {
  const isNumeric = types.has('integer') || types.has('fraction')
  return formats.filter(({ value }) =>
    numberSets.has(value) ? isNumeric : types.has('string') && textFormats.has(value),
  )
}

/** Returns whether one format contains all values of the other. */
export function isContainedFormat(inner: string, outer: string): boolean {
  return inner === outer || containedFormats[inner]?.includes(outer) === true
}

/** Returns the range of numbers a schema allows by bounds and formats, ignoring `multipleOf` and `enum`. */
export function numberRange({ bounds, formats, types }: Pick<NormalSchema, 'bounds' | 'formats' | 'types'>): NumberSet {
  const sets = formats.flatMap(({ value }) => numberSets.get(value) ?? [])
  const limitsOf = (limit: BoundKeyword, open: BoundKeyword, more: readonly number[]): readonly number[] => [
    ...[limit, open].flatMap((keyword) => bounds.get(keyword)?.value ?? []),
    ...more,
  ]
  // Numbers too precise for a double are stand-ins, compared by their digits.
  const greater = (a: number, b: number): number => (compareNumbers(a, b) < 0 ? b : a)
  const smaller = (a: number, b: number): number => (compareNumbers(a, b) > 0 ? b : a)
  return {
    least: limitsOf(
      'minimum',
      'exclusiveMinimum',
      sets.map(({ least }) => least),
    ).reduce(greater, -Infinity),
    most: limitsOf(
      'maximum',
      'exclusiveMaximum',
      sets.map(({ most }) => most),
    ).reduce(smaller, Infinity),
    isWhole: !types.has('fraction') || sets.some(({ isWhole }) => isWhole),
  }
}

const longestRange = 100

/** Returns all values of a schema with few integers, or with only the empty string; otherwise `undefined`. */
export function fewValues(normal: NormalSchema): readonly Json[] | undefined {
  const types = [...normal.types].filter((atom) => atom !== 'null')
  if (types.length !== 1) return undefined
  if (types[0] === 'string') return normal.bounds.get('maxLength')?.value === 0 ? [''] : undefined
  const { least, most } = numberRange(normal)
  // Adding 1 to an unsafe integer may return the same double.
  const isCountable = Number.isSafeInteger(least) && Number.isSafeInteger(most)
  if (types[0] !== 'integer' || !isCountable || most - least >= longestRange) return undefined
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index)
}
