import type { Change, Trail, Use } from '../../model/diff/change.ts'
import type { Located } from '../../model/document.ts'
import type { Witness } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import { spelled } from '../../numbers/exact.ts'
import type { Conjunction, NormalSchema } from '../../schema/normal-form/normal.ts'
import { patternExamples } from '../../schema/patterns/example.ts'
import { lengthPatterns } from '../../schema/patterns/length.ts'
import { ordinaryAt, suggestedBy } from './candidates.ts'
import { createEffort, type Effort } from './effort.ts'
import { createExhausted } from './exhausted.ts'
import { readings } from './readings.ts'
import { requestLine } from './request-line.ts'
import { type Side, sideOf, type Way } from './side.ts'
import { isOfSubtype, isOfTags, taggedSamples, unnamedIn } from './tagged.ts'
import { createVerdicts } from './verdicts.ts'
import { type WrapContext, wrap } from './wrap.ts'

/** Looks for a message that one version allows and the other refuses. */
export type Prover = (change: Change, use: Use) => Witness

/**
 * Builds whole messages around the changed location and validates them with ajv under both versions. A request that
 * breaks was valid in the base and is refused now; a response that breaks is valid now and was not before.
 */
export function createProver(base: Description, revision: Description): Prover {
  const effort = createEffort()
  const sides = { base: sideOf(base.document, effort), revision: sideOf(revision.document, effort) }
  const exhausted = { compiler: createExhausted(), unions: createExhausted() }
  const { isAcceptedBy, isRefusedBy } = createVerdicts()
  const planFor = (change: Change, trail: Trail, valid: 'base' | 'revision', way: Way): Plan => {
    const [side, other] = valid === 'base' ? [sides.base, sides.revision] : [sides.revision, sides.base]
    const { reader } = side
    const around = { valid, reader, sampleOf: (parts: readonly Located[]) => side.sampleOf(parts, way) }
    const root = reader.enter(trail[valid] ?? anything)
    const normal = reader.normal(valid === 'base' ? trail.before : trail.after)
    return { effort, change, trail, valid, side, other, way, around, root, normal }
  }
  return (change, use) => {
    const subject = { operation: use.operation, part: use.part }
    const unproven = (reason: string): Witness => ({ ...subject, proven: false, reason })
    if (isPresence(change)) return provePresence(use, revision)
    const { trail, direction } = use
    if (trail === undefined || direction === 'none') return unproven('no schema leads there')
    if (effort.isSpent()) return unproven(allSpent)
    if (trail.steps.length > maxSteps) return unproven(`the location is more than ${maxSteps} levels deep`)
    const [valid, invalid] = direction === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
    // How many branches match is a finding of its own: no other may depend on it.
    const reading = change.kind === 'schema.exclusivity' ? 'compiler' : 'unions'
    const allow = sides[valid][reading].compile(trail[valid] ?? anything, direction)
    const accept = allow.isUnited ? sides[valid].compiler.compile(trail[valid] ?? anything, direction) : allow
    const refuse = sides[invalid][reading].compile(trail[invalid] ?? anything, direction)
    const unread = accept.flaws.find(({ message }) => /cannot be followed|is not followed: behind/.test(message))
    if (unread !== undefined) return unproven(`${unread.message}: what it requires is not known`)
    const plan = planFor(change, trail, valid, direction)
    const proof = (body: Json): Witness => {
      const request = requestLine(revision, use, body, valid === 'base' ? base : revision)
      return { ...subject, body: spelled(body), ...request, validUnder: valid, invalidUnder: invalid, proven: true }
    }
    // ajv cannot validate a value without a schema: such messages are built to have none.
    for (const body of isOfTags(change) && use.polarity === undefined ? unnamedMessages(plan) : []) {
      if (isAcceptedBy(accept, readingsOf(body, trail, valid))) return proof(body)
    }
    if (isOfSubtype(change)) return unproven('none of the messages tried is without a schema in the other version')
    let spare: Json | undefined
    let left = maxMessages
    let isTooLarge = false
    const bodies = function* (): Generator<Json> {
      if (change.kind === 'schema.exclusivity') yield* shownBy(plan)
      yield* messages(plan, use, exhausted[reading].has(use))
      if (spare === undefined && !isTooLarge) exhausted[reading].add(use, branchesOf(plan).length <= maxBranches)
      yield* shownBy(plan)
    }
    for (const body of bodies()) {
      if (left-- === 0 || effort.isSpent()) break
      if (!effort.spend(body)) {
        isTooLarge = true
        continue
      }
      const sent = readingsOf(body, trail, valid)
      if (!isAcceptedBy(allow, sent)) continue
      if (!isRefusedBy(refuse, readingsOf(body, trail, valid, invalid))) continue
      if (isAcceptedBy(accept, sent)) return proof(body)
      // One that matches a single branch is the better proof, and in wide unions of branches that overlap there may be none.
      if (spare === undefined) left = Math.min(left, maxBeyondSpare)
      spare ??= body
    }
    if (spare !== undefined) return proof(spare)
    if (left < 0) return unproven(`none of the first ${maxMessages} messages is a proof`)
    if (effort.isSpent()) return unproven(allSpent)
    if (isTooLarge) return unproven('a message that shows it would be too large')
    return unproven('none of the messages tried is valid in one version and invalid in the other')
  }
}

