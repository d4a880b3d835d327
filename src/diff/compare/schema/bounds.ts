import type { BoundKeyword, Effect } from '../../../model/change.ts'
import type { NormalSchema, Sited } from '../../../schema/normal.ts'
import { comparePatterns } from '../../../schema/pattern-containment.ts'
import { lengthPatterns } from '../../../schema/pattern-length.ts'
import { minus } from '../../../util/json.ts'
import { byText } from '../../../util/text.ts'
import { setEffect } from './effect.ts'
import type { SchemaPair } from './unit.ts'

/** Bounds, format, pattern, multipleOf and uniqueItems. */
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

/** `sign` is 1 for a lower bound (more is tighter), -1 for an upper one. */
function compareBound(pair: SchemaPair, keyword: BoundKeyword, sign: 1 | -1): void {
  const was = pair.before.bounds.get(keyword)
  const is = pair.after.bounds.get(keyword)
  const absent = keyword === 'minContains' ? 1 : Number.NEGATIVE_INFINITY
  const tightness = (bound: Sited<number> | undefined): number => (bound ? bound.value * sign : absent)
  const step = tightness(is) - tightness(was)
  if (keyword === 'minProperties' && Math.sign(impliedStep(pair, was, is)) !== Math.sign(step)) return
  emitBound(pair, [keyword, was], [keyword, is], step)
}

/** One value against a list that must hold more than one. */
export function compareLeastItems(pair: SchemaPair): void {
  const [was, is] = [pair.before, pair.after].map(({ bounds }) => bounds.get('minItems')?.value ?? 1)
  if ((was ?? 1) > 1 || (is ?? 1) > 1) compareBound(pair, 'minItems', 1)
}

/** Required properties are there anyway: how far the least size moves when they are counted. */
function impliedStep(
  { before, after }: SchemaPair,
  was: Sited<number> | undefined,
  is: Sited<number> | undefined,
): number {
  const least = (bound: Sited<number> | undefined, { required }: NormalSchema): number =>
    Math.max(bound?.value ?? 0, required.size)
  return least(is, after) - least(was, before)
}

/** A numeric limit may move between the inclusive and the exclusive keyword: one bound, one change. */
function compareRange(pair: SchemaPair, inclusive: BoundKeyword, exclusive: BoundKeyword, sign: 1 | -1): void {
  const limit = ({ bounds }: NormalSchema): [BoundKeyword, Sited<number> | undefined] =>
    bounds.has(exclusive) ? [exclusive, bounds.get(exclusive)] : [inclusive, bounds.get(inclusive)]
  const was = limit(pair.before)
  const is = limit(pair.after)
  const tightness = ([, bound]: [BoundKeyword, Sited<number> | undefined]): number =>
    bound ? bound.value * sign : Number.NEGATIVE_INFINITY
  const step = tightness(is) - tightness(was)
  emitBound(pair, was, is, step === 0 ? Number(is[0] === exclusive) - Number(was[0] === exclusive) : step)
}

type Limit = readonly [BoundKeyword, Sited<number> | undefined]

function emitBound(pair: SchemaPair, was: Limit, is: Limit, tighter: number): void {
  if (tighter === 0 || Number.isNaN(tighter)) return
  const facts = ([keyword, bound]: Limit) => (bound === undefined ? undefined : { keyword, value: bound.value })
  const effect = tighter > 0 ? 'narrowed' : 'widened'
  pair.emit('schema.bound', facts(was), facts(is), effect, spotOf(pair, was[1], is[1]))
}

/** Formats of the OpenAPI format registry of which the first's values are all among the second's. */
const containedFormats: Readonly<Record<string, readonly string[]>> = {
  int32: ['int64', 'double'],
  float: ['double'],
}

function compareFormat(pair: SchemaPair): void {
  const [was, is] = [formatOf(pair.before), formatOf(pair.after)]
  if (was?.value === is?.value) return
  pair.emit('schema.format', was?.value, is?.value, formatEffect(was?.value, is?.value), spotOf(pair, was, is))
}

function formatOf({ formats }: NormalSchema): Sited<string> | undefined {
  const [first] = formats
  const names = formats.map((format) => format.value).sort(byText)
  return first === undefined ? undefined : { value: names.join(' and '), pointer: first.pointer }
}

function formatEffect(was: string | undefined, is: string | undefined): Effect {
  if (was === undefined || is === undefined) return was === undefined ? 'narrowed' : 'widened'
  if (containedFormats[was]?.includes(is)) return 'widened'
  return containedFormats[is]?.includes(was) ? 'narrowed' : 'incomparable'
}

function comparePatternLists(pair: SchemaPair): void {
  const was = pair.before.patterns.map((pattern) => pattern.value)
  const is = pair.after.patterns.map((pattern) => pattern.value)
  // All patterns must match: one more narrows, one fewer widens, whatever they say.
  const byList = setEffect(minus(is, was).length > 0, minus(was, is).length > 0)
  if (byList === 'none') return
  const effect = patternEffect(pair, was, is) ?? byList
  if (effect === 'none') return
  const spot = spotOf(pair, pair.before.patterns[0], pair.after.patterns[0])
  pair.emit('schema.pattern', was.length ? was : undefined, is.length ? is : undefined, effect, spot)
}

/** What a change of patterns does to texts of the lengths allowed on either side; undefined when that is not known. */
function patternEffect(pair: SchemaPair, was: readonly string[], is: readonly string[]): Effect | undefined {
  const [lost, gained] = [pair.before, pair.after].map((normal) => {
    const lengths = lengthPatterns(normal)
    const within = comparePatterns([...was, ...lengths], [...is, ...lengths])
    // Lengths can make the automata too large.
    return (within.relation === 'unknown' ? comparePatterns(was, is) : within).relation
  })
  if (lost === 'unknown' || gained === 'unknown') return undefined
  return setEffect(lost === 'narrowed' || lost === 'incomparable', gained === 'widened' || gained === 'incomparable')
}

function compareMultipleOf(pair: SchemaPair): void {
  const [was, is] = [pair.before.multipleOf, pair.after.multipleOf]
  if (was?.value === is?.value) return
  const effect =
    was === undefined
      ? 'narrowed'
      : is === undefined
        ? 'widened'
        : divides(was.value, is.value)
          ? 'narrowed'
          : divides(is.value, was.value)
            ? 'widened'
            : 'incomparable'
  pair.emit('schema.multiple-of', was?.value, is?.value, effect, spotOf(pair, was, is))
}

/** Whether `whole` is a multiple of `part`, forgiving binary rounding of decimals such as 0.01. */
function divides(part: number, whole: number): boolean {
  const quotient = whole / part
  return Math.abs(quotient - Math.round(quotient)) < 1e-9
}
