import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { compareNumbers } from '../../numbers/exact.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import { type Atom, atomOf, atomsOf } from '../keywords/atoms.ts'
import { constraints } from './branches.ts'
import type { Merged } from './merged.ts'

/** The equivalent of `not` in other keywords: replaced as a whole, or not at all. */
type Restriction = Pick<Merged, 'types' | 'enum'> & { readonly bounds: Merged['bounds'] }

/** A `not` that only removes types, listed values, values at a bound or one side of a bound is replaced by those keywords. */
export function simplifyNot(merged: Merged): void {
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

const emptySizes: Readonly<Record<string, BoundKeyword>> = {
  '""': 'minLength',
  '[]': 'minItems',
  '{}': 'minProperties',
}

interface Opposite {
  readonly atoms: readonly Atom[]
  readonly keyword: BoundKeyword
  readonly step: number
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
