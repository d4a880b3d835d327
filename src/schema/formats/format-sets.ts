import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import { compareNumbers } from '../../numbers/exact.ts'
import type { NormalSchema, Sited } from '../normal-form/normal.ts'

/** The numbers a format allows. */
export interface NumberSet {
  readonly least: number
  readonly most: number
  /** No fractions. */
  readonly isWhole: boolean
}

const whole = (least: number, most: number): NumberSet => ({ least, most, isWhole: true })
const largestFloat = 3.4028234663852886e38

/** Formats of numbers in the OpenAPI format registry; `double` is what JSON's numbers are anyway. */
const numberSets: ReadonlyMap<string, NumberSet> = new Map([
  ['int8', whole(-(2 ** 7), 2 ** 7 - 1)],
  ['int16', whole(-(2 ** 15), 2 ** 15 - 1)],
  ['int32', whole(-(2 ** 31), 2 ** 31 - 1)],
  // 2^63 - 1 is no double; the next one is what readers make of it.
  ['int64', whole(-(2 ** 63), 2 ** 63)],
  ['uint8', whole(0, 2 ** 8 - 1)],
  ['uint16', whole(0, 2 ** 16 - 1)],
  ['uint32', whole(0, 2 ** 32 - 1)],
  ['uint64', whole(0, 2 ** 64)],
  ['double-int', whole(-(2 ** 53) + 1, 2 ** 53 - 1)],
  ['float', { least: -largestFloat, most: largestFloat, isWhole: false }],
])

/**
 * Formats that refuse some texts: those of JSON Schema 2020-12 §7.3 and of the OpenAPI format registry that name a syntax.
 * Any other one (`password`, `url`, `string` …) is an annotation.
 */
const textFormats = new Set(
  `date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid
  uri-template json-pointer relative-json-pointer regex base64url char date-time-local time-local http-date decimal
  decimal128`.split(/\s+/),
)

/** Formats of texts of which the first's values are all among the second's. */
const containedFormats: Readonly<Record<string, readonly string[]>> = {
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
}

/** The numbers of a format, where it is one of numbers. */
export function numbersOf(format: string): NumberSet | undefined {
  return numberSets.get(format)
}

/** The formats of a schema that refuse some value of its types. */
export function restrictingFormats({ formats, types }: Pick<NormalSchema, 'formats' | 'types'>): Sited<string>[] {
  const isNumeric = types.has('integer') || types.has('fraction')
  return formats.filter(({ value }) =>
    numberSets.has(value) ? isNumeric : types.has('string') && textFormats.has(value),
  )
}

/** Whether each text of one format is one of the other. */
export function isContainedFormat(inner: string, outer: string): boolean {
  return inner === outer || containedFormats[inner]?.includes(outer) === true
}

/** The numbers a schema allows, by bounds and formats together; steps and listed values aside. */
export function numberRange({ bounds, formats, types }: Pick<NormalSchema, 'bounds' | 'formats' | 'types'>): NumberSet {
  const sets = formats.flatMap(({ value }) => numberSets.get(value) ?? [])
  const held = (limit: BoundKeyword, open: BoundKeyword, more: readonly number[]): readonly number[] => [
    ...[limit, open].flatMap((keyword) => bounds.get(keyword)?.value ?? []),
    ...more,
  ]
  // Numbers that no double holds are stand-ins: they are compared by their digits.
  const greater = (a: number, b: number): number => (compareNumbers(a, b) < 0 ? b : a)
  const smaller = (a: number, b: number): number => (compareNumbers(a, b) > 0 ? b : a)
  return {
    least: held(
      'minimum',
      'exclusiveMinimum',
      sets.map(({ least }) => least),
    ).reduce(greater, -Infinity),
    most: held(
      'maximum',
      'exclusiveMaximum',
      sets.map(({ most }) => most),
    ).reduce(smaller, Infinity),
    isWhole: !types.has('fraction') || sets.some(({ isWhole }) => isWhole),
  }
}

const longestRange = 100

/** The values of a schema of which few whole numbers, or only the empty text, satisfy its type and bounds. */
export function fewValues(normal: NormalSchema): readonly Json[] | undefined {
  const types = [...normal.types].filter((atom) => atom !== 'null')
  if (types.length !== 1) return undefined
  if (types[0] === 'string') return normal.bounds.get('maxLength')?.value === 0 ? [''] : undefined
  const { least, most } = numberRange(normal)
  // Beyond the safe integers doubles do not count up.
  const isCountable = Number.isSafeInteger(least) && Number.isSafeInteger(most)
  if (types[0] !== 'integer' || !isCountable || most - least >= longestRange) return undefined
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index)
}
