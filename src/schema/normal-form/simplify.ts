import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isMultipleOf } from '../../numbers/decimal.ts'
import { compareNumbers, numberText } from '../../numbers/exact.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import { type Atom, atomOf, atomsOf } from '../keywords/atoms.ts'
import { patternFlaw } from '../patterns/patterns.ts'
import { hasFormat, matchesPattern } from '../sampling/scalar.ts'
import { constraints } from './branches.ts'
import type { Merged } from './merged.ts'

const emptySizes: Readonly<Record<string, BoundKeyword>> = {
  '""': 'minLength',
  '[]': 'minItems',
  '{}': 'minProperties',
}

const opposites: Readonly<Record<string, Opposite>> = {
  minLength: { atoms: ['string'], keyword: 'maxLength', step: -1 },
  maxLength: { atoms: ['string'], keyword: 'minLength', step: 1 },
  minItems: { atoms: ['array'], keyword: 'maxItems', step: -1 },
  maxItems: { atoms: ['array'], keyword: 'minItems', step: 1 },
  minProperties: { atoms: ['object'], keyword: 'maxProperties', step: -1 },
  maxProperties: { atoms: ['object'], keyword: 'minProperties', step: 1 },
  minimum: { atoms: ['integer', 'fraction'], keyword: 'exclusiveMaximum', step: 0 },
  maximum: { atoms: ['integer', 'fraction'], keyword: 'exclusiveMinimum', step: 0 },
  exclusiveMinimum: { atoms: ['integer', 'fraction'], keyword: 'maximum', step: 0 },
  exclusiveMaximum: { atoms: ['integer', 'fraction'], keyword: 'minimum', step: 0 },
}

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

/** The equivalent of `not` in other keywords: replaced as a whole, or not at all. */
type Restriction = Pick<Merged, 'types' | 'enum'> & { readonly bounds: Merged['bounds'] }

/** A `not` that only removes types, listed values, values at a bound or one side of a bound is replaced by those keywords. */
function simplifyNot(merged: Merged): void {
  for (const [keyword, { parts, pointer }] of [...merged.applicators]) {
    const node = parts[0]?.node
    if (!/^not( \d+)?$/.test(keyword) || !isObject(node)) continue
    if (isForbidden(merged, node, pointer)) {
      merged.applicators.delete(keyword)
      continue
    }
    const restriction: Restriction = { types: new Set(merged.types), enum: merged.enum, bounds: new Map(merged.bounds) }
    if (!isUndone(restriction, node, pointer)) continue
    if (restriction.types.size < merged.types.size) merged.typePointer ??= pointer
    merged.types = restriction.types
    merged.enum = restriction.enum
    for (const [name, bound] of restriction.bounds) merged.bounds.set(name, bound)
    merged.applicators.delete(keyword)
  }
}

/** Objects without a certain property: what is no object has every name that `required` asks for, and is refused. */
function isForbidden(merged: Merged, node: JsonObject, pointer: Pointer): boolean {
  const [name, ...others] = ownArray(node, 'required')
  if (constraints(node).join() !== 'required' || typeof name !== 'string' || others.length > 0) return false
  merged.types = new Set([...merged.types].filter((atom) => atom === 'object'))
  merged.properties.set(name, [...(merged.properties.get(name) ?? []), { node: false, pointer }])
  return true
}

function isUndone(held: Restriction, node: JsonObject, pointer: Pointer): boolean {
  const [keyword, ...others] = constraints(node)
  if (keyword === undefined || others.length > 0) return false
  if (keyword === 'enum') return ownArray(node, 'enum').every((value) => isTakenOut(held, value, pointer))
  const value = own(node, keyword) ?? null
  if (keyword === 'const') return isTakenOut(held, value, pointer)
  if (keyword === 'type') {
    const gone = atomsOf(Array.isArray(value) ? value : [value])
    held.types = new Set([...held.types].filter((atom) => !gone.has(atom)))
    return gone.size > 0
  }
  return isTurnedRound(held, keyword, value, pointer)
}

/** Whether a value can be taken out: it is not there, it is listed, or it is the least or most there is. */
function isTakenOut(held: Restriction, value: Json, pointer: Pointer): boolean {
  const atom = atomOf(value)
  if (!held.types.has(atom)) return true
  if (held.enum !== undefined) {
    const text = canonical(value)
    held.enum = { ...held.enum, value: held.enum.value.filter((listed) => canonical(listed) !== text) }
    return true
  }
  if (atom === 'null') return held.types.delete('null')
  const empty = emptySizes[canonical(value)]
  if (empty !== undefined) return tighten(held, empty, 1, pointer)
  if (typeof value !== 'number' || held.types.has('fraction') || !Number.isSafeInteger(value)) return false
  if (held.bounds.get('minimum')?.value === value) return tighten(held, 'minimum', value + 1, pointer)
  return held.bounds.get('maximum')?.value === value && tighten(held, 'maximum', value - 1, pointer)
}

interface Opposite {
  readonly atoms: readonly Atom[]
  readonly keyword: BoundKeyword
  readonly step: number
}

/** A value of another type satisfies a bound, so `not` refuses it: only values of the bound's types are left. */
function isTurnedRound(held: Restriction, keyword: string, value: Json, pointer: Pointer): boolean {
  const opposite = Object.hasOwn(opposites, keyword) ? opposites[keyword] : undefined
  if (opposite === undefined || typeof value !== 'number') return false
  if (opposite.step !== 0 && value + opposite.step < 0) return false
  held.types = new Set([...held.types].filter((atom) => opposite.atoms.includes(atom)))
  return tighten(held, opposite.keyword, value + opposite.step, pointer)
}

function tighten({ bounds }: Restriction, keyword: BoundKeyword, value: number, pointer: Pointer): true {
  const known = bounds.get(keyword)
  const isLower = keyword.toLowerCase().includes('min')
  const order = known === undefined ? 0 : compareNumbers(value, known.value)
  if (known === undefined || (isLower ? order > 0 : order < 0)) bounds.set(keyword, { value, pointer })
  return true
}
