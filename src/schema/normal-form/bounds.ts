import type { BoundKeyword } from '../../model/diff/change.ts'
import { compareNumbers, floorNumber } from '../../numbers/exact.ts'
import type { Atom } from '../keywords/atoms.ts'
import type { Sited } from './normal.ts'

const relevance: Readonly<Record<BoundKeyword, readonly Atom[]>> = {
  minimum: ['integer', 'fraction'],
  maximum: ['integer', 'fraction'],
  exclusiveMinimum: ['integer', 'fraction'],
  exclusiveMaximum: ['integer', 'fraction'],
  minLength: ['string'],
  maxLength: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  minContains: ['array'],
  maxContains: ['array'],
  minProperties: ['object'],
  maxProperties: ['object'],
}

/** Drops redundant bounds; of an inclusive and an exclusive one keeps the tighter; integers are inclusive. */
export function normalBounds(
  bounds: ReadonlyMap<BoundKeyword, Sited<number>>,
  types: ReadonlySet<Atom>,
): Map<BoundKeyword, Sited<number>> {
  if (bounds.size === 0) return new Map()
  const kept = new Map([...bounds].filter(([keyword]) => relevance[keyword].some((atom) => types.has(atom))))
  for (const keyword of ['minLength', 'minItems', 'minProperties'] as const) {
    if ((kept.get(keyword)?.value ?? 1) <= 0) kept.delete(keyword)
  }
  if (!types.has('fraction')) {
    toInclusive(kept, 'exclusiveMinimum', 'minimum', (value) => floorNumber(value, 1), ceiling)
    toInclusive(kept, 'exclusiveMaximum', 'maximum', below, floorNumber)
  }
  keepTighter(kept, 'minimum', 'exclusiveMinimum', (inclusive, exclusive) => compareNumbers(inclusive, exclusive) > 0)
  keepTighter(kept, 'maximum', 'exclusiveMaximum', (inclusive, exclusive) => compareNumbers(inclusive, exclusive) < 0)
  return kept
}

/** The least integer that is not below a number. */
function ceiling(value: number): number {
  const floor = floorNumber(value)
  return compareNumbers(floor, value) < 0 ? floorNumber(value, 1) : floor
}

/** The greatest integer below a number. */
function below(value: number): number {
  const floor = floorNumber(value)
  return compareNumbers(floor, value) < 0 ? floor : floorNumber(value, -1)
}

function toInclusive(
  bounds: Map<BoundKeyword, Sited<number>>,
  exclusive: BoundKeyword,
  inclusive: BoundKeyword,
  step: (value: number) => number,
  round: (value: number) => number,
): void {
  const own = bounds.get(inclusive)
  if (own !== undefined) bounds.set(inclusive, { ...own, value: round(own.value) })
  const bound = bounds.get(exclusive)
  if (bound === undefined) return
  bounds.delete(exclusive)
  const value = step(bound.value)
  const sign = exclusive === 'exclusiveMinimum' ? 1 : -1
  if (own === undefined || compareNumbers(value, own.value) * sign >= 0) bounds.set(inclusive, { ...bound, value })
}

function keepTighter(
  bounds: Map<BoundKeyword, Sited<number>>,
  inclusive: BoundKeyword,
  exclusive: BoundKeyword,
  inclusiveWins: (inclusive: number, exclusive: number) => boolean,
): void {
  const a = bounds.get(inclusive)
  const b = bounds.get(exclusive)
  if (a !== undefined && b !== undefined) bounds.delete(inclusiveWins(a.value, b.value) ? exclusive : inclusive)
}
