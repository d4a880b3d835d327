import { formatSeverity } from '../../model/format.ts'
import { type DriftDraft, defineCheck, type Violation } from '../../model/observation.ts'

const hints: Readonly<Record<string, string>> = {
  'date-time': ' (RFC 3339: T between date and time, and Z or an offset like +01:00)',
  date: ' (RFC 3339: YYYY-MM-DD)',
  uuid: ' (RFC 9562: 8-4-4-4-12 hexadecimal digits)',
  byte: ' (base64, RFC 4648 §4)',
  email: ' (RFC 5321: local part, @, domain)',
}

const numberOf = (format: string, bits: string): string =>
  `an integer of ${bits} bits${format.startsWith('u') ? ' without a sign' : ''}`

export default defineCheck({
  id: 'format-conformance',
  title: 'A value that does not have its documented format',
  why: 'A client that parses the value by its format fails, or reads another value, such as a time in another zone.',
  fix: 'Send the documented format, or document the one that is sent.',
  severity: 'warning',
  exceptions:
    'error for JSON in streams, strings and forms, and for what typed clients parse: date, date-time, uuid, byte and whole numbers (int8 to int64, uint8 to uint64)',
  reads: 'violations',
  judge({ violations, propose }) {
    const ofContent = violations.filter(({ keyword }) => Object.hasOwn(contents, keyword)).map(contentDraft)
    const ofFormat = violations
      .filter(({ keyword }) => keyword === 'format')
      .map((violation) => {
        const format = String(violation.expected)
        const bits = /^u?int(\d+)$/.exec(format)?.[1]
        const hint =
          bits === undefined ? (Object.hasOwn(hints, format) ? hints[format] : '') : ` (${numberOf(format, bits)})`
        return {
          ...violation,
          message: `is not a valid ${format}${hint}`,
          key: format,
          severity: formatSeverity(format),
          patch: propose.without(violation),
        }
      })
    return ofContent.length === 0 ? ofFormat : [...ofFormat, ...ofContent]
  },
})

/** Keywords about items of a stream, strings with JSON, and parts of a form. */
const contents: Readonly<Record<string, string>> = {
  contentMediaType: 'is not',
  contentType: 'is sent with another Content-Type than',
  headers: 'has a header that breaks',
}

function contentDraft(violation: Violation): DriftDraft {
  const { keyword, expected, property } = violation
  const message = `${contents[keyword]} ${expected}`
  return { ...violation, message, key: property === undefined ? keyword : [keyword, property], severity: 'error' }
}
