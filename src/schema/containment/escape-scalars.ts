import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import { isMultipleOf } from '../../util/numbers/decimal.ts'
import { compareNumbers, digitsOf, floorNumber, readDescribed } from '../../util/numbers/exact.ts'
import { type Atom, atomOf } from '../keywords/atoms.ts'
import { typeOf } from '../normal-form/applicable.ts'
import type { NormalSchema } from '../normal-form/normal.ts'
import { patternFlaw } from '../patterns/patterns.ts'
import { fitsScalar } from '../sampling/scalar.ts'
import { membership } from '../validation/membership.ts'
import { type Leaf, leavesOf } from './leaf.ts'
import { type Escape, found, none, type Operand, unknown } from './operand.ts'
import type { Question, Solver } from './question.ts'
import { areCovered, textsAround, textsOf, textsOfOtherLength } from './strings.ts'

/** Returns whether a scalar is in a leaf without compiling, or `undefined` for objects, lists and unsupported constraints. */
export function holdsScalar({ normal, nots, undecided }: Leaf, value: Json): boolean | undefined {
  if (typeof value === 'object' && value !== null) return undefined
  if (nots.length > 0 || undecided.some(({ keyword }) => typeOf(keyword) === undefined)) return undefined
  if (normal.patterns.some((pattern) => patternFlaw(pattern.value) !== undefined)) return undefined
  if (!normal.types.has(atomOf(value))) return false
  if (normal.enum !== undefined && !isListed(normal.enum.value, value)) return false
  return fitsScalar(value, normal)
}

/** Returns whether a scalar is in a set without compiling, or `undefined` if unknown. */
export function holdsScalarOf(operand: Operand, value: Json): boolean | undefined {
  if (typeof value === 'object' && value !== null) return undefined
  const verdicts = leavesOf(operand)?.map((leaf) => holdsScalar(leaf, value))
  if (verdicts === undefined || verdicts.includes(true)) return verdicts && true
  return verdicts.includes(undefined) ? undefined : false
}

const members = new WeakMap<readonly Json[], (value: Json) => boolean>()

/** Builds the lookup for each list once. */
function isListed(values: readonly Json[], value: Json): boolean {
  const isMember = members.get(values) ?? membership(values)
  members.set(values, isMember)
  return isMember(value)
}

/** Searches for a number that is in the inner set and in no outer set. */
export function escapeNumbers(solver: Solver, question: Question): Escape {
  const { atom, inner, outer } = question
  const span = spanOf(normalsOf(inner), atom)
  if (isVoid(span, atom)) return none
  const clear = outer.filter((leaf) => isClear(solver, leaf, inner))
  const spans = clear.filter(({ normal }) => normal.enum === undefined).map(({ normal }) => spanOf([normal], atom))
  const listed = clear.flatMap(({ normal }) => normal.enum?.value ?? []).filter((value) => typeof value === 'number')
  const points = listed.map((value) => ({
    least: value,
    most: value,
    isOpenBelow: false,
    isOpenAbove: false,
    steps: [],
    isWhole: false,
  }))
  if (isCovered(span, [...spans, ...points], atom)) return none
  const all = [span, ...outer.map(({ normal }) => spanOf([normal], atom)), ...points]
  return tried(question, numbersAround(all))
}

/** Searches for a string that is in the inner set and in no outer set. */
export function escapeTexts(solver: Solver, question: Question): Escape {
  const { inner, outer } = question
  const texts = textsOf(normalsOf(inner))
  const all = outer.map(({ normal }) => textsOf([normal]))
  const early = tried(question, textsOfOtherLength(texts, all))
  if (early.kind === 'value') return early
  const clear = outer.filter((leaf) => isClear(solver, leaf, inner))
  if (
    areCovered(
      texts,
      clear.map(({ normal }) => textsOf([normal])),
    )
  )
    return none
  return tried(question, textsAround(texts, all))
}

