import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import { isMultipleOf } from '../../util/numbers/decimal.ts'
import { compareNumbers, numberText } from '../../util/numbers/exact.ts'
import { formats } from '../formats/formats.ts'
import type { NormalSchema } from '../normal-form/normal.ts'
import { patternExamples } from '../patterns/example.ts'
import { compilePattern } from '../patterns/patterns.ts'

/** Keywords for strings and numbers, with the allowed types. */
export type ScalarKeywords = Pick<NormalSchema, 'types' | 'bounds' | 'patterns' | 'formats' | 'multipleOf'>

/** Returns whether a string or number satisfies lengths, bounds, patterns and known formats; true for other types. */
export function fitsScalar(value: Json, normal: ScalarKeywords): boolean {
  if (typeof value === 'string') return fitsText(value, normal)
  return typeof value === 'number' ? fitsNumber(value, normal) : true
}

function fitsText(value: string, { bounds, patterns, formats: named }: ScalarKeywords): boolean {
  // Lengths count code points, not UTF-16 units (JSON Schema 2020-12 §6.3).
  const length = [...value].length
  return (
    length >= (bounds.get('minLength')?.value ?? 0) &&
    length <= (bounds.get('maxLength')?.value ?? Infinity) &&
    patterns.every((pattern) => matchesPattern(pattern.value, value, true)) &&
    named.every((format) => hasFormat(value, format.value))
  )
}

/** Returns `otherwise` for a pattern that can't be compiled, since the caller validates the sample. */
export function matchesPattern(pattern: string, value: string, otherwise: boolean): boolean {
  try {
    return compilePattern(pattern).test(value)
  } catch {
    return otherwise
  }
}

function fitsNumber(value: number, { bounds, multipleOf, types, formats: named }: ScalarKeywords): boolean {
  const over = (keyword: BoundKeyword, otherwise: number): number =>
    compareNumbers(value, bounds.get(keyword)?.value ?? otherwise)
  return (
    types.has(Number.isInteger(value) ? 'integer' : 'fraction') &&
    over('minimum', -Infinity) >= 0 &&
    over('maximum', Infinity) <= 0 &&
    over('exclusiveMinimum', -Infinity) > 0 &&
    over('exclusiveMaximum', Infinity) < 0 &&
    (multipleOf === undefined || isMultipleOf(numberText(value), numberText(multipleOf.value))) &&
    named.every((format) => hasFormat(value, format.value))
  )
}

/** Returns whether a value conforms to a format; true for unchecked formats and other types. */
export function hasFormat(value: string | number, name: string): boolean {
  const format = formats.get(name)
  if (typeof format !== 'object' || format instanceof RegExp || format.async === true) return true
  // The format applies to another type.
  if ((format.type ?? 'string') !== typeof value || typeof format.validate !== 'function') return true
  return (format.validate as (value: string | number) => boolean)(value)
}

/** Returns a valid number; each `variant` selects a different one. */
export function sampleNumber(normal: NormalSchema, variant: number): number | undefined {
  const { bounds, multipleOf } = normal
  const low = bounds.get('minimum')?.value ?? bounds.get('exclusiveMinimum')?.value
  const high = bounds.get('maximum')?.value ?? bounds.get('exclusiveMaximum')?.value
  const step = multipleOf?.value ?? 1
  const around = low === undefined ? [] : [low, roundUp(low, step), roundUp(low, step) + step, Math.ceil(low)]
  const middle = low !== undefined && high !== undefined ? [(low + high) / 2] : []
  const below = high === undefined ? [] : [high, high - step, -roundUp(-high, step), -roundUp(-high, step) - step]
  const candidates = [1, 0, ...around, ...middle, ...below, step].filter((value) => fitsNumber(value, normal))
  const [first] = candidates
  if (first === undefined || variant === 0) return first
  return [first + variant * step, first - variant * step, ...candidates].find(
    (value) => value !== first && fitsNumber(value, normal),
  )
}

/** Rounds up to a multiple. `toPrecision` removes binary errors of steps such as 0.01. */
function roundUp(value: number, step: number): number {
  return Number((Math.ceil(value / step) * step).toPrecision(12))
}

const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-01-02',
  time: '03:04:05Z',
  'date-time': '2026-01-02T03:04:05Z',
  duration: 'P1D',
  email: 'somebody@example.com',
  'idn-email': 'somebody@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/path',
  'iri-reference': '/path',
  'uri-template': '/path/{name}',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  'json-pointer': '/a',
  'relative-json-pointer': '0',
  regex: 'a',
  byte: 'dGV4dA==',
}

/** Returns a valid string; each `variant` selects a different one. */
export function sampleText(normal: ScalarKeywords, variant: number): string | undefined {
  const { bounds, patterns } = normal
  const least = bounds.get('minLength')?.value ?? 0
  if (least > 100_000) return undefined
  const most = bounds.get('maxLength')?.value ?? Infinity
  const plain = `text${variant === 0 ? '' : variant}`.padEnd(least, 'a').slice(0, Math.max(0, Math.min(most, 100_000)))
  // The variant comes first, because truncation would remove it from the end.
  const short = `${variant}`.padEnd(least, 'a')
  const formatted = normal.formats.flatMap((format) => {
    const text = Object.hasOwn(ofFormat, format.value) ? ofFormat[format.value] : undefined
    return text === undefined ? [] : variant === 0 ? [text] : variantsOf(text, variant)
  })
  const patterned = patterns.flatMap((pattern) => patternExamples(pattern.value, variant))
  return [...formatted, plain, short, ...patterned].find((text) => fitsText(text, normal))
}

/** Returns the string with its last digit or letter changed. */
function variantsOf(text: string, variant: number): readonly string[] {
  return [
    text.replace(/\d(?=\D*$)/, String(variant % 10)),
    text.replace(/[a-z](?=[^a-z]*$)/, String.fromCharCode(97 + (variant % 26))),
  ]
}
