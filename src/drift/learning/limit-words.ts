import type { LearnedLimit, NumericLimit } from './learned-limit.ts'

const number = String.raw`(-?\d+(?:\.\d+)?)`
const characters = '(?:characters?|chars)'

type Read = (found: readonly string[]) => readonly LearnedLimit[]

/** What validators write of a limit; the first that fits. Lengths come before numbers: both say `at most`. */
const forms: readonly (readonly [RegExp, Read])[] = [
  [rule(`between ${number} and ${number} ${characters}`), range('minLength', 'maxLength')],
  [rule(`(?:size|length) must be between ${number} and ${number}`), range('minLength', 'maxLength')],
  [
    rule(`(?:at most|no more than|longer than|up to|maximum(?: of)?|exceeds?) ${number} ${characters}`),
    of('maxLength'),
  ],
  [rule(`(?:at least|no fewer than|shorter than|minimum(?: of)?) ${number} ${characters}`), of('minLength')],
  [rule(`(?:more than|at most|no more than|up to) ${number} items?`), of('maxItems')],
  [rule(`(?:fewer than|at least|no fewer than) ${number} items?`), of('minItems')],
  [
    rule(
      `(?:size|length) must be less than or equal to ${number}|(?:max(?:imum)? ?length|length must be at most|no longer than)(?: is| of|:)? ${number}`,
    ),
    of('maxLength'),
  ],
  [rule(`(?:min(?:imum)? ?length|length must be at least)(?: is| of|:)? ${number}`), of('minLength')],
  [rule(`between ${number} and ${number}`), range('minimum', 'maximum')],
  [rule(`multiple of ${number}`), of('multipleOf')],
  [
    rule(
      `(?:less than or equal to|<=|at most|no more than|not (?:be )?(?:greater|more|larger) than|maximum(?: is| of|:)?|cannot exceed|not exceed) ${number}`,
    ),
    of('maximum'),
  ],
  [
    rule(`(?:greater than or equal to|>=|at least|not (?:be )?(?:less|smaller) than|minimum(?: is| of|:)?) ${number}`),
    of('minimum'),
  ],
  [rule(`(?:less than|smaller than|below|<) ${number}`), of('exclusiveMaximum')],
  [rule(`(?:greater than|more than|larger than|above|>) ${number}`), of('exclusiveMinimum')],
  [rule('positive (?:integer|number|value)|must be positive'), () => [{ keyword: 'exclusiveMinimum', value: 0 }]],
  [
    rule('(?:must|may|can|should) ?not be (?:blank|empty)|cannot be (?:blank|empty)'),
    () => [{ keyword: 'minLength', value: 1 }],
  ],
  [rule('match (?:the )?(?:pattern|regex|regular expression) "(.{1,200}?)"'), text('pattern')],
  [rule(`match (?:the )?(?:pattern|regex|regular expression) '(.{1,200}?)'`), text('pattern')],
  [rule('must match "(.{1,200}?)"$'), text('pattern')],
  [rule(`match format "([a-z-]+)"`), text('format')],
  [rule('(?:valid|well-formed) (e-?mail)'), () => [{ keyword: 'format', value: 'email' }]],
  [rule('valid (?:uuid|guid)'), () => [{ keyword: 'format', value: 'uuid' }]],
  [rule('valid (?:url|uri)'), () => [{ keyword: 'format', value: 'uri' }]],
  [rule('valid date-?time'), () => [{ keyword: 'format', value: 'date-time' }]],
  [rule('valid date'), () => [{ keyword: 'format', value: 'date' }]],
  [rule(String.raw`one of:? \[?(.+?)\]?\.?$`), listed],
  [rule(`^(?:input |value )?should be ('[^']*'(?:(?:, | or )'[^']*')*)$`), listed],
  [
    rule('(?:is|field) required|required property|must not be null|is missing|missing required'),
    () => [{ keyword: 'required' }],
  ],
]

function rule(source: string): RegExp {
  return new RegExp(source, 'i')
}

function of(keyword: NumericLimit): Read {
  return (found) => {
    const value = Number(found.slice(1).findLast((one) => one !== undefined && one !== ''))
    return Number.isFinite(value) ? [{ keyword, value }] : []
  }
}

function range(least: NumericLimit, most: NumericLimit): Read {
  return ([, from, to]) => [
    { keyword: least, value: Number(from) },
    { keyword: most, value: Number(to) },
  ]
}

function text(keyword: 'pattern' | 'format'): Read {
  return ([, value = '']) => [{ keyword, value }]
}

function listed([, found = '']: readonly string[]): readonly LearnedLimit[] {
  const words = found.split(/,| or /).map((word) => word.trim().replaceAll(/^["'`]|["'`]$/g, ''))
  const value = words.filter((word) => word !== '').slice(0, 100)
  return value.length > 0 ? [{ keyword: 'enum', value }] : []
}

/** The limits that a message of a validator names, in English; empty when it names none. */
export function limitsIn(message: string): readonly LearnedLimit[] {
  for (const [form, read] of forms) {
    const found = form.exec(message)
    const limits = found === null ? [] : read(found)
    if (limits.length > 0) return limits
  }
  return []
}
