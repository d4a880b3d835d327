import type { Effect } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import type { Polarity } from '../../../../schema/normal-form/normal.ts'
import type { Cause, Half } from './counterfactual.ts'
import type { Kept } from './effect.ts'
import type { LocalChange, Unit, Way } from './pair.ts'

/** Decides what an edit does to the schemas around it. */
export interface Decider {
  /** Whether edits at a pair of schemas are judged by what the pair as a whole loses and gains. */
  isAsked(unit: Unit): boolean
  /** Whether an edit inside may act against its own effect. */
  mayTurn(unit: Unit): boolean
  /** Whether the names in branches and conditions count for a pair of schemas around them. */
  countsNames(unit: Unit): boolean
  /** Whether such a pair refuses all other names. */
  isClosed(unit: Unit): boolean
  causeOf(unit: Unit, edit: LocalChange, half: Half, way: Way): Cause
  /** A value that shows the effect of an edit with `oneOf` as the specification has it. */
  exactValueOf(unit: Unit, edit: LocalChange, half: Half, way: Way): Json | undefined
  /** The same as `causeOf`, but undeclared properties of open objects count as unused. */
  lenientCauseOf(unit: Unit, edit: LocalChange, half: Half, way: Way): Cause
}

/** An edit of a pair of schemas. */
export interface Start {
  readonly unit: Unit
  readonly edit: LocalChange
  /** On the values at its location. */
  readonly effect: Effect
  /** Its effect on what a condition or `not` tests, if conventions take it for none elsewhere. */
  readonly tested: Effect | undefined
}

/** A schema that an edit does nothing to, and why. */
export interface Clearing {
  readonly unit: Unit
  readonly by: Extract<Cause, { readonly kind: 'cleared' }>['by']
}

/** A pair of schemas that is asked about an edit below it, with what is left of the effect there. */
export interface Asked {
  readonly unit: Unit
  /** Absent if the edit has no effect. */
  readonly kept: Readonly<Record<Way, Kept>> | undefined
  /** Between the edit and the pair. */
  readonly polarity: Polarity
}

/** No effect. */
export const nothing: Kept = { lost: false, gained: false }

const halves = ['lost', 'gained'] as const

/** What an edit does to a pair of schemas in one direction. */
export interface Outcome {
  /** As the schema that was asked loses and gains. */
  readonly kept: Kept
  readonly isOfWhole: boolean
  readonly values: Readonly<Partial<Record<Half, Json>>>
  readonly clearedBy: Clearing['by'] | undefined
}

/** Asks a pair of schemas what an edit does to it in one direction. */
export function outcomeOf(decider: Decider, edit: LocalChange, { unit, kept, polarity }: Asked, way: Way): Outcome {
  const local = turned(kept?.[way] ?? nothing, polarity)
  const isLenient = kept === undefined
  const mayTurn = decider.mayTurn(unit)
  const result: Record<Half, boolean> = { ...local }
  const values: Partial<Record<Half, Json>> = {}
  let isDecided = true
  let clearedBy: Clearing['by'] | undefined
  for (const half of halves) {
    if (!local[half] && !mayTurn) continue
    const cause = (isLenient ? decider.lenientCauseOf : decider.causeOf)(unit, edit, half, way)
    if (cause.kind === 'open') isDecided = false
    else result[half] = cause.kind === 'blamed'
    if (cause.kind === 'blamed') values[half] = cause.value
    if (cause.kind === 'cleared') clearedBy = cause.by
  }
  const isMore = halves.some((half) => result[half] && !local[half])
  return { kept: result, isOfWhole: isMore || (polarity === 'undecided' && isDecided), values, clearedBy }
}

/** An effect as a schema above sees it. */
function turned({ lost, gained }: Kept, polarity: Polarity): Kept {
  if (polarity === 'same') return { lost, gained }
  return polarity === 'inverted' ? { lost: gained, gained: lost } : { lost: lost || gained, gained: lost || gained }
}
