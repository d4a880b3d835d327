import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import { isMultipleOf } from '../../util/numbers/decimal.ts'
import { compareNumbers, numberText } from '../../util/numbers/exact.ts'
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

/** Reduces equivalent schemas to one form by removing redundant keywords. */
export function simplify(merged: Merged): void {
  simplifyStep(merged)
  simplifyNot(merged)
  simplifyEnum(merged)
  simplifySizes(merged)
}

/** A number with integer steps is an integer; every integer is a multiple of a divisor of 1. */
function simplifyStep(merged: Merged): void {
  const step = merged.multipleOf?.value
  if (step === undefined) return
  if (isMultipleOf(numberText(step), 1) && merged.types.has('fraction')) {
    merged.types = new Set([...merged.types].filter((atom) => atom !== 'fraction'))
    merged.typePointer ??= merged.multipleOf?.pointer
  }
  if (!merged.types.has('fraction') && isMultipleOf(1, numberText(step))) merged.multipleOf = undefined
}

/** Removes listed values that the type or bounds reject, after which the bounds are redundant. A complete list becomes a type. */
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
  // Keep an invalid pattern, because it can't be tested against the values.
  merged.patterns.splice(0, Infinity, ...merged.patterns.filter(({ value }) => patternFlaw(value) !== undefined))
  const isMet = (format: string): boolean =>
    values.every((value) => (typeof value !== 'string' && typeof value !== 'number') || hasFormat(value, format))
  merged.formats.splice(0, Infinity, ...merged.formats.filter(({ value }) => !isMet(value)))
  const isFull = values.every((value) => value === null || typeof value === 'boolean')
  const booleans = new Set(values.filter((value) => typeof value === 'boolean'))
  merged.enum = isFull && booleans.size === 2 ? undefined : { value: distinct(values), pointer }
}

/** Reads a list without any value of the type (`type: string`, `enum: [1, 2]`) as intended: converts the values if possible. */
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
  // A new list, because it differs from the written one.
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

/** Drops sizes that other keywords imply. */
function simplifySizes({ bounds, applicators }: Merged): void {
  const contains = [...applicators.keys()].some((keyword) => keyword.startsWith('contains'))
  if (!contains || bounds.get('minContains')?.value === 1) bounds.delete('minContains')
  if (!contains) bounds.delete('maxContains')
}

/** Keywords that can replace `not`. All of them are applied, or none. */
type Restriction = Pick<Merged, 'types' | 'enum'> & { readonly bounds: Merged['bounds'] }

/** Replaces a `not` that only removes types, listed values, a value at a bound, or one side of a bound. */
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

/** Handles `not: { required: [name] }`: only objects without the property are valid, because `required` accepts every non-object. */
function isForbidden(merged: Merged, node: JsonObject, pointer: Pointer): boolean {
  const [name, ...others] = ownArray(node, 'required')
  if (constraints(node).join() !== 'required' || typeof name !== 'string' || others.length > 0) return false
  merged.types = new Set([...merged.types].filter((atom) => atom === 'object'))
  merged.properties.set(name, [...(merged.properties.get(name) ?? []), { node: false, pointer }])
  return true
}

function isUndone(restriction: Restriction, node: JsonObject, pointer: Pointer): boolean {
  const [keyword, ...others] = constraints(node)
  if (keyword === undefined || others.length > 0) return false
  if (keyword === 'enum') return ownArray(node, 'enum').every((value) => isTakenOut(restriction, value, pointer))
  const value = own(node, keyword) ?? null
  if (keyword === 'const') return isTakenOut(restriction, value, pointer)
  if (keyword === 'type') {
    const gone = atomsOf(Array.isArray(value) ? value : [value])
    restriction.types = new Set([...restriction.types].filter((atom) => !gone.has(atom)))
    return gone.size > 0
  }
  return isTurnedRound(restriction, keyword, value, pointer)
}

/** Removes a value if it is already excluded, listed, or the least or greatest possible one. Returns whether that worked. */
function isTakenOut(restriction: Restriction, value: Json, pointer: Pointer): boolean {
  const atom = atomOf(value)
  if (!restriction.types.has(atom)) return true
  if (restriction.enum !== undefined) {
    const text = canonical(value)
    restriction.enum = {
      ...restriction.enum,
      value: restriction.enum.value.filter((listed) => canonical(listed) !== text),
    }
    return true
  }
  if (atom === 'null') return restriction.types.delete('null')
  const empty = emptySizes[canonical(value)]
  if (empty !== undefined) return tighten(restriction, empty, 1, pointer)
  if (typeof value !== 'number' || restriction.types.has('fraction') || !Number.isSafeInteger(value)) return false
  if (restriction.bounds.get('minimum')?.value === value) return tighten(restriction, 'minimum', value + 1, pointer)
  return restriction.bounds.get('maximum')?.value === value && tighten(restriction, 'maximum', value - 1, pointer)
}

interface Opposite {
  readonly atoms: readonly Atom[]
  readonly keyword: BoundKeyword
  readonly step: number
}

/** Inverts a bound. Values of other types satisfy the bound, so `not` rejects them: restrict the types too. */
function isTurnedRound(restriction: Restriction, keyword: string, value: Json, pointer: Pointer): boolean {
  const opposite = Object.hasOwn(opposites, keyword) ? opposites[keyword] : undefined
  if (opposite === undefined || typeof value !== 'number') return false
  if (opposite.step !== 0 && value + opposite.step < 0) return false
  restriction.types = new Set([...restriction.types].filter((atom) => opposite.atoms.includes(atom)))
  return tighten(restriction, opposite.keyword, value + opposite.step, pointer)
}

function tighten({ bounds }: Restriction, keyword: BoundKeyword, value: number, pointer: Pointer): true {
  const known = bounds.get(keyword)
  const isLower = keyword.toLowerCase().includes('min')
  const order = known === undefined ? 0 : compareNumbers(value, known.value)
  if (known === undefined || (isLower ? order > 0 : order < 0)) bounds.set(keyword, { value, pointer })
  return true
}
