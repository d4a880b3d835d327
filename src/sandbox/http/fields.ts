import { readTime } from '../clock.ts'
import { type Amount, amount, type Measure, round, unitOf } from '../money/money.ts'
import { invalid, pastLimit, Refusal } from './refusal.ts'

const largest = 1e12

/** Maximum nesting of objects and lists. */
const maxDepth = 20

/** Inclusive limits of a number. */
export interface Bounds {
  readonly least: number
  readonly most: number
}

/** Reads the fields of a JSON request object; throws 400 for missing fields and wrong types. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #prefix: string

  constructor(values: Readonly<Record<string, unknown>>, prefix = '') {
    this.#values = values
    this.#prefix = prefix
  }

  /** Returns whether the field was sent, even as null. */
  has(name: string): boolean {
    return Object.hasOwn(this.#values, name)
  }

  /** Returns the result of `read`, or undefined if the field wasn't sent. */
  optional<T>(name: string, read: (name: string) => T): T | undefined {
    return this.has(name) ? read(name) : undefined
  }

  /** Throws unless all fields were sent, naming the missing ones. */
  require(...names: readonly string[]): this {
    const missing = names.filter((name) => !this.has(name)).map((name) => this.#label(name))
    if (missing.length === 0) return this
    throw new Refusal(400, 'MISSING_FIELD', `Required: ${missing.join(', ')}.`, { fields: missing })
  }

  /** Reads a string with a minimum length. */
  text(name: string, length = 0): string {
    const value = this.require(name).#value(name)
    if (typeof value === 'string' && [...value].length >= length) return value
    throw invalid(this.#label(name), length === 0 ? 'a string' : 'a non-empty string', value)
  }

  /** Returns whether the field is missing or the empty string. */
  isEmptyText(name: string): boolean {
    return !this.has(name) || this.#value(name) === ''
  }

  choice<T extends string>(name: string, allowed: readonly T[]): T {
    const value = this.require(name).#value(name)
    return oneOf(this.#label(name), value, allowed)
  }

  /** Reads a list of allowed strings; empty if not sent. */
  choices<T extends string>(name: string, allowed: readonly T[]): readonly T[] {
    if (!this.has(name)) return []
    const value = this.#value(name)
    if (!Array.isArray(value)) throw invalid(this.#label(name), 'a list', value)
    return value.map((item: unknown) => oneOf(this.#label(name), item, allowed))
  }

  /** Reads a number of at least one unit, rounded to whole units. */
  amount(name: string, measure: Measure): Amount {
    const value = this.require(name).#value(name)
    const least = unitOf(measure)
    if (typeof value === 'number' && value >= least && value <= largest) return round(amount(value), measure)
    throw invalid(this.#label(name), `a number from ${amount(least).toFixed()} to ${largest}`, value)
  }

  /** Like `amount`, with limits for the number as sent. */
  bounded(name: string, measure: Measure, { least, most }: Bounds): Amount {
    const read = this.amount(name, measure)
    const value = Number(this.#value(name))
    if (value >= least && value <= most) return read
    throw pastLimit(this.#label(name), `${this.#label(name)} must be from ${least} to ${most}.`, value)
  }

  /** Reads an integer within inclusive limits. */
  integer(name: string, least: number, most: number): number {
    const value = this.require(name).#value(name)
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
    throw invalid(this.#label(name), `a whole number from ${least} to ${most}`, value)
  }

  /** Reads an ISO 8601 date, or a time with its zone. */
  time(name: string): Date {
    const value = this.require(name).#value(name)
    const time = typeof value === 'string' ? readTime(value) : undefined
    if (time === undefined) throw invalid(this.#label(name), 'an ISO 8601 date or time', value)
    return time
  }

  /** Reads a nested object; without fields if not sent. */
  object(name: string): Fields {
    const value = this.has(name) ? this.#value(name) : {}
    if (!isObject(value)) throw invalid(this.#label(name), 'an object', value)
    return new Fields(value, `${this.#label(name)}.`)
  }

  /** Reads a list of objects; empty if not sent. */
  objects(name: string): readonly Fields[] {
    const value = this.has(name) ? this.#value(name) : []
    if (!Array.isArray(value) || !value.every(isObject)) throw invalid(this.#label(name), 'a list of objects', value)
    return value.map((item, index) => new Fields(item, `${this.#label(name)}[${index}].`))
  }

  /** Reads a nested object as sent, or null. */
  objectOrNull(name: string): Readonly<Record<string, unknown>> | null {
    return this.#value(name) === null ? null : this.object(name).#values
  }

  #value(name: string): unknown {
    return this.has(name) ? this.#values[name] : undefined
  }

  #label(name: string): string {
    return `${this.#prefix}${name}`
  }
}

export function oneOf<T extends string>(label: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw invalid(label, `one of ${allowed.join(', ')}`, value)
  return found
}

export type SentObject = Readonly<Record<string, unknown>>

/** Parses a request body; an empty body counts as an empty object. Throws for anything but a JSON object. */
export function parseObject(text: string): SentObject {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (!isObject(value)) throw new Refusal(400, 'INVALID_FIELD', 'The body must be a JSON object.')
  const fields = Object.keys(value).filter((name) => hasInfinity(value[name]))
  if (fields.length > 0)
    throw new Refusal(400, 'INVALID_FIELD', `${fields.join(', ')} must have no number above 1.8e308.`, { fields })
  return value
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'MALFORMED_JSON', 'The body is not JSON.')
  }
  // JSON.stringify is recursive, so echoing a deeply nested body would overflow the stack.
  if (isDeeper(value, maxDepth)) throw new Refusal(400, 'INVALID_FIELD', `The body nests deeper than ${maxDepth}.`)
  return value
}

/** Returns whether a value contains infinity: JSON.parse reads `1e309` as infinity, which would be stored as null. */
function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity)
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1))
}

export function isObject(value: unknown): value is SentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
