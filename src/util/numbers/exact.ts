import type { Json } from '../../model/json.ts'
import { compareDecimals, floorOf, greatestExponent, isIntegral, leastCommonMultiple, plainDecimal } from './decimal.ts'

/**
 * Numbers that no double holds, each read as a double of its own that represents it: equal numbers are equal doubles
 * and different ones different. Order and text come from the digits, never from the double.
 */
export interface NumberTable {
  /** As written, by the double that represents it. */
  readonly digits: ReadonlyMap<number, string>
  /** The double for a number as JSON writes it; undefined where its digits are lost. */
  read(token: string): number | undefined
}

/** Longer ones are no number anybody means; arithmetic with them costs more than they are worth. */
const longestToken = 400

/** Makes a table of numbers; those of `known` keep their doubles. */
export function exactNumbers(known?: ExactTable): ExactTable {
  const digits = new Map<number, string>()
  const doubles = new Map<string, number>()
  const taken = new Set<number>()
  const after = new Map<number, number>()
  const isTaken = (double: number): boolean => taken.has(double) || known?.isTaken(double) === true

  /** Each search continues where the last one from there ended, so that thousands of neighbours take no longer than one. */
  function free(start: number, integral: boolean): number | undefined {
    let double = after.get(start) ?? start
    while (isTaken(double) || !mayBeStandIn(double, integral)) {
      double = nextDouble(double)
      if (!Number.isFinite(double)) return undefined
    }
    after.set(start, double)
    return double
  }

  return {
    digits,
    isTaken,
    double: (key) => doubles.get(key) ?? known?.double(key),
    read(token) {
      const double = Number(token)
      if (!isLong(token, double)) return double
      const power = Number(/e([+-]?\d+)$/i.exec(token)?.[1] ?? 0)
      // Closer to 0 than anybody means.
      if (power < -greatestExponent) return double
      if (token.length > longestToken || !Number.isFinite(double)) return undefined
      const key = plainDecimal(token)
      const before = doubles.get(key) ?? known?.double(key)
      if (before !== undefined) {
        const text = known?.digits.get(before)
        if (text !== undefined) digits.set(before, text)
        return before
      }
      const isHonest = Number.isFinite(double) && plainDecimal(String(double)) === key
      const found = isHonest && !isTaken(double) ? double : free(startFor(token, double), isIntegral(token))
      if (found === undefined) return undefined
      taken.add(found)
      doubles.set(key, found)
      if (!isHonest || found !== double) digits.set(found, token)
      return found
    },
  }
}

/** A table that others can build on. */
export interface ExactTable extends NumberTable {
  /** The double of a number in its plain form. */
  double(key: string): number | undefined
  /** Whether a double represents another number, or is one that was read. */
  isTaken(double: number): boolean
}

/** Whether a token may be a number that its double does not hold, or one that another's stand-in could be taken for. */
function isLong(token: string, double: number): boolean {
  // 15 digits survive, unless they are too large or too small for any double.
  if (token.length < 16) return Math.abs(double) > 1e300 || (Math.abs(double) < 1e-300 && /^[^e]*[1-9]/i.test(token))
  return !(Number.isSafeInteger(double) && token === String(double))
}

/** So many digits the text of a double has at least that represents another number: one with fewer may be written in a document. */
const fewestDigits = 16

/** No number that is read without a table looks like it. */
function mayBeStandIn(double: number, integral: boolean): boolean {
  if (Number.isInteger(double) !== integral || Number.isSafeInteger(double)) return false
  return (
    String(double)
      .replace(/e.*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+|0+$/g, '').length >= fewestDigits
  )
}

/** Where to begin: near the number, among doubles that are integers as it is, or fractions. */
function startFor(token: string, double: number): number {
  const sign = token.startsWith('-') ? -1 : 1
  const integral = isIntegral(token)
  if (Math.abs(double) < 2 ** -1022) return sign * 2 ** -1022
  if (!integral && Math.abs(double) >= 2 ** 51) return sign * 2 ** 50
  return double
}

const [float, bits] = [new Float64Array(1), BigInt.asUintN]
const whole = new BigUint64Array(float.buffer)

/** The next one further from 0. */
function nextDouble(double: number): number {
  float[0] = double
  whole[0] = bits(64, (whole[0] ?? 0n) + 1n)
  return float[0]
}

