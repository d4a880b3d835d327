import type { Json } from '../../model/json.ts'
import { compareDecimals, floorOf, greatestExponent, isIntegral, leastCommonMultiple, plainDecimal } from './decimal.ts'

/** Represents numbers that a double can't store by unique doubles, their stand-ins. Order and text come from the digits. */
export interface NumberTable {
  /** Digits as written, by stand-in. */
  readonly digits: ReadonlyMap<number, string>
  /** Returns the double or stand-in of a JSON number; undefined if its digits can't be stored. */
  read(token: string): number | undefined
}

/** Longer numbers don't occur in practice, and arithmetic with them would be expensive. */
const longestToken = 400

/** Creates a table. Numbers in `known` keep their stand-ins. */
export function exactNumbers(known?: ExactTable): ExactTable {
  const digits = new Map<number, string>()
  const doubles = new Map<string, number>()
  const taken = new Set<number>()
  const after = new Map<number, number>()
  const isTaken = (double: number): boolean => taken.has(double) || known?.isTaken(double) === true

  /** Finds an unused double. Continues after the last one found from the same start, so that thousands of close numbers stay cheap. */
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
      // The number is closer to 0 than numbers in practice.
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

/** A table that another table can extend. */
export interface ExactTable extends NumberTable {
  /** Returns the stand-in of a number in canonical form. */
  double(key: string): number | undefined
  /** Whether a double is a stand-in or occurred as a number itself. */
  isTaken(double: number): boolean
}

/** Whether a number may need a stand-in, or may look like an existing one. */
function isLong(token: string, double: number): boolean {
  // A double preserves 15 digits, except near the exponent limits.
  if (token.length < 16) return Math.abs(double) > 1e300 || (Math.abs(double) < 1e-300 && /^[^e]*[1-9]/i.test(token))
  return !(Number.isSafeInteger(double) && token === String(double))
}

/** The minimum number of digits of a stand-in. A double with fewer digits may occur in a document. */
const fewestDigits = 16

/** Whether a double can be a stand-in: numbers that are read without a table never look like this. */
function mayBeStandIn(double: number, integral: boolean): boolean {
  if (Number.isInteger(double) !== integral || Number.isSafeInteger(double)) return false
  return (
    String(double)
      .replace(/e.*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+|0+$/g, '').length >= fewestDigits
  )
}

/** Returns the start of the search for a stand-in: a double near the number, and an integer only if the number is one. */
function startFor(token: string, double: number): number {
  const sign = token.startsWith('-') ? -1 : 1
  const integral = isIntegral(token)
  if (Math.abs(double) < 2 ** -1022) return sign * 2 ** -1022
  if (!integral && Math.abs(double) >= 2 ** 51) return sign * 2 ** 50
  return double
}

const [float, bits] = [new Float64Array(1), BigInt.asUintN]
const whole = new BigUint64Array(float.buffer)

/** Returns the next double further from 0. */
function nextDouble(double: number): number {
  float[0] = double
  whole[0] = bits(64, (whole[0] ?? 0n) + 1n)
  return float[0]
}

/** The table of all descriptions, so that equal numbers are equal in any two of them. */
export const described = exactNumbers()
let current: ReadonlyMap<number, string> = new Map()

/** Runs a function during which `digits` applies to the stand-ins of a body, in addition to those of descriptions. */
export function withExact<T>(digits: ReadonlyMap<number, string>, use: () => T): T {
  const outer = current
  current = digits
  try {
    return use()
  } finally {
    current = outer
  }
}

/** Returns the digits of a stand-in; undefined for an ordinary double. */
export function digitsOf(double: number): string | undefined {
  return (current.size === 0 ? undefined : current.get(double)) ?? described.digits.get(double)
}

/** Formats a double or stand-in as a JSON number, with all digits. */
export function numberText(double: number): string {
  return digitsOf(double) ?? String(double)
}

/** Formats a number for URLs and headers: integers without an exponent, and 0 without a sign. */
export function plainText(double: number): string {
  const text = numberText(double)
  return /e/i.test(text) && text.length < 400 && Math.abs(double) < Number.POSITIVE_INFINITY && isIntegral(text)
    ? String(floorOf(text))
    : text
}

/** Compares two doubles or stand-ins exactly. The result is negative, 0 or positive. */
export function compareNumbers(one: number, other: number): number {
  const isPlain = digitsOf(one) === undefined && digitsOf(other) === undefined
  if (isPlain || !Number.isFinite(one) || !Number.isFinite(other)) return one < other ? -1 : one > other ? 1 : 0
  return compareDecimals(numberText(one), numberText(other))
}

/** Returns the greatest integer not above a number, plus `more`. */
export function floorNumber(double: number, more = 0): number {
  const plain = Math.floor(double) + more
  if (digitsOf(double) === undefined && Number.isSafeInteger(plain)) return plain
  return readDescribed(String(floorOf(numberText(double)) + BigInt(more)))
}

/** Returns the smallest positive multiple of both numbers. */
export function commonMultiple(one: number, other: number): number {
  return readDescribed(leastCommonMultiple(numberText(one), numberText(other)))
}

/** Parses a number in a description. */
export function readDescribed(token: string): number {
  return described.read(token) ?? Number(token)
}

/** Matches strings and numbers in JSON. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const mayBeLong = /\d[\d.]{15}|\d[eE][+-]?\d{3}/
/** Matches only where JSON allows a number, because strings in a description may contain long digit sequences. */
const mayBeLongNumber = /[:[,]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d{3})/

/** Parses JSON again if a double may be too inexact for a number in it; undefined otherwise. */
export function reread(text: string): Json | undefined {
  return mayBeLongNumber.test(text) ? readJson(text, described).value : undefined
}

/** Parses JSON like `JSON.parse`, but numbers with a table. `lost` lists the numbers without a stand-in. Throws SyntaxError. */
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

/** Replaces each stand-in in a value by its digits as a string. */
export function spelled(value: Json): Json {
  // Most values contain no stand-in and need no copy.
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

/** A stand-in may represent a number that fits a double, if that double was already taken. */
function spelledNumber(double: number): Json {
  const text = digitsOf(double)
  if (text === undefined) return double
  return plainDecimal(String(Number(text))) === plainDecimal(text) ? Number(text) : text
}
