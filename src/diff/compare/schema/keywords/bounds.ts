import type { BoundKeyword, Effect } from '../../../../model/diff/change.ts'
import {
  isContainedFormat,
  numberRange,
  numbersOf,
  restrictingFormats,
} from '../../../../schema/formats/format-sets.ts'
import type { NormalSchema, Sited } from '../../../../schema/normal-form/normal.ts'
import { comparePatterns } from '../../../../schema/patterns/containment.ts'
import { lengthPatterns } from '../../../../schema/patterns/length.ts'
import { equalJson, minus } from '../../../../util/json.ts'
import { isMultipleOf } from '../../../../util/numbers/decimal.ts'
import { compareNumbers, numberText } from '../../../../util/numbers/exact.ts'
import { byText } from '../../../../util/text.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair } from '../unit.ts'

/** Compares bounds, formats, patterns, `multipleOf` and `uniqueItems`. */
export function compareNumbersAndTexts(pair: SchemaPair): void {
  compareRange(pair, 'minimum', 'exclusiveMinimum', 1)
  compareRange(pair, 'maximum', 'exclusiveMaximum', -1)
  for (const keyword of ['minLength', 'minItems', 'minProperties', 'minContains'] as const)
    compareBound(pair, keyword, 1)
  for (const keyword of ['maxLength', 'maxItems', 'maxProperties', 'maxContains'] as const)
    compareBound(pair, keyword, -1)
  compareFormat(pair)
  comparePatternLists(pair)
  compareMultipleOf(pair)
  const { before, after, emit } = pair
  if (before.uniqueItems?.value !== after.uniqueItems?.value) {
    const spot = spotOf(pair, before.uniqueItems, after.uniqueItems)
    const effect = after.uniqueItems ? 'narrowed' : 'widened'
    emit('schema.unique-items', before.uniqueItems?.value, after.uniqueItems?.value, effect, spot)
  }
}

function spotOf(pair: SchemaPair, before: Sited<unknown> | undefined, after: Sited<unknown> | undefined) {
  return { base: before?.pointer ?? pair.before.pointer, revision: after?.pointer ?? pair.after.pointer }
}

/** `sign` is 1 for a lower bound (greater is tighter), -1 for an upper bound. */
function compareBound(pair: SchemaPair, keyword: BoundKeyword, sign: 1 | -1): void {
  const was = pair.before.bounds.get(keyword)
  const is = pair.after.bounds.get(keyword)
  const absent = keyword === 'minContains' ? 1 : Number.NEGATIVE_INFINITY
  const step = tightening(was?.value, is?.value, sign, absent)
  emitBound(pair, [keyword, was], [keyword, is], step)
}

/** Returns a positive number if the bound became tighter. `sign` is 1 for minimums and -1 for maximums; a missing bound counts as `absent`. */
function tightening(was: number | undefined, is: number | undefined, sign: 1 | -1, absent: number): number {
  if (was !== undefined && is !== undefined) return compareNumbers(is, was) * sign
  const tightness = (value: number | undefined): number => (value === undefined ? absent : value * sign)
  return was === is ? 0 : tightness(is) - tightness(was)
}

/** Compares a limit as one bound, because it can move between the inclusive and the exclusive keyword. */
function compareRange(pair: SchemaPair, inclusive: BoundKeyword, exclusive: BoundKeyword, sign: 1 | -1): void {
  const limit = ({ bounds }: NormalSchema): Limit =>
    bounds.has(exclusive) ? [exclusive, bounds.get(exclusive)] : [inclusive, bounds.get(inclusive)]
  const was = limit(pair.before)
  const is = limit(pair.after)
  const step = tightening(was[1]?.value, is[1]?.value, sign, Number.NEGATIVE_INFINITY)
  emitBound(pair, was, is, step === 0 ? Number(is[0] === exclusive) - Number(was[0] === exclusive) : step)
}

type Limit = readonly [BoundKeyword, Sited<number> | undefined]

