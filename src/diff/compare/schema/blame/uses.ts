import type { Effect, SchemaStep, Trail, Use } from '../../../../model/diff/change.ts'
import type { EffectReason } from '../../../../model/diff/ledger.ts'
import type { Json } from '../../../../model/json.ts'
import type { Way } from '../../../../model/operation.ts'
import type { Polarity } from '../../../../schema/normal-form/normal.ts'
import type { Effort } from '../../../proof/effort.ts'
import type { Edge, LocalChange, Root, Scope, Unit } from '../unit.ts'
import type { Cleared } from './certificate.ts'
import type { Cause, Half } from './counterfactual.ts'
import { joinEffects, type Kept, keptBothWays, setEffect } from './effect.ts'

type Both<T> = Readonly<Record<Way, T>>

interface Shown {
  readonly unit: Unit
  readonly depth: number
  readonly value: Json
}

/** A position on the path from an edit up to its operations. */
interface Position {
  readonly unit: Unit
  /** Polarity since the edit, or since the last schema that decided both directions. */
  readonly polarity: Polarity
  /** Remaining effect, if any. */
  readonly kept: Both<Kept> | undefined
  readonly scope: Scope
  /** `kept` is the effect on the last examined schema, not the edit's local effect. */
  readonly isOfWhole: boolean
  /** A schema above rejects the property that the edit adds or removes. */
  readonly isRefused: boolean
  readonly shown: Readonly<Partial<Record<Way, Shown>>>
  readonly depth: number
  readonly down: { readonly step: SchemaStep; readonly rest: Position['down'] } | undefined
}

const ways = ['request', 'response'] as const
const everywhere: Scope = { request: true, response: true }

/** Climbs from an edit to its operations, nearest first. Examines schemas that may compensate it. Omits uses without effect. */
export function usesOf(decider: Decider, start: Start): Reach {
  if (decider.effort.isSpent()) return { reached: finished(start, plainUses(decider, start)), cleared: [] }
  const climb: Climb = { decider, start, cleared: [] }
  const found = new Map<string, ReachedUse>()
  const trailed = new Set<string>()
  const seen = new Set<number>()
  const open: Position[] = []
  const enter = (at: Position): void => {
    const state = stateOf(at)
    if (seen.has(state) || !(at.scope.request || at.scope.response)) return
    seen.add(state)
    open.push(at)
  }
  enter(firstPosition(climb))
  for (const at of open) {
    decider.effort.take(1 + at.unit.parents.length)
    for (const root of at.unit.roots) {
      const isFirst = !trailed.has(root.use.direction)
      trailed.add(root.use.direction)
      addUse(found, at, root, isFirst ? () => trailOf(climb, at, root) : undefined)
    }
    const state = stateOf(at) - at.unit.id * states
    for (const parent of at.unit.parents) {
      const { unit, polarity, scope } = parent
      // With frequent cross-references, most paths reach known states, so a step would only allocate an object.
      const isPlain = polarity === 'same' && scope.request && scope.response && !unit.hasChoices
      if (!isPlain || !seen.has(unit.id * states + state)) enter(above(climb, at, parent))
    }
  }
  return { reached: finished(start, found), cleared: climb.cleared }
}

type Found = Map<string, ReachedUse>

function finished(start: Start, found: Found): readonly ReachedUse[] {
  return [...found.values()].map(({ use, isRefused }) => {
    return { use: use.effect === start.effect && !use.isOfWhole ? withoutEffect(use) : use, isRefused }
  })
}

/** Uses above a position, determined without examining schemas on the way, with the visited states. */
export interface PlainUses {
  readonly uses: Found
  readonly states: ReadonlySet<number>
}

/** Returns uses with the edit's local effect. Edits below the same schemas share them. */
function plainUses({ plain }: Decider, { unit, effect, tested }: Start): Found {
  const first = positionOf(unit, effect)
  const found: Found = new Map()
  for (const root of unit.roots) addUse(found, first, root)
  for (const parent of unit.parents) {
    const known = plain.get(tested) ?? new Map<number, PlainUses>()
    plain.set(tested, known)
    addUses(found, plainUsesAbove(known, stepTo(first, parent, tested), tested).uses)
  }
  return found
}

