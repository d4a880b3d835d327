import type { Effect, SchemaStep, Trail, Use } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import type { Polarity } from '../../../../schema/normal-form/normal.ts'
import type { Scope } from '../unit.ts'
import { joinEffects, type Kept, keptBothWays, setEffect } from './effect.ts'
import type { Edge, Root, Unit } from './pair.ts'
import { namedFrom, type Says, statedFrom } from './stated.ts'
import { type BranchEdit, branchBy, type Way, type Whole } from './whole.ts'

type Both<T> = Readonly<Record<Way, T>>

/** The containment check that a climb uses: the whole, and the edited branch in it. */
interface Containment {
  readonly unit: Unit
  readonly branch: BranchEdit
  /** How many steps the edit is below the whole. */
  readonly depth: number
  /** From the whole up. */
  readonly polarity: Polarity
}

/** The position of a climb: the unit, the path between it and the start, and the steps back down. */
interface Position {
  readonly unit: Unit
  readonly polarity: Polarity
  /** What is left of the edit's effect, at its own location; absent where it has none. */
  readonly kept: Both<Kept> | undefined
  readonly scope: Scope
  readonly containment: Containment | undefined
  /** The checked whole offers choices: nothing above it is checked. */
  readonly isSettled: boolean
  /** `kept` is what the checked whole loses and gains, not what is left of the edit: the path up to it decides nothing. */
  readonly isOfWhole: boolean
  readonly depth: number
  readonly down: { readonly step: SchemaStep; readonly rest: Position['down'] } | undefined
}

/** An edit at the start of a climb. */
export interface Start {
  readonly unit: Unit
  readonly effect: Effect
  /** The edit takes or gives a branch of the unit itself, or is one of several edits of it. */
  readonly branch?: BranchEdit
  /** A value at its location that one version allows and the other refuses. */
  readonly shown?: Json | undefined
  /** What its keyword alone says in either version. */
  readonly says?: Says
  /** The values that it takes out and adds. */
  readonly named?: Says | undefined
  /** Its effect on what a condition or `not` tests, where conventions take it for none elsewhere. */
  readonly tested?: Effect
}

const ways = ['request', 'response'] as const
const everywhere: Scope = { request: true, response: true }

/**
 * Climbs from an edit to the operations above it, nearest first; the first use of each direction gets the trail.
 * On the way containment decides whether the nearest whole that offers choices loses or gains anything at all: what it allows by
 * another branch is no loss, however the text moved. A use that nothing reaches any more is left out.
 */
export function usesOf(whole: Whole, start: Start): Use[] {
  const found = new Map<string, Use>()
  const trailed = new Set<string>()
  const seen = new Set<number>()
  const open: Position[] = []
  const enter = (at: Position): void => {
    const state = stateOf(at)
    // Where many schemas lead to many, most ways up are known.
    if (seen.has(state) || !(at.scope.request || at.scope.response)) return
    seen.add(state)
    open.push(at)
  }
  enter(first(whole, start))
  for (const at of open) {
    for (const root of at.unit.roots) {
      const { use } = root
      if (use.direction !== 'none' && !at.scope[use.direction]) continue
      const id = `${use.operation} ${use.direction} ${use.part} ${at.polarity} ${at.isOfWhole}`
      const effect = effectAt(at, use)
      const known = found.get(id)
      if (known !== undefined) {
        found.set(id, widened(known, effect))
        continue
      }
      const isFirst = !trailed.has(use.direction)
      trailed.add(use.direction)
      found.set(id, {
        ...use,
        ...(at.polarity === 'same' ? {} : { polarity: at.polarity }),
        ...(effect === undefined ? {} : { effect }),
        ...(at.isOfWhole ? { isOfWhole: true } : {}),
        ...(isFirst ? { trail: trailOf(whole, start, at, root) } : {}),
      })
    }
    for (const parent of at.unit.parents) enter(above(whole, start, at, parent))
  }
  return [...found.values()].map((use) => (use.effect === start.effect && !use.isOfWhole ? withoutEffect(use) : use))
}

function first(whole: Whole, start: Start): Position {
  const { unit, effect, branch } = start
  const at: Position = {
    unit,
    polarity: 'same',
    kept: effect === 'none' ? undefined : keptBothWays(effect),
    scope: everywhere,
    containment: undefined,
    isSettled: false,
    isOfWhole: false,
    depth: 0,
    down: undefined,
  }
  return branch === undefined ? at : throughWhole(whole, start, at, { unit, branch, depth: 0, polarity: 'same' })
}

function above(whole: Whole, start: Start, at: Position, parent: Edge): Position {
  const { step, unit } = parent
  const containment = at.containment && {
    ...at.containment,
    polarity: through(at.containment.polarity, parent.polarity),
  }
  const next: Position = {
    unit,
    polarity: through(at.polarity, parent.polarity),
    kept:
      at.kept ?? (parent.polarity === 'same' || start.tested === undefined ? undefined : keptBothWays(start.tested)),
    scope: {
      request: at.scope.request && parent.scope.request,
      response: at.scope.response && parent.scope.response,
    },
    containment,
    isSettled: at.isSettled,
    isOfWhole: at.isOfWhole,
    depth: at.depth + 1,
    down: { step, rest: at.down },
  }
  // Above a whole that was asked only other branches, conditions, and what is edited beside the way up, can make up for anything.
  if (!unit.hasChoices || (at.isSettled && !unit.isEdited && !/^(variant|other)$/.test(step.kind))) return next
  return throughWhole(whole, start, next, { unit, branch: branchBy(step) ?? {}, depth: next.depth, polarity: 'same' })
}

