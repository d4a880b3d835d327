import type { Change, Trail, Use } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import type { Description, Way } from '../../model/operation.ts'
import type { Conjunction, NormalSchema } from '../../schema/normal-form/normal.ts'
import { patternExamples } from '../../schema/patterns/example.ts'
import { lengthPatterns } from '../../schema/patterns/length.ts'
import { type Leaf, ordinaryAt, suggestedBy } from './candidates.ts'
import { documentedMessages, isShort, replacedAt, valuesAt } from './documented.ts'
import type { Effort } from './effort.ts'
import type { Side } from './side.ts'
import { taggedSamples, unnamedIn } from './tagged.ts'
import { type WrapContext, wrap } from './wrap.ts'

/** Maximum number of branches with instances. */
export const maxBranches = 100
/** Maximum number of documented messages tried, and of replacement values per message. */
const [maxDocumented, maxReplaced] = [2, 8]
/** Maximum number of listed items tried. */
const mostListed = 50

export interface Plan {
  readonly effort: Effort
  /** Budget for simplifying proofs, separate so that it doesn't reduce other findings' proofs. */
  readonly refining: Effort
  /** Version that must accept the message. */
  readonly description: Description
  readonly change: Change
  readonly trail: Trail
  /** Version that must accept the message. */
  readonly valid: 'base' | 'revision'
  readonly side: Side
  /** Version that must reject it. */
  readonly other: Side
  readonly way: Way
  readonly around: WrapContext
  /** Schemas of the whole message and of the changed location, in the accepting version. */
  readonly root: Conjunction
  readonly normal: NormalSchema
}

/** Yields messages whose tag selects no schema in the other version. */
export function* unnamedMessages({
  change,
  trail,
  valid,
  way,
  side,
  other,
  around,
  root,
  normal,
}: Plan): Generator<Json> {
  const { reader, samplesOf } = side
  const opposed = valid === 'base' ? trail.after : trail.before
  const tagged = taggedSamples(change, reader, normal, (parts) => samplesOf(parts, way))
  for (const { value, holds } of unnamedIn(other.reader, other.reader.normal(opposed), tagged))
    yield* wrap(around, root, trail.steps, value).filter(holds)
}

function leafOf(plan: Plan): Omit<Leaf, 'valid'> {
  const { change, way, normal } = plan
  const { reader, samplesOf } = plan.side
  const patterns = normal.patterns.map(({ value }) => value)
  return {
    ...{ change, patterns },
    samples: remembered(samplesAt(plan)),
    items: () => {
      const listed = reader.normal(normal.items.flatMap(reader.enter)).enum?.value.slice(0, mostListed) ?? []
      return [...new Set([...samplesOf(normal.items, way), ...listed])]
    },
    contained: () => samplesOf([...(normal.applicators.get('contains')?.parts ?? []), ...normal.items], way),
    lengths: lengthPatterns(normal),
    matching: () => patterns.flatMap((value) => [0, 1, 2].flatMap((pick) => patternExamples(value, pick))),
    extras: () => samplesOf(normal.additional, way),
  }
}

/** Yields short documented messages, unchanged or with one value replaced at the changed location, with the original. */
export function* documented(plan: Plan, use: Use): Generator<readonly [Json, Json]> {
  const { description, trail, valid, side } = plan
  if (!isDirect(use)) return
  const messages = documentedMessages(description, side.reader, use, trail, valid).filter(isShort)
  for (const message of messages.slice(0, maxDocumented)) {
    yield [message, message]
    const [value] = valuesAt(message, trail.steps)
    const leaf = { ...leafOf(plan), valid, ...(value === undefined ? {} : { samples: () => [value] }) }
    let left = maxReplaced
    for (const candidate of suggestedBy(leaf)) {
      const replaced = replacedAt(message, trail.steps, candidate)
      if (left-- === 0) break
      if (replaced !== undefined && candidate !== '') yield [replaced, message]
    }
  }
}

/** Yields messages with a candidate at the changed location; with `isExhausted`, only candidates from this change. */
export function* messages(plan: Plan, { polarity, isOfWhole }: Use, isExhausted: boolean): Generator<Json> {
  const { change, trail, valid, way, around, normal } = plan
  const { reader, samplesOf } = plan.side
  const leaf = leafOf(plan)
  // Under `not`, a value listed by the other version is the one this version accepts.
  const opposite = valid === 'base' ? 'revision' : 'base'
  const sides = { same: [valid], inverted: [opposite], undecided: [valid, opposite] } as const
  const tagged = taggedSamples(change, reader, normal, (parts) => samplesOf(parts, way))
  const candidates = function* (side: 'base' | 'revision'): Generator<Json> {
    yield* tagged
    yield* suggestedBy({ ...leaf, valid: side })
    if (!isExhausted) yield* ordinaryAt(leaf)
  }
  for (const side of sides[isOfWhole ? 'undecided' : (polarity ?? 'same')]) {
    const values = candidates(side)
    for (const value of trail.text === undefined ? values : emptyLast([...values], change)) {
      yield* wrap(around, plan.root, trail.steps, value)
    }
  }
}

function* samplesAt(plan: Plan): Generator<Json> {
  const { change, trail, valid, way, side, effort, normal } = plan
  const branches = branchesOf(plan).toReversed()
  const isMeant = ([part]: Conjunction): boolean => part !== undefined && part.pointer === change.site[valid]
  const likeliest = [...branches.filter(isMeant), ...branches.filter((branch) => !isMeant(branch))]
  const leaf = valid === 'base' ? trail.before : trail.after
  for (const parts of [...likeliest.slice(0, maxBranches), leaf]) yield* spent(effort, side.samplesOf(parts, way))
  yield* spent(effort, normal.enum?.value.slice(0, mostListed) ?? [])
}

export function branchesOf({ normal }: Plan): readonly Conjunction[] {
  return normal.groups.flatMap(({ branches }) => branches)
}

/** Counts each value, because it is varied about ten times. */
function* spent(effort: Effort, values: Iterable<Json>): Generator<Json> {
  for (const value of values) {
    effort.spend(value)
    yield value
  }
}

/** Caches a generator's values, which are computed only as far as requested. */
function remembered<T>(values: Iterator<T>): () => Generator<T> {
  const known: T[] = []
  return function* () {
    for (let at = 0; ; at++) {
      const next = at < known.length ? undefined : values.next()
      if (next?.done === true) return
      if (next !== undefined) known.push(next.value)
      yield known[at] as T
    }
  }
}

/** Yields a message with the value found by comparing whole schemas. `shownExactly` uses the specified meaning of `oneOf`. */
export function* shownBy({ trail, around, root }: Plan, by: 'shown' | 'shownExactly' = 'shown'): Generator<Json> {
  const shown = trail[by]?.()
  if (shown !== undefined) yield* wrap(around, root, trail.steps.slice(0, shown.depth), shown.value)
}

/** Puts empty values last: servers may read them as absent, and empty lists aren't sent (RFC 6570 §2.3). */
function emptyLast(values: readonly Json[], { kind }: Change): readonly Json[] {
  const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0
  const sent = kind === 'schema.bound' ? values : values.filter((value) => !isEmptyList(value))
  const isEmpty = (value: Json): boolean => value === '' || isEmptyList(value)
  return [...sent.filter((value) => !isEmpty(value)), ...sent.filter(isEmpty)]
}

/** Returns whether only the value at the changed location decides. */
export function isDirect({ polarity, isOfWhole }: Use): boolean {
  return polarity === undefined && !isOfWhole
}
