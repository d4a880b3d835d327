import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { compilePattern } from '../patterns/patterns.ts'
import { hasFormat } from '../sampling/scalar.ts'
import type { Generated } from './generated.ts'
import { limits, ownAssertions } from './own-assertions.ts'

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

const assertions = new Map([...ownAssertions, ...limits].map((one) => [one.keyword, one]))

/**
 * Takes out of a schema the keywords about single values, as the checks they are (JSON Schema Validation 2020-12 §6, §7), and leaves
 * the rest. Nearly every schema has a type, and a schema of its own for ajv takes longer to compile than all values take to check.
 */
export function takeSimple(schema: Generated): readonly [rest: Generated, checks: readonly Check[]] {
  const rest: Generated = {}
  const checks: Check[] = []
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null
    const check = checkOf(keyword, value)
    if (check === undefined) rest[keyword] = value
    else checks.push(check)
  }
  return [rest, checks]
}

function checkOf(keyword: string, wanted: Json): Check | undefined {
  if (keyword === 'type') return isOneOf(Array.isArray(wanted) ? wanted : [wanted])
  if (keyword === 'format') return isOfFormat(String(wanted))
  if (keyword === 'pattern') {
    const pattern = compilePattern(String(wanted))
    return (value) => typeof value !== 'string' || pattern.test(value)
  }
  const size = Object.hasOwn(sizes, keyword) ? sizes[keyword] : undefined
  if (size !== undefined && typeof wanted === 'number') return isSized(size.of, wanted, size.isLeast)
  const assertion = assertions.get(keyword)
  if (assertion === undefined) return undefined
  const { type, holds } = assertion
  return (value) => (type === 'array' ? !Array.isArray(value) : typeof value !== type) || holds(wanted, value)
}

function isOfFormat(name: string): Check {
  return (value) => (typeof value !== 'string' && typeof value !== 'number') || hasFormat(value, name)
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