const allSpent = 'the proofs of findings took all that proofs may take'

/** Levels of schemas to which messages are built: each costs an instance around the one inside it. */
const maxSteps = 100
/** Maximum of branches of a union with instances, of messages tried for one finding, and of those tried once one is a proof for unions. */
const [maxBranches, maxMessages, maxBeyondSpare] = [100, 2000, 10]

/** What a value can be read as where it travels as text, written by one version and read by one. */
function readingsOf(
  value: Json,
  { text }: Trail,
  writer: 'base' | 'revision',
  reader: 'base' | 'revision' = writer,
): readonly Json[] {
  return text === undefined ? [value] : readings(value, text[writer], text[reader])
}

/** Whether a change is about the presence of a part. */
function isPresence({ kind }: Change): boolean {
  return /^(parameter|request-body)(\.required)?$/.test(kind)
}

/** What must be sent now and need not have been: the call without it, which needs no validator. */
function provePresence(use: Use, revision: Description): Witness {
  const request = requestLine(revision, { ...use, part: `without ${use.part}` }, undefined, revision)
  const { operation, part } = use
  return { operation, part, ...request, validUnder: 'base', invalidUnder: 'revision', proven: true }
}

/** Maximum of listed items that are tried. */
const mostListed = 50

/** What a part without a schema allows. */
const anything: Located = { node: true, pointer: '' }

/** What messages are built from. */
interface Plan {
  readonly effort: Effort
  readonly change: Change
  readonly trail: Trail
  /** The version that must accept the message. */
  readonly valid: 'base' | 'revision'
  readonly side: Side
  /** The version that must refuse it. */
  readonly other: Side
  readonly way: Way
  readonly around: WrapContext
  /** The schema of the whole message, and the changed one, in the version that must accept it. */
  readonly root: Conjunction
  readonly normal: NormalSchema
}

/** Messages for whose tag the other version has no schema. */
function* unnamedMessages({ change, trail, valid, way, side, other, around, root, normal }: Plan): Generator<Json> {
  const { reader, samplesOf } = side
  const opposed = valid === 'base' ? trail.after : trail.before
  const tagged = taggedSamples(change, reader, normal, (parts) => samplesOf(parts, way))
  for (const { value, holds } of unnamedIn(other.reader, other.reader.normal(opposed), tagged))
    yield* wrap(around, root, trail.steps, value).filter(holds)
}

/** Messages with a candidate value at the changed location; with `isExhausted` only those that this change suggests. */
function* messages(plan: Plan, { polarity, isOfWhole }: Use, isExhausted: boolean): Generator<Json> {
  const { change, trail, valid, way, around, normal } = plan
  const { reader, samplesOf } = plan.side
  const patterns = normal.patterns.map(({ value }) => value)
  const leaf = {
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
  // Under `not` the value that the other version lists is the one this version lets pass.
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

/** Instances of the schema at the changed location, likeliest first. */
function* samplesAt(plan: Plan): Generator<Json> {
  const { change, trail, valid, way, side, effort, normal } = plan
  const branches = branchesOf(plan).toReversed()
  const isMeant = ([part]: Conjunction): boolean => part !== undefined && part.pointer === change.site[valid]
  const likeliest = [...branches.filter(isMeant), ...branches.filter((branch) => !isMeant(branch))]
  const leaf = valid === 'base' ? trail.before : trail.after
  for (const parts of [...likeliest.slice(0, maxBranches), leaf]) yield* spent(effort, side.samplesOf(parts, way))
  yield* spent(effort, normal.enum?.value.slice(0, mostListed) ?? [])
}

function branchesOf({ normal }: Plan): readonly Conjunction[] {
  return normal.groups.flatMap(({ branches }) => branches)
}

/** Each of them is varied some ten times. */
function* spent(effort: Effort, values: Iterable<Json>): Generator<Json> {
  for (const value of values) {
    effort.spend(value)
    yield value
  }
}

/** What a generator yields, as often as it is asked for, and no further. */
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

/** The value that a comparison of whole schemas has found, in a message. */
function* shownBy({ trail, around, root }: Plan): Generator<Json> {
  const shown = trail.shown?.()
  if (shown !== undefined) yield* wrap(around, root, trail.steps.slice(0, shown.depth), shown.value)
}

/**
 * A value serialized as no text is the weakest proof: servers read it as absent, as empty or as an empty list. An empty
 * list is not even sent (RFC 6570 §2.3), so it only proves the number of items.
 */
function emptyLast(values: readonly Json[], { kind }: Change): readonly Json[] {
  const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0
  const sent = kind === 'schema.bound' ? values : values.filter((value) => !isEmptyList(value))
  const isEmpty = (value: Json): boolean => value === '' || isEmptyList(value)
  return [...sent.filter((value) => !isEmpty(value)), ...sent.filter(isEmpty)]
}