function plainUsesAbove(known: Map<number, PlainUses>, start: Position, tested: Start['tested']): PlainUses {
  const state = stateOf(start)
  const before = known.get(state)
  if (before !== undefined) return before
  const made = { uses: new Map<string, ReachedUse>(), states: new Set([state]) }
  const open = [start]
  for (const at of open) {
    for (const root of at.unit.roots) addUse(made.uses, at, root)
    for (const next of newStepsFrom(at, tested, made.states)) {
      const done = known.get(stateOf(next))
      // Positions that reach each other reach the same uses.
      if (done?.states.has(state)) return remembered(known, state, done)
      if (done === undefined) open.push(next)
      else addUses(made.uses, done.uses)
    }
  }
  return remembered(known, state, made)
}

function remembered(known: Map<number, PlainUses>, state: number, found: PlainUses): PlainUses {
  known.set(state, found)
  return found
}

function* newStepsFrom(at: Position, tested: Start['tested'], states: Set<number>): Generator<Position> {
  for (const parent of at.unit.parents) {
    const next = stepTo(at, parent, tested)
    const state = stateOf(next)
    if (states.has(state) || !(next.scope.request || next.scope.response)) continue
    states.add(state)
    yield next
  }
}

function addUses(found: Found, others: Found): void {
  for (const [id, other] of others) {
    const known = found.get(id)
    found.set(id, known === undefined ? other : { ...known, use: widened(known.use, other.use.effect) })
  }
}

interface Climb {
  readonly decider: Decider
  readonly start: Start
  readonly cleared: Cleared[]
}

interface Reach {
  readonly reached: readonly ReachedUse[]
  readonly cleared: readonly Cleared[]
}

interface ReachedUse {
  readonly use: Use
  readonly isRefused: boolean
}

function addUse(found: Found, at: Position, root: Root, trail?: () => Trail): void {
  const { use } = root
  if (use.direction !== 'none' && !at.scope[use.direction]) return
  const id = `${use.operation} ${use.direction} ${use.part} ${at.polarity} ${at.isOfWhole} ${at.isRefused}`
  const effect = effectAt(at, use)
  const known = found.get(id)
  if (known !== undefined) {
    found.set(id, { ...known, use: widened(known.use, effect) })
    return
  }
  const reached = {
    ...use,
    ...(at.polarity === 'same' ? {} : { polarity: at.polarity }),
    ...(effect === undefined ? {} : { effect }),
    ...(at.isOfWhole ? { isOfWhole: true } : {}),
    ...(trail === undefined ? {} : { trail: trail() }),
  }
  found.set(id, { use: reached, isRefused: at.isRefused })
}

function firstPosition(climb: Climb): Position {
  const { unit, effect } = climb.start
  const at = positionOf(unit, effect)
  return climb.decider.isAsked(unit) ? ask(climb, at) : at
}

function positionOf(unit: Unit, effect: Effect): Position {
  return {
    unit,
    polarity: 'same',
    kept: effect === 'none' ? undefined : keptBothWays(effect),
    scope: everywhere,
    isOfWhole: false,
    isRefused: false,
    shown: {},
    depth: 0,
    down: undefined,
  }
}

function above(climb: Climb, at: Position, parent: Edge): Position {
  const next = stepTo(at, parent, climb.start.tested)
  return parent.unit.hasChoices ? ask(climb, next) : next
}

function stepTo(at: Position, { step, unit, polarity, scope }: Edge, tested: Start['tested']): Position {
  return {
    ...at,
    unit,
    polarity: through(at.polarity, polarity),
    kept: at.kept ?? (polarity === 'same' || tested === undefined ? undefined : keptBothWays(tested)),
    scope: {
      request: at.scope.request && scope.request,
      response: at.scope.response && scope.response,
    },
    depth: at.depth + 1,
    down: { step, rest: at.down },
  }
}

