import type { ChangeKind, ChangeValues, Effect, ListForms, SchemaStep, Use } from '../../../model/diff/change.ts'
import type { Located } from '../../../model/document.ts'
import type { Json, Pointer } from '../../../model/json.ts'
import type { Way } from '../../../model/operation.ts'
import type { Containment } from '../../../schema/containment/contains.ts'
import type { Conjunction, NormalSchema, Polarity, SchemaReader } from '../../../schema/normal-form/normal.ts'
import { parentOf } from '../../../util/pointer.ts'

/** Directions in which a location exists: readOnly properties are absent from requests, writeOnly ones from responses. */
export interface Scope {
  readonly request: boolean
  readonly response: boolean
}

/** Location of a difference. `location` is shown to users. Default: the owner of the keyword. */
export interface Spot {
  readonly base?: Pointer | undefined
  readonly revision?: Pointer | undefined
  readonly location?: Pointer | undefined
}

export interface Within {
  /** Default: both directions. */
  readonly scope?: Scope
  /** A value at this location that only one version allows. */
  readonly shown?: Json
}

export interface SchemaPair {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  /** Set if the values are serialized as text, where a string can look like a number, a boolean or a list. */
  readonly text: ListForms | undefined
  /** `YYYY-MM-DD`, for sunsets. */
  readonly today: string | undefined
  readonly before: NormalSchema
  readonly after: NormalSchema
  /** Locations of the `$ref`s that lead to the schemas, if any. */
  readonly usedAt: Pick<Spot, 'base' | 'revision'>
  emit<K extends ChangeKind>(
    kind: K,
    before: ChangeValues[K] | undefined,
    after: ChangeValues[K] | undefined,
    effect: Effect,
    spot: Spot,
    within?: Within,
  ): void
  /** Compares sets of values, but gives up early. */
  briefly(): Containment
  /** Returns whether both sides have the same text and reference equal text, so no comparison is needed. */
  same(before: Conjunction, after: Conjunction): boolean
  /** Requests a comparison. Returns the pair unless both schemas are the same. */
  child(step: SchemaStep, before: Conjunction, after: Conjunction, polarity?: Polarity, scope?: Scope): Unit | undefined
  /** Adds another use of a pair that `child` returned. */
  link(step: SchemaStep, below: Unit, scope: Scope): void
  /** Pairs below properties with the same `$ref` in both versions, by reference, shared by all pairs. */
  readonly references: Map<string, ReferredPair>
}

export interface ReferredPair {
  readonly below: Unit
  readonly scope: Scope
  /** Both versions have the same `readOnly` and `writeOnly`. */
  readonly isAccessKept: boolean
}

export interface Placement {
  readonly before: Conjunction
  readonly after: Conjunction
  /** Enclosing schemas, for a side without a schema. Empty for the root schema of an operation part. */
  readonly around: Spot
  /** First use of the pair. */
  readonly usedAt: SchemaPair['usedAt']
}

/** Returns whether a schema was added or removed inside another one. */
export function isOneSided({ before, after, around }: Placement): boolean {
  return around.base !== undefined && (before.length === 0 || after.length === 0)
}

/** Locates a change. A schema that exists in one version is located at its use, because the other version has no schema. */
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
  // The component itself was not edited.
  const isBelow = found[side]?.startsWith(`${used}/`) === true
  return { ...found, ...(isBelow ? {} : { [side]: used }), location: used }
}

/** Returns the object that contains the differing keyword, in the version that has it. */
export function ownerOf({ base, revision }: Spot, isKept: boolean): Pointer {
  return parentOf((isKept ? revision : base) ?? revision ?? base ?? '')
}

/** A step between two pairs. `unit` is the pair at the other end. */
export interface Edge {
  readonly unit: Unit
  readonly step: SchemaStep
  readonly polarity: Polarity
  readonly scope: Scope
}

export interface Root {
  readonly use: Use
  readonly before: Located | undefined
  readonly after: Located | undefined
}

export interface LocalChange {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
  readonly unit: Unit
  readonly spot: Spot
  /** The schemas that differ. */
  readonly owners: { readonly base: Pointer; readonly revision: Pointer }
  /** Effect on the values at its own location. */
  readonly effect: Effect
  /** Location as reported. */
  readonly site: Spot
  readonly scope: Scope
  /** A value at its location that only one version allows. */
  readonly shown: Json | undefined
}

/** A pair of schemas, compared once for all operations that use it. */
export interface Unit extends Placement {
  readonly id: number
  /** Set if the values are serialized as text. */
  readonly text: ListForms | undefined
  /** A version has choices or conditions. */
  hasChoices: boolean
  /** Containment can't be used: a schema couldn't be read, or is unsatisfiable as written, so no value is ever lost. */
  isUndecided: boolean
  /** Both versions share an object without choices and `unevaluatedProperties`, so only its properties can differ. */
  isPlain: boolean
  /** Directions in which an operation uses it. */
  readonly ways: Record<Way, boolean>
  changes: LocalChange[]
  readonly children: Edge[]
  readonly parents: Edge[]
  readonly roots: Root[]
}
