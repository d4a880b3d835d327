import type { BoundKeyword } from '../../model/change.ts'
import { isMultipleOf } from '../../numbers/decimal.ts'
import { digitsOf } from '../../numbers/exact.ts'
import type { Atom } from '../atoms.ts'
import type { NormalSchema } from '../normal.ts'

/** The numbers between two limits; a step is a `multipleOf` of all of them. */
export interface Span {
  readonly least: number
  readonly most: number
  readonly isOpenBelow: boolean
  readonly isOpenAbove: boolean
  readonly steps: readonly number[]
  /** A format leaves integers only. */
  readonly isWhole: boolean
}

/** The limits of OpenAPI's number formats (OpenAPI Format Registry). */
const limits: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
  float: [-3.4028234663852886e38, 3.4028234663852886e38],
}

/** What several schemas that must all hold leave of the integers, or of the other numbers. */
export function spanOf(normals: readonly NormalSchema[], atom: Atom): Span {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [isOpenBelow, isOpenAbove] = [false, false]
  const raise = (limit: number, isOpen: boolean): void => {
    if (limit < least || (limit === least && !isOpen)) return
    least = limit
    isOpenBelow = isOpen
  }
  const lower = (limit: number, isOpen: boolean): void => {
    if (limit > most || (limit === most && !isOpen)) return
    most = limit
    isOpenAbove = isOpen
  }
  for (const { bounds, formats } of normals) {
    const of = (keyword: BoundKeyword): number | undefined => bounds.get(keyword)?.value
    raise(of('minimum') ?? Number.NEGATIVE_INFINITY, false)
    raise(of('exclusiveMinimum') ?? Number.NEGATIVE_INFINITY, true)
    lower(of('maximum') ?? Number.POSITIVE_INFINITY, false)
    lower(of('exclusiveMaximum') ?? Number.POSITIVE_INFINITY, true)
    for (const { value } of formats) {
      raise(limits[value]?.[0] ?? Number.NEGATIVE_INFINITY, false)
      lower(limits[value]?.[1] ?? Number.POSITIVE_INFINITY, false)
    }
  }
  const steps = normals.flatMap(({ multipleOf }) => (multipleOf === undefined ? [] : [multipleOf.value]))
  const isWhole = normals.some(({ formats }) => formats.some(({ value }) => value === 'int32' || value === 'int64'))
  const span = { least, most, isOpenBelow, isOpenAbove, steps, isWhole }
  return atom === 'integer' ? integral(span) : span
}

function integral({ least, most, isOpenBelow, isOpenAbove, ...rest }: Span): Span {
  const low = isOpenBelow && Number.isInteger(least) ? least + 1 : Math.ceil(least)
  const high = isOpenAbove && Number.isInteger(most) ? most - 1 : Math.floor(most)
  return { least: low, most: high, isOpenBelow: false, isOpenAbove: false, ...rest }
}

/** Whether no number is between the limits. */
export function isVoid({ least, most, isOpenBelow, isOpenAbove, isWhole }: Span, atom: Atom): boolean {
  if (least > most || (isWhole && atom === 'fraction')) return true
  // A single number is no fraction unless it is written as one.
  return least === most && (isOpenBelow || isOpenAbove || (atom === 'fraction' && Number.isInteger(least)))
}

/** Whether every number of a span is shown to be in one of the others; `false` is no proof of the contrary. */
export function isCovered(span: Span, others: readonly Span[], atom: Atom): boolean {
  if (isVoid(span, atom)) return true
  const stepped = others.filter(
    ({ steps, isWhole }) => (!isWhole || atom === 'integer') && steps.every((step) => isImplied(step, span, atom)),
  )
  // Where doubles stand for other numbers only the same limits are known to be the same.
  if ([span, ...stepped].some(isBlurred)) return stepped.some((other) => isPlainlyWithin(span, other))
  if (sweep(span, stepped, atom)) return true
  if (atom !== 'integer' || span.most - span.least > 2000) return false
  for (let value = span.least; value <= span.most; value++) {
    if (isIn(span, value) && !others.some((other) => isIn(other, value))) return false
  }
  return true
}

function isBlurred({ least, most }: Span): boolean {
  return [least, most].some(
    (limit) => Number.isFinite(limit) && (Math.abs(limit) > Number.MAX_SAFE_INTEGER || digitsOf(limit) !== undefined),
  )
}

function isPlainlyWithin(span: Span, other: Span): boolean {
  const isBelow = other.least === Number.NEGATIVE_INFINITY || other.least === span.least
  const isAbove = other.most === Number.POSITIVE_INFINITY || other.most === span.most
  const isClosed = (!other.isOpenBelow || span.isOpenBelow) && (!other.isOpenAbove || span.isOpenAbove)
  return isBelow && isAbove && isClosed
}

function isImplied(step: number, span: Span, atom: Atom): boolean {
  if (atom === 'integer' && isMultipleOf(1, step)) return true
  return span.steps.some((held) => isMultipleOf(held, step))
}

function isIn({ least, most, isOpenBelow, isOpenAbove, steps }: Span, value: number): boolean {
  if (value < least || value > most) return false
  if ((isOpenBelow && value === least) || (isOpenAbove && value === most)) return false
  return steps.every((step) => isMultipleOf(value, step))
}

/** Goes up from the lower limit from one overlapping span to the next. */
function sweep(span: Span, others: readonly Span[], atom: Atom): boolean {
  let [at, isReached] = [span.least, span.isOpenBelow]
  const gap = atom === 'integer' ? 1 : 0
  const sorted = [...others].sort((a, b) => a.least - b.least || Number(a.isOpenBelow) - Number(b.isOpenBelow))
  for (const other of sorted) {
    const begins = isReached ? other.least <= at + gap : other.least < at || (other.least === at && !other.isOpenBelow)
    if (!begins) return false
    if (other.most > at || (other.most === at && !other.isOpenAbove)) {
      at = other.most
      isReached = !other.isOpenAbove
    }
    if (at > span.most || (at === span.most && (isReached || span.isOpenAbove))) return true
  }
  return false
}

/** Numbers on and beside every limit that is spoken of. */
export function numbersAround(spans: readonly Span[]): readonly number[] {
  const limitsOf = spans.flatMap(({ least, most }) => [least, most]).filter(Number.isFinite)
  const steps = spans.flatMap(({ steps: all }) => all)
  const near = [0, ...limitsOf].flatMap((limit) => [limit, limit + 1, limit - 1, limit + 0.5, limit - 0.5])
  const stepped = steps.flatMap((step) => [step, -step, step * 2, step * 3, step / 2, step / 10])
  const beyond = spans.flatMap(({ least, most, steps: all }) =>
    all.flatMap((step) => [Math.ceil(least / step) * step, Math.floor(most / step) * step]),
  )
  return [...new Set([...near, ...stepped, ...beyond.filter(Number.isFinite), 1.5, 1e39, -1e39, 2 ** 31, 2 ** 63])]
}