/** Returns whether an excluded set is decided for a type (default: scalars), ignoring undecided constraints that the inner set shares. */
export function isClear(solver: Solver, leaf: Leaf, inner: readonly Leaf[], type?: 'array' | 'object'): boolean {
  return leaf.undecided.every((one) => {
    const about = typeOf(one.keyword)
    return (about !== undefined && about !== type) || solver.isShared(one, inner)
  })
}

function tried({ atom, accepts }: Question, candidates: Iterable<Json>): Escape {
  for (const candidate of candidates) {
    if (atomOf(candidate) === atom && accepts(candidate) === true) return found(candidate)
  }
  return unknown
}

function normalsOf(leaves: readonly Leaf[]): readonly Leaf['normal'][] {
  return leaves.map(({ normal }) => normal)
}

/** Numbers between two limits that are multiples of every step. */
export interface Span {
  readonly least: number
  readonly most: number
  readonly isOpenBelow: boolean
  readonly isOpenAbove: boolean
  readonly steps: readonly number[]
  /** A format allows integers only. */
  readonly isWhole: boolean
}

/** Limits of OpenAPI's number formats (OpenAPI Format Registry). */
const limits: Readonly<Record<string, readonly [string, string]>> = {
  int32: ['-2147483648', '2147483647'],
  int64: ['-9223372036854775808', '9223372036854775807'],
  float: ['-3.4028234663852886e38', '3.4028234663852886e38'],
}

/** Intersects schemas into a span of integers or of other numbers. */
export function spanOf(normals: readonly NormalSchema[], atom: Atom): Span {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [isOpenBelow, isOpenAbove] = [false, false]
  const raise = (limit: number, isExclusive: boolean): void => {
    if (compareNumbers(limit, least) < (isExclusive ? 0 : 1)) return
    least = limit
    isOpenBelow = isExclusive
  }
  const lower = (limit: number, isExclusive: boolean): void => {
    if (compareNumbers(most, limit) < (isExclusive ? 0 : 1)) return
    most = limit
    isOpenAbove = isExclusive
  }
  for (const { bounds, formats } of normals) {
    const of = (keyword: BoundKeyword): number | undefined => bounds.get(keyword)?.value
    raise(of('minimum') ?? Number.NEGATIVE_INFINITY, false)
    raise(of('exclusiveMinimum') ?? Number.NEGATIVE_INFINITY, true)
    lower(of('maximum') ?? Number.POSITIVE_INFINITY, false)
    lower(of('exclusiveMaximum') ?? Number.POSITIVE_INFINITY, true)
    for (const { value } of formats) {
      const range = Object.hasOwn(limits, value) ? limits[value] : undefined
      if (range === undefined) continue
      raise(readDescribed(range[0]), false)
      lower(readDescribed(range[1]), false)
    }
  }
  const steps = normals.flatMap(({ multipleOf }) => (multipleOf === undefined ? [] : [multipleOf.value]))
  const isWhole = normals.some(({ formats }) => formats.some(({ value }) => value === 'int32' || value === 'int64'))
  const span = { least, most, isOpenBelow, isOpenAbove, steps, isWhole }
  return atom === 'integer' ? integral(span) : span
}

function integral({ least, most, isOpenBelow, isOpenAbove, ...rest }: Span): Span {
  const low = isOpenBelow || !Number.isInteger(least) ? integerNear(least, 1) : least
  const high = isOpenAbove && Number.isInteger(most) ? integerNear(most, -1) : integerNear(most, 0)
  const [from, to] = [onStep(low, rest.steps, Math.ceil), onStep(high, rest.steps, Math.floor)]
  return { least: from, most: to, isOpenBelow: false, isOpenAbove: false, ...rest }
}

/** Moves a limit to the nearest multiple inside the span. */
function onStep(limit: number, steps: readonly number[], round: (value: number) => number): number {
  const whole = steps.filter((step) => Number.isSafeInteger(step) && step > 0)
  if (!Number.isSafeInteger(limit)) return limit
  return whole.reduce((at, step) => round(at / step) * step + 0, limit)
}

/** Returns the greatest integer up to a number, plus `more`. */
function integerNear(value: number, more: number): number {
  return Number.isFinite(value) ? floorNumber(value, more) : value
}