function through(below: Polarity, above: Polarity): Polarity {
  if (below === 'undecided' || above === 'undecided') return 'undecided'
  return below === above ? 'same' : 'inverted'
}

/** Reduces the effect to the loss and gain that the edit causes at a position. */
function ask({ decider, start, cleared }: Climb, at: Position): Position {
  const { unit, kept } = at
  if (kept === undefined && !(start.tested !== undefined && decider.countsNames(unit))) return at
  // Skip directions in which no operation uses the pair.
  const outcomes = ways
    .filter((way) => at.scope[way] && unit.ways[way])
    .map((way) => ({ way, outcome: outcomeOf(decider, start.edit, at, way) }))
  const isOfWhole = at.isOfWhole || outcomes.some(({ outcome }) => outcome.isOfWhole)
  const left: Record<Way, Kept> = { request: nothing, response: nothing, ...kept }
  const scope = { ...at.scope }
  const shown: Partial<Record<Way, Shown>> = { ...at.shown }
  for (const { way, outcome } of outcomes) {
    const { lost, gained } = outcome.kept
    left[way] = isOfWhole || at.polarity !== 'inverted' ? outcome.kept : { lost: gained, gained: lost }
    if (outcome.cleared !== undefined) cleared.push(outcome.cleared)
    if (!lost && !gained && kept !== undefined) scope[way] = false
    const value = outcome.values[way === 'request' ? 'lost' : 'gained']
    if (value !== undefined) shown[way] = { unit, depth: at.depth, value }
  }
  const hasEffect = kept !== undefined || ways.some((way) => left[way].lost || left[way].gained)
  return {
    ...at,
    kept: hasEffect ? left : undefined,
    scope,
    isOfWhole: isOfWhole && hasEffect,
    isRefused: at.isRefused || (kept === undefined && hasEffect && decider.isClosed(unit)),
    shown,
    polarity: isOfWhole ? 'same' : at.polarity,
  }
}

const polarities = { same: 0, inverted: 1, undecided: 2 } as const

/** Number of states. */
const states = 2048

/** Encodes everything that the rest of a climb depends on as a number. */
function stateOf({ unit, polarity, scope, kept, isOfWhole, isRefused }: Position): number {
  let state: number = polarities[polarity]
  for (const way of ways) {
    state =
      state * 8 + Number(scope[way]) * 4 + Number(kept?.[way].lost ?? false) * 2 + Number(kept?.[way].gained ?? false)
  }
  state = state * 8 + Number(kept !== undefined) * 4 + Number(isOfWhole) * 2 + Number(isRefused)
  return unit.id * states + state
}

function effectAt({ kept }: Position, { direction }: Use): Effect | undefined {
  if (kept === undefined) return undefined
  const { lost, gained } = kept[direction === 'response' ? 'response' : 'request']
  return setEffect(lost, gained)
}

function widened(use: Use, effect: Effect | undefined): Use {
  return use.effect === undefined || effect === undefined ? use : { ...use, effect: joinEffects(use.effect, effect) }
}

function withoutEffect({ effect: _, ...use }: Use): Use {
  return use
}

function trailOf({ decider, start: { unit, edit } }: Climb, at: Position, { use, before, after }: Root): Trail {
  const steps: SchemaStep[] = []
  for (let next = at.down; next !== undefined; next = next.rest) steps.push(next.step)
  const { direction } = use
  const found = direction === 'none' ? undefined : at.shown[direction]
  const valueAt = (value: Json | undefined) =>
    found === undefined || value === undefined ? undefined : { depth: steps.length - found.depth, value }
  const local = edit.shown === undefined ? undefined : { depth: steps.length, value: edit.shown }
  return {
    base: before,
    revision: after,
    steps,
    before: unit.before,
    after: unit.after,
    ...(unit.text === undefined ? {} : { text: unit.text }),
    shown: () => local ?? valueAt(found?.value),
    shownExactly: () =>
      found === undefined || direction === 'none'
        ? undefined
        : valueAt(decider.exactValueOf(found.unit, edit, direction === 'request' ? 'lost' : 'gained', direction)),
  }
}

