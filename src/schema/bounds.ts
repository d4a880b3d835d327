import type { BoundKeyword } from '../model/change.ts'
import type { Atom } from './atoms.ts'
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

/** Drops bounds that say nothing; of an inclusive and an exclusive one keeps the tighter; integers are inclusive. */
export function normalBounds(
  bounds: ReadonlyMap<BoundKeyword, Sited<number>>,
  types: ReadonlySet<Atom>,
): Map<BoundKeyword, Sited<number>> {
  const kept = new Map([...bounds].filter(([keyword]) => relevance[keyword].some((atom) => types.has(atom))))
  for (const keyword of ['minLength', 'minItems', 'minProperties'] as const) {
    if ((kept.get(keyword)?.value ?? 1) <= 0) kept.delete(keyword)
  }
  if (!types.has('fraction')) {
    toInclusive(kept, 'exclusiveMinimum', 'minimum', (value) => Math.floor(value) + 1, Math.ceil)
    toInclusive(kept, 'exclusiveMaximum', 'maximum', (value) => Math.ceil(value) - 1, Math.floor)
  }
  keepTighter(kept, 'minimum', 'exclusiveMinimum', (inclusive, exclusive) => inclusive > exclusive)
  keepTighter(kept, 'maximum', 'exclusiveMaximum', (inclusive, exclusive) => inclusive < exclusive)
  return kept
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
  const tighter = exclusive === 'exclusiveMinimum' ? Math.max : Math.min
  if (own === undefined || tighter(value, own.value) === value) bounds.set(inclusive, { ...bound, value })
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