function through(below: Polarity, above: Polarity): Polarity {
  if (below === 'undecided' || above === 'undecided') return 'undecided'
  return below === above ? 'same' : 'inverted'
}

/** Keeps the part of the effect that the whole does not compensate. */
function throughWhole(whole: Whole, start: Start, at: Position, containment: Containment): Position {
  const { kept, polarity, scope } = at
  const isSettled = at.isSettled || containment.unit.hasChoices
  if (kept === undefined) return { ...at, containment, isSettled }
  const { unit, branch } = containment
  const stated = unit.isMixed && start.says !== undefined ? statedFrom(start.says, stepsOf(at)) : undefined
  const named = unit.text === undefined && start.named && namedFrom(start.named, stepsOf(at))
  const isNothing = (half: 'lost' | 'gained', way: Way): boolean => {
    if (whole[half](unit, branch, way).kind === 'none') return true
    // Another edit may be the cause: this one is none if what it names is not lost, or all values that were there keep to it.
    const values = polarity === 'same' && named ? named[half === 'lost' ? 'before' : 'after'] : undefined
    if (values !== undefined && whole.among(half, unit, branch, way, values).kind === 'none') return true
    const constraint = polarity === 'same' ? stated?.[half === 'lost' ? 'after' : 'before'] : undefined
    return constraint !== undefined && whole.beyond(half, unit, branch, way, constraint).kind === 'none'
  }
  const left = { request: kept.request, response: kept.response }
  const reaches = { request: scope.request, response: scope.response }
  for (const way of ways) {
    if (!scope[way] || !containment.unit.ways[way]) continue
    left[way] = leftOf(kept[way], polarity, (half) => isNothing(half, way))
    if (!left[way].lost && !left[way].gained) reaches[way] = false
  }
  // From here on the effect of the whole counts for the edit.
  const isOfWhole = at.isOfWhole || polarity === 'undecided'
  return {
    ...at,
    kept: left,
    scope: reaches,
    containment,
    isSettled,
    isOfWhole,
    polarity: polarity === 'undecided' ? 'same' : polarity,
  }
}

function leftOf(kept: Kept, polarity: Polarity, isNothing: (half: 'lost' | 'gained') => boolean): Kept {
  if (polarity === 'undecided') return { lost: !isNothing('lost'), gained: !isNothing('gained') }
  const [lost, gained] = polarity === 'same' ? (['lost', 'gained'] as const) : (['gained', 'lost'] as const)
  return { lost: kept.lost && !isNothing(lost), gained: kept.gained && !isNothing(gained) }
}

const polarities = { same: 0, inverted: 1, undecided: 2 } as const
/** A number for all that the rest of a climb depends on. */
function stateOf({ unit, polarity, scope, kept, isSettled, isOfWhole }: Position): number {
  let state = polarities[polarity]
  for (const way of ways) {
    state =
      state * 8 + Number(scope[way]) * 4 + Number(kept?.[way].lost ?? false) * 2 + Number(kept?.[way].gained ?? false)
  }
  state = state * 8 + Number(kept !== undefined) * 4 + Number(isSettled) * 2 + Number(isOfWhole)
  return unit.id * 2048 + state
}

function effectAt({ kept }: Position, { direction }: Use): Effect | undefined {
  if (kept === undefined) return undefined
  const { lost, gained } = kept[direction === 'response' ? 'response' : 'request']
  return setEffect(lost, gained)
}

/** Of two ways to one use the one that keeps more counts. */
function widened(use: Use, effect: Effect | undefined): Use {
  return use.effect === undefined || effect === undefined ? use : { ...use, effect: joinEffects(use.effect, effect) }
}

function withoutEffect({ effect: _, ...use }: Use): Use {
  return use
}

function trailOf(whole: Whole, { unit, shown }: Start, at: Position, { use, before, after }: Root): Trail {
  const steps = stepsOf(at)
  const trail = {
    base: before,
    revision: after,
    steps,
    before: unit.before,
    after: unit.after,
    ...(unit.text === undefined ? {} : { text: unit.text }),
  }
  if (shown !== undefined) return { ...trail, shown: () => ({ depth: steps.length, value: shown }) }
  const depth = steps.length - (at.containment?.depth ?? 0)
  return { ...trail, shown: () => valueAt(depth, shownBy(whole, at, use)) }
}

function valueAt(depth: number, value: Json | undefined): { readonly depth: number; readonly value: Json } | undefined {
  return value === undefined ? undefined : { depth, value }
}

/** A value that the whole allows in the version that must accept a message, and the other whole refuses. */
function shownBy(whole: Whole, { containment, kept }: Position, { direction }: Use): Json | undefined {
  if (containment === undefined || kept === undefined || direction === 'none' || containment.polarity === 'undecided')
    return undefined
  const half = (direction === 'request') === (containment.polarity === 'same') ? 'lost' : 'gained'
  const result = whole[half](containment.unit, containment.branch, direction)
  return result.kind === 'value' ? result.value : undefined
}

function stepsOf(at: Position): SchemaStep[] {
  const steps: SchemaStep[] = []
  for (let next = at.down; next !== undefined; next = next.rest) steps.push(next.step)
  return steps
}