/** Decides the effect of an edit on the surrounding schemas. */
export interface Decider {
  /** Remaining climbing steps. Afterwards, edits keep their local effect. */
  readonly effort: Effort
  /** Cached uses for edits after that, keyed by their effect on conditions above. */
  readonly plain: Map<Start['tested'], Map<number, PlainUses>>
  /** Returns whether edits in a pair are judged by the effect on the whole pair. */
  isAsked(unit: Unit): boolean
  /** Returns whether an edit inside can have the opposite effect. */
  mayTurn(unit: Unit): boolean
  /** Returns whether property names in branches and conditions count for the surrounding pair. */
  countsNames(unit: Unit): boolean
  /** Returns whether such a pair rejects all other names. */
  isClosed(unit: Unit): boolean
  causeOf(unit: Unit, edit: LocalChange, half: Half, way: Way): Cause
  /** Returns a value that shows the effect of an edit under the specified meaning of `oneOf`. */
  exactValueOf(unit: Unit, edit: LocalChange, half: Half, way: Way): Json | undefined
  /** Returns why an edit has no effect on a schema. */
  reasonOf(cleared: Cleared): EffectReason
  /** Like `causeOf`, but treats undeclared properties of open objects as unused. */
  lenientCauseOf(unit: Unit, edit: LocalChange, half: Half, way: Way): Cause
}

/** An edit and the pair that contains it. */
export interface Start {
  readonly unit: Unit
  readonly edit: LocalChange
  /** Effect on the values at its location. */
  readonly effect: Effect
  /** Effect on the values that a condition or `not` tests, for edits that conventions otherwise consider harmless. */
  readonly tested: Effect | undefined
}

/** A pair above an edit, with the effect that remains there. */
export interface Asked {
  readonly unit: Unit
  /** Absent if the edit has no effect. */
  readonly kept: Readonly<Record<Way, Kept>> | undefined
  /** Polarity between the edit and the pair. */
  readonly polarity: Polarity
}

export const nothing: Kept = { lost: false, gained: false }

const halves = ['lost', 'gained'] as const

export interface Outcome {
  /** Effect on the examined schema. */
  readonly kept: Kept
  readonly isOfWhole: boolean
  readonly values: Readonly<Partial<Record<Half, Json>>>
  readonly cleared: Cleared | undefined
}

/** Determines the effect of an edit on a pair in one direction. */
export function outcomeOf(decider: Decider, edit: LocalChange, { unit, kept, polarity }: Asked, way: Way): Outcome {
  const local = turned(kept?.[way] ?? nothing, polarity)
  const isLenient = kept === undefined
  const mayTurn = decider.mayTurn(unit)
  const result: Record<Half, boolean> = { ...local }
  const values: Partial<Record<Half, Json>> = {}
  let isDecided = true
  let cleared: Cleared | undefined
  for (const half of halves) {
    if (!local[half] && !mayTurn) continue
    const cause = (isLenient ? decider.lenientCauseOf : decider.causeOf)(unit, edit, half, way)
    if (cause.kind === 'open') isDecided = false
    else result[half] = cause.kind === 'blamed'
    if (cause.kind === 'blamed') values[half] = cause.value
    // Prefer the reason for the half that breaks clients.
    if (cause.kind === 'cleared' && (cleared === undefined || way === 'response'))
      cleared = { unit, edit, half, way, by: cause.by }
  }
  const isMore = halves.some((half) => result[half] && !local[half])
  return { kept: result, isOfWhole: isMore || (polarity === 'undecided' && isDecided), values, cleared }
}

/** Applies the polarity to an effect. */
function turned({ lost, gained }: Kept, polarity: Polarity): Kept {
  if (polarity === 'same') return { lost, gained }
  return polarity === 'inverted' ? { lost: gained, gained: lost } : { lost: lost || gained, gained: lost || gained }
}
