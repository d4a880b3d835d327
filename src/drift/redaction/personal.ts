import { isIP } from 'node:net'
import { percentDecoded } from '../../util/pointer.ts'
import { memoOfText } from '../../util/text.ts'
import type { Span } from './secret-index.ts'

/** A kind of personal data or credential recognised by its format, and by its checksum if it has one. */
interface Kind {
  readonly name: string
  /** A lookbehind prevents matches from starting inside a token, which keeps matching linear. */
  readonly pattern: RegExp
  /** Minimum number of digits in a match: most texts have fewer, and counting is cheaper than matching. */
  readonly digits?: number
  /** Characters of `marks`: every match contains one of them, or is next to it. */
  readonly marks?: string
  readonly isValid?: (text: string) => boolean
}

/** If a text contains no mark of a kind, the kind is ruled out. */
const marks = '@.-+: xb_Kz'

const kinds: readonly Kind[] = [
  {
    name: 'e-mail address',
    pattern: /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu,
    marks: '@',
  },
  {
    name: 'payment card',
    pattern: /(?<![\d.]|\d-)[2-6](?:[ -]?\d){11,17}[ -]?\d(?![\d-]|\.\d)/g,
    digits: 13,
    isValid: isLuhn,
  },
  {
    name: 'IBAN',
    pattern: /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)/g,
    digits: 2,
    isValid: isIban,
  },
  { name: 'JSON Web Token', pattern: /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, marks: '.' },
  {
    name: 'US social security number',
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g,
    digits: 9,
    marks: '-',
  },
  {
    name: 'Canadian social insurance number',
    pattern: /(?<![\d-])\d{3}([ -])\d{3}\1\d{3}(?![\d-])/g,
    digits: 9,
    marks: ' -',
    isValid: isLuhn,
  },
  {
    name: 'UK national insurance number',
    pattern: /(?<!\w)[A-CEGHJ-PR-TW-Z]{2}( ?)\d{2}\1\d{2}\1\d{2}\1[A-D](?!\w)/g,
    digits: 6,
  },
  { name: 'Brazilian CPF', pattern: /(?<![\d.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g, digits: 11, marks: '.' },
  {
    name: 'Indian Aadhaar number',
    pattern: /(?<![\d-])[2-9]\d{3}([ -])\d{4}\1\d{4}(?![ -]?\d)/g,
    digits: 12,
    marks: ' -',
  },
  { name: 'Spanish DNI', pattern: /(?<!\w)\d{8}-?[A-HJ-NP-TV-Z](?!\w)/g, digits: 8, isValid: isDni },
  {
    name: 'phone number',
    pattern: /(?<![\w+.])\+(?!\d{4}-\d\d)[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,6}(?!\w)/g,
    digits: 8,
    marks: '+',
    isValid: (text) => digitsOf(text).length >= 8,
  },
  {
    name: 'phone number',
    pattern: /(?<![\w.-])(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[.-]\d{4}(?![\w-])/g,
    digits: 10,
    marks: '.-',
  },
  {
    name: 'IP address',
    pattern: /(?<![\w.:])[\da-fA-F:.]{7,45}(?![\w:])/g,
    marks: '.:',
    isValid: (text) => isIP(text.replace(/\.$/, '')) > 0,
  },
  {
    name: 'IP address',
    pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?=:\d)/g,
    digits: 4,
    marks: '.',
    isValid: (text) => isIP(text) > 0,
  },
  { name: 'wallet address', pattern: /(?<!\w)(?:0x[\da-fA-F]{40}|bc1[ac-hj-np-z02-9]{11,71})(?!\w)/g, marks: 'xb' },
  {
    name: 'private key',
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----)[\s\S])*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
    marks: '-',
  },
  {
    name: 'credential',
    pattern:
      /(?<!\w)(?:AKIA[A-Z\d]{16}|gh[pousr]_\w{36,}|glpat-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|[rs]k_(?:live|test)_\w{16,}|AIza[\w-]{35}|npm_\w{36}|SG\.[\w-]{22}\.[\w-]{43})/g,
    marks: '_-.Kz',
  },
  { name: 'credential', pattern: /(?<=:\/\/)[^\s/:@]{1,200}:[^\s/@]{1,200}(?=@)/g, marks: ':' },
  { name: 'credential', pattern: /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{8,}/g, marks: ' ' },
]

