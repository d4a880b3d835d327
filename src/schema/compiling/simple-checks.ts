import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import type { Generated } from './generated.ts'

type Check = (value: Json) => boolean

/** The size of a value that a keyword limits; undefined for values of other types, which it does not restrict. */
type SizeOf = (value: Json) => number | undefined

const lengthOf: SizeOf = (value) => (typeof value === 'string' ? charactersOf(value) : undefined)
const itemsOf: SizeOf = (value) => (Array.isArray(value) ? value.length : undefined)
const membersOf: SizeOf = (value) => (isObject(value) ? Object.keys(value).length : undefined)

const sizes: Readonly<Record<string, { readonly of: SizeOf; readonly isLeast: boolean }>> = {
  minLength: { of: lengthOf, isLeast: true },
  maxLength: { of: lengthOf, isLeast: false },
  minItems: { of: itemsOf, isLeast: true },
  maxItems: { of: itemsOf, isLeast: false },
  minProperties: { of: membersOf, isLeast: true },
  maxProperties: { of: membersOf, isLeast: false },
}

/**
 * Takes types and sizes out of a schema: the checks they are (JSON Schema Validation 2020-12 §6.1.1, §6.3 to §6.5), and the schema
 * without them. Nearly every schema has a type, and a schema of its own for ajv takes longer to compile than all values take to check.
 */
export function takeSimple(schema: Generated): readonly [rest: Generated, checks: readonly Check[]] {
  const rest: Generated = {}
  const checks: Check[] = []
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null
    const size = Object.hasOwn(sizes, keyword) ? sizes[keyword] : undefined
    if (keyword === 'type') checks.push(isOneOf(Array.isArray(value) ? value : [value]))
    else if (size !== undefined && typeof value === 'number') checks.push(isSized(size.of, value, size.isLeast))
    else rest[keyword] = value
  }
  return [rest, checks]
}

function isSized(of: SizeOf, limit: number, isLeast: boolean): Check {
  return (value) => {
    const size = of(value)
    return size === undefined || (isLeast ? size >= limit : size <= limit)
  }
}

function isOneOf(types: readonly Json[]): Check {
  return (value) => types.some((type) => isOfType(value, type))
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** In code points (§6.3.1). */
function charactersOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (!isPair) continue
    count--
    at++
  }
  return count
}
