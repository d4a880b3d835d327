import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { compareDecimals } from '../../util/numbers/decimal.ts'
import { digitsOf, numberText } from '../../util/numbers/exact.ts'
import { isPlainDateTime } from './date-time.ts'
import { isMailbox } from './mailbox.ts'

/** RFC 3339 §5.6 requires a `T` and a colon in the offset; ajv-formats also accepts a space and `+0000`. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** RFC 9562 §4. ajv-formats also accepts the `urn:uuid:` prefix of §5, which UUID parsers reject. */
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

const isDateTime = checker('date-time')
const isHostname = checker('hostname')
const isUri = checker('uri')
const isUriReference = checker('uri-reference')

/** Fast path for common URIs, and the scheme of any URI: the full grammar takes 4 ms to compile (RFC 3986 appendix A). */
const plainUri = /^https?:\/\/[\w.-]+(?:\/[\w./-]*)?(?:\?[\w./=&-]*)?(?:#[\w./-]*)?$/
const scheme = /^[a-z][a-z\d+.-]*:/i

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

/** Checked formats: JSON Schema 2020-12 (internationalized forms mapped to ASCII) and numbers of the OpenAPI registry. */
export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...standard.map((name): [string, Format] => [name, text(checker(name))]),
  ['uri', text((value) => plainUri.test(value) || (scheme.test(value) && isUri(value)))],
  ['date-time', text((value) => isPlainDateTime(value) || (dateTime.test(value) && isDateTime(value)))],
  ['uuid', text((value) => uuid.test(value))],
  ['email', text(isEmail)],
  ['idn-email', text((value) => isEmail(inAscii(value)))],
  ['idn-hostname', text((value) => isHostname(inAscii(value)))],
  ['iri', text((value) => isUri(inAscii(value)))],
  ['iri-reference', text((value) => isUriReference(inAscii(value)))],
  ...[8, 16, 32, 64].flatMap((bits): [string, Format][] => [
    [`int${bits}`, wholeNumber(-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n)],
    [`uint${bits}`, wholeNumber(0n, 2n ** BigInt(bits) - 1n)],
  ]),
  ['double-int', wholeNumber(-(2n ** 53n) + 1n, 2n ** 53n - 1n)],
  ['float', number((value) => Math.abs(value) <= 3.4028234663852886e38)],
  ['double', number((value) => Number.isFinite(Number(numberText(value))))],
])

/** `JSON.parse` turns 9223372036854775807 into 2^63, so a number without recorded digits may equal the rounded bound. */
function wholeNumber(least: bigint, most: bigint): Format {
  const [low, high] = [Number(least), Number(most)]
  return number((value) => {
    const digits = Number.isSafeInteger(value) ? undefined : digitsOf(value)
    if (digits === undefined) return Number.isInteger(value) && value >= low && value <= high
    return (
      Number.isInteger(value) &&
      compareDecimals(digits, String(most)) <= 0 &&
      compareDecimals(digits, String(least)) >= 0
    )
  })
}

function isEmail(value: string): boolean {
  return isMailbox(value, (version, address) => checker(version)(address))
}

/** Maps characters that RFC 3987 §2.2 and RFC 6531 §3.3 allow beyond ASCII to an ASCII letter, and the dots of RFC 3490 §3.1 to `.`. */
function inAscii(value: string): string {
  return value
    .replace(/[\u3002\uFF0E\uFF61]/g, '.')
    .replace(/[\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF\u{10000}-\u{EFFFD}]/gu, 'a')
}

function text(validate: (value: string) => boolean): Format {
  return { type: 'string', validate }
}

function number(validate: (value: number) => boolean): Format {
  return { type: 'number', validate }
}

/** Returns the validator of ajv-formats as a function; the package stores it in several forms. */
function checker(name: keyof typeof fullFormats): (value: string) => boolean {
  const format = fullFormats[name]
  if (format instanceof RegExp) return (value) => format.test(value)
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format
  if (typeof validate !== 'function') throw new TypeError(`ajv-formats has no test for ${name}`)
  // All listed formats are synchronous string formats.
  return validate as (value: string) => boolean
}
