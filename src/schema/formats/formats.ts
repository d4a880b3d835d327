import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { compareDecimals } from '../../numbers/decimal.ts'
import { digitsOf, numberText } from '../../numbers/exact.ts'
import { isPlainDateTime } from './date-time.ts'
import { isMailbox } from './mailbox.ts'

/** RFC 3339 §5.6: a `T`, a colon in the offset; ajv-formats lets a blank and `+0000` pass. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** RFC 9562 §4; ajv-formats lets the `urn:uuid:` of its §5 pass, which parsers of UUIDs refuse. */
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

const isDateTime = checker('date-time')

const standard = [
  'date',
  'time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'relative-json-pointer',
  'regex',
  'byte',
] as const

/**
 * The formats that are checked: those of JSON Schema 2020-12 that ajv-formats knows, `date-time` held to
 * RFC 3339, `email` to RFC 5321, and OpenAPI's number formats. Every other format is an annotation.
 */
export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...standard.map((name): [string, Format] => [name, text(checker(name))]),
  ['date-time', text((value) => isPlainDateTime(value) || (dateTime.test(value) && isDateTime(value)))],
  ['uuid', text((value) => uuid.test(value))],
  ['email', text((value) => isMailbox(value, (version, address) => checker(version)(address)))],
  ['int32', number((value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31)],
  ['int64', number((value) => Number.isInteger(value) && isInt64(value))],
  ['float', number((value) => Math.abs(value) <= 3.4028234663852886e38)],
  ['double', number((value) => Number.isFinite(Number(numberText(value))))],
])

/** 2^63 itself is what `JSON.parse` makes of 9223372036854775807: a number without digits of its own may be that. */
function isInt64(value: number): boolean {
  const digits = digitsOf(value)
  if (digits === undefined) return Math.abs(value) <= 2 ** 63
  return compareDecimals(digits, '9223372036854775807') <= 0 && compareDecimals(digits, '-9223372036854775808') >= 0
}

function text(validate: (value: string) => boolean): Format {
  return { type: 'string', validate }
}

function number(validate: (value: number) => boolean): Format {
  return { type: 'number', validate }
}

/** The test of ajv-formats as a function, whichever of its forms it is kept in. */
function checker(name: keyof typeof fullFormats): (value: string) => boolean {
  const format = fullFormats[name]
  if (format instanceof RegExp) return (value) => format.test(value)
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format
  if (typeof validate !== 'function') throw new TypeError(`ajv-formats has no test for ${name}`)
  // Of the formats listed all are formats of strings, tested synchronously.
  return validate as (value: string) => boolean
}
