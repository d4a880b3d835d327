import type { Json } from '../../model/json.ts'
import { fitsScalar, type ScalarKeywords, sampleText } from '../../schema/sampling/scalar.ts'
import { equalJson } from '../../util/json.ts'
import { isMultipleOf } from '../../util/numbers/decimal.ts'
import { numberText } from '../../util/numbers/exact.ts'
import type { LearnedLimit } from './learned-limit.ts'

/** Maximum length to send; longer values would test intermediaries rather than the application. */
const longest = 20_000

/** Returns the nearest value within a limit; unchanged if it already is, or if the limit doesn't apply to its type. */
export function within(limit: LearnedLimit, value: Json): Json {
  if (limit.keyword === 'required') return value
  if (limit.keyword === 'enum')
    return limit.value.some((one) => equalJson(one, value)) ? value : (limit.value[0] ?? value)
  if (limit.keyword === 'pattern' || limit.keyword === 'format') {
    return typeof value === 'string' ? formed(limit.keyword, limit.value, value) : value
  }
  const { keyword, value: bound } = limit
  if (typeof value === 'number') return numberWithin(keyword, bound, value)
  if (bound < 0 || bound > longest) return value
  if (typeof value === 'string') return textWithin(keyword, bound, value)
  return Array.isArray(value) ? listWithin(keyword, bound, value) : value
}

function numberWithin(keyword: string, bound: number, value: number): number {
  const step = Number.isInteger(value) ? 1 : 0.01
  switch (keyword) {
    case 'minimum':
      return Math.max(value, bound)
    case 'maximum':
      return Math.min(value, bound)
    case 'exclusiveMinimum':
      return value <= bound ? bound + step : value
    case 'exclusiveMaximum':
      return value >= bound ? bound - step : value
    case 'multipleOf':
      return bound <= 0 || isMultipleOf(numberText(value), numberText(bound))
        ? value
        : Math.max(1, Math.floor(value / bound)) * bound
    default:
      return value
  }
}

function textWithin(keyword: string, bound: number, value: string): string {
  const characters = [...value]
  if (keyword === 'maxLength' && characters.length > bound) return characters.slice(0, bound).join('')
  return keyword === 'minLength' ? value + 'a'.repeat(Math.max(0, bound - characters.length)) : value
}

function listWithin(keyword: string, bound: number, value: readonly Json[]): Json {
  if (keyword === 'maxItems' && value.length > bound) return value.slice(0, bound)
  const [first] = value
  return keyword === 'minItems' && first !== undefined && value.length < bound
    ? [...value, ...Array.from({ length: bound - value.length }, () => first)]
    : [...value]
}

/** Returns a string that matches the pattern or format; unchanged if none is found. */
function formed(keyword: 'pattern' | 'format', named: string, value: string): string {
  const only = [{ value: named, pointer: '' }]
  const keywords: ScalarKeywords = {
    ...{ types: new Set(['string'] as const), bounds: new Map() },
    ...{ patterns: keyword === 'pattern' ? only : [], formats: keyword === 'format' ? only : [] },
  }
  return fitsScalar(value, keywords) ? value : (sampleText(keywords, 0) ?? value)
}
