import type { Json } from '../model/json.ts'
import type { ExactNumbers, ExactValue } from '../model/observation.ts'
import { compareDecimals, isIntegral } from './decimal.ts'
import { type Component, reachable } from './generated.ts'

/** What the numbers of a schema are compared with. */
export interface Landmarks {
  /** As ajv compares them, each with what the description means. */
  readonly list: readonly { readonly at: number; readonly meant: string }[]
  /** Whether a digit that a double does not hold can make a difference. */
  readonly needsDigits: boolean
}

/** 2^63 and 2^64 in a description were the greatest integers of 64 bits before they were read. */
const rounded: Readonly<Record<string, string>> = {
  [String(2 ** 63)]: '9223372036854775807',
  [String(2 ** 64)]: '18446744073709551615',
}

/** With all its digits: `String` leaves those out that a double does not need. */
function written(number: number): string {
  return Number.isInteger(number) ? BigInt(number).toString() : String(number)
}

/** Keywords that tell neighbouring numbers apart wherever they stand. */
const exacting: ReadonlySet<string> = new Set(['multipleOf', 'uniqueItems'])

/** Collects the numbers in a component and all it refers to. */
export function landmarksOf(component: Component): Landmarks {
  const numbers = new Set<number>()
  let needsDigits = false
  const visit = (value: Json): void => {
    if (typeof value === 'number') numbers.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value)) {
      if (key === 'format' && child === 'int64') for (const limit of [-(2 ** 63), 2 ** 63]) numbers.add(limit)
      needsDigits ||= exacting.has(key)
      visit(child)
    }
  }
  for (const { schema } of reachable(component)) visit(schema)
  const list = [...numbers].map((at) => ({ at, meant: rounded[String(at)] ?? written(at) }))
  return { list, needsDigits: needsDigits || list.some(({ at }) => Math.abs(at) > Number.MAX_SAFE_INTEGER) }
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Longer ones are beyond every double; arithmetic with them costs more than they are worth. */
const longestToken = 400

/**
 * Reads JSON text like `JSON.parse`, but for numbers that no double holds: each is read as a double of its
 * own that lies on the same side of every landmark, so that every comparison comes out as it would with all
 * digits; `exact` gives the digits back. What finds no such double is read as usual and listed as `lost`.
 */
export function readExact(text: string, { list }: Landmarks): ExactValue {
  const value = JSON.parse(text) as Json
  const exact = new Map<number, string>()
  if (!mayBeLong.test(text)) return { value, exact, lost: [] }
  const honest = new Set<number>()
  const long = new Set<string>()
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith('"')) continue
    if (isLong(token)) long.add(token)
    else honest.add(Number(token))
  }
  const standIns = new Map<string, number>()
  for (const token of long) {
    const found = standInFor(token, list, (double) => honest.has(double) || exact.has(double))
    if (found === undefined) continue
    standIns.set(token, found)
    exact.set(found, token)
  }
  const lost = [...long].filter((token) => !standIns.has(token))
  if (long.size === 0) return { value, exact, lost }
  const rewritten = text.replace(tokens, (token) => {
    const double = standIns.get(token)
    return double === undefined ? token : String(double)
  })
  return { value: JSON.parse(rewritten) as Json, exact, lost }
}

const mayBeLong = /\d{16}|\d\.\d{15}|\d[eE]\+?\d{3}/

/** A number that is not what its double says, or an integer too large to tell from its neighbours. */
function isLong(token: string): boolean {
  const double = Number(token)
  if (token.length > longestToken || !Number.isFinite(double)) return true
  // What is closer to 0 than any double is read as 0 or as its neighbour: no arithmetic with such powers.
  if (token.length < 16 || Math.abs(Number(token.split(/[eE]/)[1] ?? 0)) > longestToken) return false
  const isUnsafe = Number.isInteger(double) && !Number.isSafeInteger(double)
  return isUnsafe || compareDecimals(token, String(double)) !== 0
}

function standInFor(
  token: string,
  landmarks: Landmarks['list'],
  isTaken: (double: number) => boolean,
): number | undefined {
  if (token.length > longestToken || !Number.isFinite(Number(token))) return undefined
  const sides = landmarks.map(({ at, meant }) => ({ at, side: compareDecimals(token, meant) }))
  const integral = isIntegral(token)
  return near(Number(token)).find((double) => {
    if (isTaken(double) || Number.isInteger(double) !== integral || Number.isSafeInteger(double)) return false
    return sides.every(({ at, side }) => Math.sign(double - at) === side)
  })
}

/** A double and the next ones to both sides, nearest first. */
function near(double: number): number[] {
  const step = Math.max(2 ** (Math.floor(Math.log2(Math.abs(double))) - 52), Number.MIN_VALUE)
  return [0, 1, -1, 2, -2, 3, -3, 4, -4].map((times) => double + times * step)
}

let current: ExactNumbers = new Map()

/** Runs a judgement that sees the digits behind stand-ins. */
export function withExact<T>(exact: ExactNumbers, judge: () => T): T {
  const outer = current
  current = exact
  try {
    return judge()
  } finally {
    current = outer
  }
}

/** The number that is meant, as text when it is one that no double holds. */
export function meantBy(double: number): number | string {
  return current.size === 0 ? double : (current.get(double) ?? double)
}
