import type { ChangeKind, ChangeValues, Effect, ListForms, SchemaStep, Use } from '../../../../model/diff/change.ts'
import type { Located } from '../../../../model/document.ts'
import type { Json, Pointer } from '../../../../model/json.ts'
import type { Conjunction, Polarity } from '../../../../schema/normal-form/normal.ts'
import type { Placement } from '../spots.ts'
import type { Scope, Spot } from '../unit.ts'

/** The direction in which values travel. */
export type Way = 'request' | 'response'

/** A step between two pairs of schemas; `unit` is the pair at its other end. */
export interface Edge {
  readonly unit: Unit
  readonly step: SchemaStep
  readonly polarity: Polarity
  readonly scope: Scope
}

/** The schema of a part of an operation. */
export interface Root {
  readonly use: Use
  readonly before: Located | undefined
  readonly after: Located | undefined
}

/** A difference between the two schemas of a pair. */
export interface LocalChange {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
  readonly unit: Unit
  readonly spot: Spot
  /** The schemas in which it was found. */
  readonly owners: { readonly base: Pointer; readonly revision: Pointer }
  /** On the values at its own location. */
  readonly effect: Effect
  /** As it is reported. */
  readonly site: Spot
  readonly scope: Scope
  /** The branch that one version adds or removes. */
  readonly branch: Conjunction | undefined
  /** A value at its location that one version allows and the other refuses. */
  readonly shown: Json | undefined
}

/** A pair of schemas, compared once for all operations that reach it. */
export interface Unit extends Placement {
  readonly id: number
  /** The values travel as text. */
  readonly text: ListForms | undefined
  /** It offers choices or sets conditions in either version. */
  hasChoices: boolean
  /** As written no value satisfies one of the schemas, so that no value is ever lost: a list without a value of the type. */
  isListMeant: boolean
  /** The directions in which an operation reaches it. */
  readonly ways: Record<Way, boolean>
  changes: LocalChange[]
  readonly children: Edge[]
  readonly parents: Edge[]
  readonly roots: Root[]
}
