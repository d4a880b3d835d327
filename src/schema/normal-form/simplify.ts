import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import { isMultipleOf } from '../../numbers/decimal.ts'
import { compareNumbers, numberText } from '../../numbers/exact.ts'
import { canonical } from '../../util/json.ts'
import { type Atom, atomOf } from '../keywords/atoms.ts'
import { patternFlaw } from '../patterns/patterns.ts'
import { hasFormat, matchesPattern } from '../sampling/scalar.ts'
import type { Merged } from './merged.ts'
import { simplifyNot } from './simplify-not.ts'

/** Brings equivalent spellings of a set to one: redundant keywords are removed. */
export function simplify(merged: Merged): void {
  simplifyStep(merged)
  simplifyNot(merged)
  simplifyEnum(merged)
  simplifySizes(merged)
}

/** A number whose steps are whole is an integer; every integer is a multiple of a step that divides 1. */
function simplifyStep(merged: Merged): void {
  const step = merged.multipleOf?.value
  if (step === undefined) return
  if (isMultipleOf(numberText(step), 1) && merged.types.has('fraction')) {
    merged.types = new Set([...merged.types].filter((atom) => atom !== 'fraction'))
    merged.typePointer ??= merged.multipleOf?.pointer
  }
  if (!merged.types.has('fraction') && isMultipleOf(1, numberText(step))) merged.multipleOf = undefined
}

/** Listed values that type or bounds refuse are removed; the bounds are then redundant. A full list is a type. */
function simplifyEnum(merged: Merged): void {
  if (merged.enum === undefined) return
  const { pointer } = merged.enum
  const written = asMeant(merged.types, merged.enum.value)
  merged.isListMeant = written !== merged.enum.value
  const isOfNone = merged.isListMeant && !written.some((value) => value !== null && merged.types.has(atomOf(value)))
  const values = written.filter((value) => {
    return (isOfNone || merged.types.has(atomOf(value))) && isWithin(merged, value) && matchesAll(merged, value)
  })
  merged.typePointer ??= pointer
  const listed = new Set(values.map(atomOf))
  if (!isOfNone) merged.types = new Set([...merged.types].filter((atom) => listed.has(atom)))
  for (const keyword of scalarBounds) merged.bounds.delete(keyword)
  merged.multipleOf = undefined
  // A keyword that no engine can read is not known to hold for the values: it is kept, and compared.
  merged.patterns.splice(0, Infinity, ...merged.patterns.filter(({ value }) => patternFlaw(value) !== undefined))
  const isMet = (format: string): boolean =>
    values.every((value) => (typeof value !== 'string' && typeof value !== 'number') || hasFormat(value, format))
  merged.formats.splice(0, Infinity, ...merged.formats.filter(({ value }) => !isMet(value)))
  const isFull = values.every((value) => value === null || typeof value === 'boolean')
  const booleans = new Set(values.filter((value) => typeof value === 'boolean'))
  merged.enum = isFull && booleans.size === 2 ? undefined : { value: distinct(values), pointer }
}

/**
 * A list without a single value of the type is one that was written carelessly (`type: string` beside `enum: [1, 2]`), and what it
 * lists is meant: as values of the type where they can be read so. Otherwise no edit of it would ever be seen.
 */
function asMeant(types: ReadonlySet<Atom>, values: readonly Json[]): readonly Json[] {
  const listed = values.filter((value) => value !== null)
  if (listed.length === 0 || types.size === 0 || listed.some((value) => types.has(atomOf(value)))) return values
  if (listed.some((value) => typeof value === 'object')) return values
  const read = (value: Json): Json => {
    if (types.has('string')) return typeof value === 'number' ? numberText(value) : String(value)
    if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true'
    const isNumber = typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(value)
    return isNumber && types.has(atomOf(Number(value))) ? Number(value) : value
  }
  // Not the list itself: it is read otherwise than it is written.
  return values.map((value) => (value === null ? null : read(value)))
}

const scalarBounds: readonly BoundKeyword[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
]

function isWithin({ bounds, multipleOf }: Merged, value: Json): boolean {
  if (
    typeof value === 'number' &&
    multipleOf !== undefined &&
    !isMultipleOf(numberText(value), numberText(multipleOf.value))
  )
    return false
  const size = typeof value === 'string' ? [...value].length : value
  if (typeof size !== 'number') return true
  const of = (keyword: BoundKeyword, otherwise: number): number => bounds.get(keyword)?.value ?? otherwise
  const infinity = Number.POSITIVE_INFINITY
  if (typeof value === 'string') return size >= of('minLength', 0) && size <= of('maxLength', infinity)
  const over = (keyword: BoundKeyword, otherwise: number): number => compareNumbers(size, of(keyword, otherwise))
  const isInside = over('minimum', -infinity) >= 0 && over('maximum', infinity) <= 0
  return isInside && over('exclusiveMinimum', -infinity) > 0 && over('exclusiveMaximum', infinity) < 0
}

function matchesAll({ patterns }: Merged, value: Json): boolean {
  return typeof value !== 'string' || patterns.every((pattern) => matchesPattern(pattern.value, value, true))
}

function distinct(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [canonical(value), value])).values()]
}

/** Sizes that other keywords imply. */
function simplifySizes({ bounds, applicators }: Merged): void {
  const contains = [...applicators.keys()].some((keyword) => keyword.startsWith('contains'))
  if (!contains || bounds.get('minContains')?.value === 1) bounds.delete('minContains')
  if (!contains) bounds.delete('maxContains')
}
