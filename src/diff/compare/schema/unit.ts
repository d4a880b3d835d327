import type { ChangeKind, ChangeValues, Effect, ListForms, SchemaStep, Use } from '../../../model/diff/change.ts'
import type { Located } from '../../../model/document.ts'
import type { Json, Pointer } from '../../../model/json.ts'
import type { Way } from '../../../model/operation.ts'
import type { Containment } from '../../../schema/containment/contains.ts'
import type { Conjunction, NormalSchema, Polarity, SchemaReader } from '../../../schema/normal-form/normal.ts'
import { parentOf } from '../../../util/pointer.ts'

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
  /** Decides what the sets of values have in common, but gives up soon. */
  briefly(): Containment
  /** Whether both hold the same text and lead to the same text: nothing to compare. */
  same(before: Conjunction, after: Conjunction): boolean
  child(step: SchemaStep, before: Conjunction, after: Conjunction, polarity?: Polarity, scope?: Scope): void
}

/** The location of a pair of schemas. */
export interface Placement {
  readonly before: Conjunction
  readonly after: Conjunction
  /** The schemas around it, for a side that has nothing there; none around the schema of a part of an operation. */
  readonly around: Spot
  /** Where they are used the first time. */
  readonly usedAt: SchemaPair['usedAt']
}

/** Whether a schema is removed or added inside another one, of which one version says nothing there. */
export function isOneSided({ before, after, around }: Placement): boolean {
  return around.base !== undefined && (before.length === 0 || after.length === 0)
}

/** Locates a change. A schema that only one version has gets the location of its use, because the other version has none. */
export function placed(
  { base, revision, location }: Spot,
  isKept: boolean,
  pair: Pick<SchemaPair, 'before' | 'after'>,
  unit: Placement,
): Spot {
  const { around, usedAt } = unit
  const found = { base: base || around.base, revision: revision || around.revision }
  const shown = location ?? ownerOf({ base, revision }, isKept)
  const side = unit.after.length === 0 ? 'base' : 'revision'
  const used = usedAt[side]
  if (!isOneSided(unit) || used === undefined || (shown !== pair.before.pointer && shown !== pair.after.pointer))
    return { ...found, location: shown === '' ? around.revision : location }
  // A keyword of a component is not what is edited.
  const isBelow = found[side]?.startsWith(`${used}/`) === true
  return { ...found, ...(isBelow ? {} : { [side]: used }), location: used }
}

/** The owner of the keyword of a difference, in the version that has it. */
export function ownerOf({ base, revision }: Spot, isKept: boolean): Pointer {
  return parentOf((isKept ? revision : base) ?? revision ?? base ?? '')
}

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
  /**
   * Containment says nothing about it: one of the schemas could not be read, or as written no value satisfies it, so that no value is
   * ever lost (a list without a value of the type).
   */
  isUndecided: boolean
  /** The directions in which an operation reaches it. */
  readonly ways: Record<Way, boolean>
  changes: LocalChange[]
  readonly children: Edge[]
  readonly parents: Edge[]
  readonly roots: Root[]
}