/** A bit for each mark, by character code. */
const bits = Uint16Array.from({ length: 128 }, (_, code) => {
  const at = marks.indexOf(String.fromCharCode(code))
  return at < 0 ? 0 : 2 ** at
})

/** Kinds with the bits of their marks, all of one shape. */
const marked = kinds.map(({ name, pattern, digits = 0, marks = '', isValid }) => ({
  ...{ name, pattern, digits, isValid },
  bits: traitsOf(marks).bits,
}))

/** Returns the number of digits, and the marks that occur. */
function traitsOf(text: string): { readonly digits: number; readonly bits: number } {
  let [digits, found] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (code < 128) found |= bits[code] ?? 0
  }
  return { digits, bits: found }
}

/** A span of personal data and its kind. */
export interface PersonalSpan extends Span {
  readonly kind: string
}

/** Finds text that looks like personal data or credentials, either plain or escaped for a URL or JSON. */
export function personalSpans(text: string): readonly PersonalSpan[] {
  if (text.length < shortest) return []
  return text.length < longText ? spansOfShort(text) : spansIn(text)
}

/** Minimum length of personal data. */
const shortest = 7

/** Results for shorter texts are memoised, because header values and the like repeat. */
const longText = 200

const spansOfShort = memoOfText(spansIn)

function spansIn(text: string): readonly PersonalSpan[] {
  const found = plainSpans(text)
  if (!/%[\da-fA-F]{2}|\\u00/.test(text)) return found
  const escaped = [...text.matchAll(/[^\s"'`<>?&=#/;,|]+/g)].flatMap(({ 0: token, index }) => {
    const [span] = /%[\da-fA-F]{2}|\\u00/.test(token) ? plainSpans(unescaped(token)) : []
    return span === undefined ? [] : [{ start: index, end: index + token.length, kind: span.kind }]
  })
  return [...found, ...escaped]
}

function unescaped(text: string): string {
  const plain = text.replaceAll(/\\u([\da-fA-F]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return percentDecoded(plain.replaceAll('+', ' '))
}

function plainSpans(text: string): readonly PersonalSpan[] {
  if (text.length < shortest) return []
  const has = traitsOf(text)
  // Every pattern needs a digit, an `@` or one of these markers.
  if (has.digits === 0 && !/@|-----BEGIN|Bearer |Basic /.test(text)) return []
  const spans: PersonalSpan[] = []
  for (const { name, pattern, digits, bits, isValid } of marked) {
    if (has.digits < digits || (bits !== 0 && (has.bits & bits) === 0)) continue
    for (const { 0: found, index } of text.matchAll(pattern))
      if (isValid?.(found) !== false) spans.push({ start: index, end: index + found.length, kind: name })
  }
  return spans
}

/** Property names of personal data, normalised by `plainKey`. */
const personalKeys = new Set(
  (
    'email emailaddress mail phone phonenumber phoneno mobile mobilenumber mobilephone telephone tel fax firstname lastname middlename ' +
    'fullname surname givenname familyname maidenname legalname cardholder cardholdername accountholder accountholdername ssn ' +
    'socialsecuritynumber nationalid nationalidnumber taxid taxnumber tin passport passportnumber passportno driverslicense ' +
    'driverlicense driverslicensenumber dateofbirth birthdate birthday dob placeofbirth street streetaddress streetname address ' +
    'addressline addressline1 addressline2 postcode postalcode zip zipcode iban accountnumber bankaccount cardnumber pan ipaddress clientip remoteaddr'
  ).split(' '),
)

/** Tests whether a property name, normalised by `plainKey`, denotes personal data. */
export function isPersonalKey(key: string): boolean {
  return personalKeys.has(key)
}

function digitsOf(text: string): readonly number[] {
  return [...text.replaceAll(/\D/g, '')].map(Number)
}

/** Luhn checksum of payment cards (ISO/IEC 7812-1, annex B). */
function isLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9), 0)
  return sum % 10 === 0
}

/** ISO 13616 checksum: the rearranged number modulo 97 is 1. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '')
  const moved = `${plain.slice(4)}${plain.slice(0, 4)}`
  const digits = [...moved].map((letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

function isDni(text: string): boolean {
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(text.slice(0, 8)) % 23] === text.at(-1)
}
