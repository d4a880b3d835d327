import type { ChangeKind, ChangeValues, Effect, ListForms, SchemaStep } from '../../../model/diff/change.ts'
import type { Json, Pointer } from '../../../model/json.ts'
import type { Containment } from '../../../schema/containment/contains.ts'
import type { Conjunction, NormalSchema, Polarity, SchemaReader } from '../../../schema/normal-form/normal.ts'

/** The directions in which a location exists: readOnly properties are not in requests, writeOnly not in responses. */
export interface Scope {
  readonly request: boolean
  readonly response: boolean
}

/** The location of a difference; `location` is the object shown to a reader. Default: the owner of the keyword. */
export interface Spot {
  readonly base?: Pointer | undefined
  readonly revision?: Pointer | undefined
  readonly location?: Pointer | undefined
}

/** What an edit is limited to. */
export interface Within {
  /** Default: both directions. */
  readonly scope?: Scope
  /** The branch that one version adds or removes. */
  readonly branch?: Conjunction
  /** A value at this location that one version allows and the other refuses. */
  readonly shown?: Json
}

/** Two schemas under comparison, and what a comparer may do: state a difference, request a child pair. */
export interface SchemaPair {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  /** The value travels as text, so that a string may look like a number or a boolean, and a list like one value. */
  readonly text: ListForms | undefined
  /** `YYYY-MM-DD`, for sunsets. */
  readonly today: string | undefined
  readonly before: NormalSchema
  readonly after: NormalSchema
  /** Where the schemas are used: at the `$ref`s that lead to them, if any. */
  readonly usedAt: Pick<Spot, 'base' | 'revision'>
  emit<K extends ChangeKind>(
    kind: K,
    before: ChangeValues[K] | undefined,
    after: ChangeValues[K] | undefined,
    effect: Effect,
    spot: Spot,
    within?: Within,
  ): void
  /** Decides what the sets of values have in common; made when it is first requested. */
  containment(): Containment
  /** The same, but it gives up soon. */
  briefly(): Containment
  /** Whether both hold the same text and lead to the same text: nothing to compare. */
  same(before: Conjunction, after: Conjunction): boolean
  child(step: SchemaStep, before: Conjunction, after: Conjunction, polarity?: Polarity, scope?: Scope): void
}