function emitBound(pair: SchemaPair, was: Limit, is: Limit, tighter: number): void {
  if (tighter === 0 || Number.isNaN(tighter)) return
  const facts = ([keyword, bound]: Limit) => (bound === undefined ? undefined : { keyword, value: bound.value })
  const effect = tighter > 0 ? 'narrowed' : 'widened'
  pair.emit('schema.bound', facts(was), facts(is), effect, spotOf(pair, was[1], is[1]))
}

function comparePatternLists(pair: SchemaPair): void {
  const was = pair.before.patterns.map((pattern) => pattern.value)
  const is = pair.after.patterns.map((pattern) => pattern.value)
  // All patterns must match, so an additional one narrows and a removed one widens.
  const byList = setEffect(minus(is, was).length > 0, minus(was, is).length > 0)
  if (byList === 'none') return
  const effect = patternEffect(pair, was, is) ?? byList
  if (effect === 'none') return
  const spot = spotOf(pair, pair.before.patterns[0], pair.after.patterns[0])
  pair.emit('schema.pattern', was.length ? was : undefined, is.length ? is : undefined, effect, spot)
}

/** Returns the effect of a pattern change on strings of the allowed lengths, or `undefined` if unknown. */
function patternEffect(pair: SchemaPair, was: readonly string[], is: readonly string[]): Effect | undefined {
  const [lost, gained] = [pair.before, pair.after].map((normal) => {
    const lengths = lengthPatterns(normal)
    const within = comparePatterns([...was, ...lengths], [...is, ...lengths])
    // Lengths can make the automata too big.
    return (within.relation === 'unknown' ? comparePatterns(was, is) : within).relation
  })
  if (lost === 'unknown' || gained === 'unknown') return undefined
  return setEffect(lost === 'narrowed' || lost === 'incomparable', gained === 'widened' || gained === 'incomparable')
}

function compareMultipleOf(pair: SchemaPair): void {
  const [was, is] = [pair.before.multipleOf, pair.after.multipleOf]
  if (was?.value === is?.value) return
  const isWithin = (inner: number, outer: number): boolean => isMultipleOf(numberText(inner), numberText(outer))
  const lost = is !== undefined && (was === undefined || !isWithin(was.value, is.value))
  const gained = was !== undefined && (is === undefined || !isWithin(is.value, was.value))
  const effect = setEffect(lost, gained)
  pair.emit('schema.multiple-of', was?.value, is?.value, effect, spotOf(pair, was, is))
}

/** Reports a format change by its effect on values, or as documentation for a format without restrictions. */
export function compareFormat(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const names = ({ formats }: NormalSchema): string[] => formats.map(({ value }) => value).sort(byText)
  const [was, is] = [names(before), names(after)]
  if (equalJson(was, is)) return
  const spot = {
    base: before.formats[0]?.pointer ?? before.pointer,
    revision: after.formats[0]?.pointer ?? after.pointer,
  }
  const effect = formatEffect(before, after)
  const written = (list: readonly string[]): string | undefined => list.join(' and ') || undefined
  if (effect !== 'none') emit('schema.format', written(was), written(is), effect, spot)
  // Dialects express some formats by other keywords.
  else if (pair.base.document.dialect === pair.revision.document.dialect) {
    const facts = (list: readonly string[]) => (list.length === 0 ? undefined : { format: list.join(' and ') })
    emit('documentation', facts(was), facts(is), 'none', spot)
  }
}

function formatEffect(before: NormalSchema, after: NormalSchema): Effect {
  const [was, is] = [before, after].map((normal) => restrictingFormats(normal).map(({ value }) => value))
  const refuses = (inside: NormalSchema, formats: readonly string[], wanted: string): boolean => {
    const numbers = numbersOf(wanted)
    if (numbers === undefined) return !formats.some((format) => isContainedFormat(format, wanted))
    const range = numberRange(inside)
    const isOutside = range.least < numbers.least || range.most > numbers.most
    return isOutside || (numbers.isWhole && !range.isWhole)
  }
  return setEffect(
    (is ?? []).some((format) => refuses(before, was ?? [], format)),
    (was ?? []).some((format) => refuses(after, is ?? [], format)),
  )
}