/** The numbers of all descriptions read so far: equal ones are the same in any two. */
export const described = exactNumbers()
let current: ReadonlyMap<number, string> = new Map()

/** Runs a function that sees the digits behind the stand-ins of a body, beside those of descriptions. */
export function withExact<T>(digits: ReadonlyMap<number, string>, use: () => T): T {
  const outer = current
  current = digits
  try {
    return use()
  } finally {
    current = outer
  }
}

/** The digits of a number that no double holds. */
export function digitsOf(double: number): string | undefined {
  return (current.size === 0 ? undefined : current.get(double)) ?? described.digits.get(double)
}

/** A number as JSON writes it, with all its digits. */
export function numberText(double: number): string {
  return digitsOf(double) ?? String(double)
}

/** A number as it is written where no JSON is: clients print an integer as digits, without an exponent or a sign of zero. */
export function plainText(double: number): string {
  const text = numberText(double)
  return /e/i.test(text) && text.length < 400 && Math.abs(double) < Number.POSITIVE_INFINITY && isIntegral(text)
    ? String(floorOf(text))
    : text
}

/** Below 0, 0 or above: which number is greater, by all digits. */
export function compareNumbers(one: number, other: number): number {
  const isPlain = digitsOf(one) === undefined && digitsOf(other) === undefined
  if (isPlain || !Number.isFinite(one) || !Number.isFinite(other)) return one < other ? -1 : one > other ? 1 : 0
  return compareDecimals(numberText(one), numberText(other))
}

/** The greatest integer that is not above a number, some more than it. */
export function floorNumber(double: number, more = 0): number {
  const plain = Math.floor(double) + more
  if (digitsOf(double) === undefined && Number.isSafeInteger(plain)) return plain
  return readDescribed(String(floorOf(numberText(double)) + BigInt(more)))
}

/** The smallest positive number that is a multiple of both. */
export function commonMultiple(one: number, other: number): number {
  return readDescribed(leastCommonMultiple(numberText(one), numberText(other)))
}

/** A number of a description. */
export function readDescribed(token: string): number {
  return described.read(token) ?? Number(token)
}

/** Texts and numbers of JSON; texts are left alone. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const mayBeLong = /\d[\d.]{15}|\d[eE][+-]?\d{3}/
/** The same where a number can be in JSON: a description holds long texts of digits. */
const mayBeLongNumber = /[:[,]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d{3})/

/** The value of JSON text that was read as a double where that is not enough; undefined when it is everywhere. */
export function reread(text: string): Json | undefined {
  return mayBeLongNumber.test(text) ? readJson(text, described).value : undefined
}

/** Reads JSON text like `JSON.parse`, numbers by a table. Throws SyntaxError. */
export function readJson(text: string, table: NumberTable): { readonly value: Json; readonly lost: readonly string[] } {
  const value = JSON.parse(text) as Json
  if (!mayBeLong.test(text)) return { value, lost: [] }
  const lost = new Set<string>()
  let isSame = true
  const rewritten = text.replace(tokens, (token) => {
    if (token.startsWith('"')) return token
    const double = table.read(token)
    if (double === undefined) lost.add(token)
    if (double === undefined || !table.digits.has(double)) return token
    isSame = false
    return String(double)
  })
  return { value: isSame ? value : (JSON.parse(rewritten) as Json), lost: [...lost] }
}

/** A value whose numbers are what they say: one that no double holds becomes the text of its digits. */
export function spelled(value: Json): Json {
  // Most values hold no such number, and then nothing is copied.
  if (described.digits.size + current.size === 0 || !holdsDigits(value)) return value
  if (typeof value === 'number') return spelledNumber(value)
  if (Array.isArray(value)) return value.map(spelled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, spelled(child)]))
}

function holdsDigits(value: Json): boolean {
  if (typeof value === 'number') return digitsOf(value) !== undefined
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsDigits)
}

/** A stand-in may also represent a number that has a double, where that one was taken. */
function spelledNumber(double: number): Json {
  const text = digitsOf(double)
  if (text === undefined) return double
  return plainDecimal(String(Number(text))) === plainDecimal(text) ? Number(text) : text
}