export function isVoid({ least, most, isOpenBelow, isOpenAbove, isWhole }: Span, atom: Atom): boolean {
  if (compareNumbers(least, most) > 0 || (isWhole && atom === 'fraction')) return true
  // A single integer value is no fraction.
  return least === most && (isOpenBelow || isOpenAbove || (atom === 'fraction' && Number.isInteger(least)))
}

/** Returns true if the other spans are proven to cover a span; false proves nothing. */
export function isCovered(span: Span, others: readonly Span[], atom: Atom): boolean {
  if (isVoid(span, atom)) return true
  const stepped = others.filter(
    ({ steps, isWhole }) => (!isWhole || atom === 'integer') && steps.every((step) => isImplied(step, span, atom)),
  )
  if (sweep(span, stepped, atom)) return true
  // Adding 1 to an unsafe integer may return the same double.
  const isCountable = Number.isSafeInteger(span.least) && Number.isSafeInteger(span.most)
  if (atom !== 'integer' || !isCountable || span.most - span.least > 2000) return false
  for (let value = span.least; value <= span.most; value++) {
    if (isIn(span, value) && !others.some((other) => isIn(other, value))) return false
  }
  return true
}

function isImplied(step: number, span: Span, atom: Atom): boolean {
  if (atom === 'integer' && isStepOf(step, 1)) return true
  return span.steps.some((other) => isStepOf(step, other))
}

function isIn({ least, most, isOpenBelow, isOpenAbove, steps }: Span, value: number): boolean {
  const [below, above] = [compareNumbers(value, least), compareNumbers(most, value)]
  if (below < (isOpenBelow ? 1 : 0) || above < (isOpenAbove ? 1 : 0)) return false
  return steps.every((step) => isStepOf(step, value))
}

function isStepOf(step: number, value: number): boolean {
  return isMultipleOf(digitsOf(value) ?? value, digitsOf(step) ?? step)
}

/** Walks from the lower limit through overlapping spans. */
function sweep(span: Span, others: readonly Span[], atom: Atom): boolean {
  let [at, isReached] = [span.least, span.isOpenBelow]
  const sorted = [...others].sort(
    (a, b) => compareNumbers(a.least, b.least) || Number(a.isOpenBelow) - Number(b.isOpenBelow),
  )
  for (const other of sorted) {
    const next = atom === 'integer' && isReached ? integerNear(at, 1) : at
    if (compareNumbers(other.least, next) > (isReached || !other.isOpenBelow ? 0 : -1)) return false
    if (compareNumbers(other.most, at) > (other.isOpenAbove ? 0 : -1)) {
      at = other.most
      isReached = !other.isOpenAbove
    }
    if (compareNumbers(at, span.most) > (isReached || span.isOpenAbove ? -1 : 0)) return true
  }
  return false
}

/** Returns numbers at and near every limit. */
export function numbersAround(spans: readonly Span[]): readonly number[] {
  const limitsOf = spans.flatMap(({ least, most }) => [least, most]).filter(Number.isFinite)
  const steps = spans.flatMap(({ steps: all }) => all)
  const near = [0, ...limitsOf].flatMap((limit) => [limit, limit + 1, limit - 1, limit + 0.5, limit - 0.5])
  const neighbours = limitsOf
    .filter((limit) => !Number.isSafeInteger(limit))
    .flatMap((limit) => [integerNear(limit, 1), integerNear(limit, -1)])
  const stepped = steps.flatMap((step) => [step, -step, step * 2, step * 3, step / 2, step / 10])
  const beyond = spans.flatMap(({ least, most, steps: all }) =>
    all.flatMap((step) => [Math.ceil(least / step) * step, Math.floor(most / step) * step]),
  )
  return [
    ...new Set([
      ...near,
      ...neighbours,
      ...stepped,
      ...beyond.filter(Number.isFinite),
      1.5,
      1e39,
      -1e39,
      2 ** 31,
      2 ** 63,
    ]),
  ]
}
