import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Atom } from '../keywords/atoms.ts'

/** A schema in a conjunction. `nullable`: this part also accepts null. */
export interface SchemaPart extends Located {
  readonly nullable?: boolean
}

/** Parts that must all match, an implicit `allOf`. `[]` allows any value. */
export type Conjunction = readonly SchemaPart[]

/** A keyword's value with its location. */
export interface Sited<T> {
  readonly value: T
  readonly pointer: Pointer
}

/** A `oneOf` or `anyOf` that remains after simplification. */
export interface VariantGroup {
  readonly keyword: 'oneOf' | 'anyOf'
  readonly pointer: Pointer
  readonly branches: readonly Conjunction[]
  /** Members shared by all branches were moved out, so a branch here allows more than the written one. */
  readonly isShortened?: boolean
}

/** Effect of a subschema edit on the whole schema: same direction, opposite direction or undecided. */
export type Polarity = 'same' | 'inverted' | 'undecided'

/** A subschema under a keyword not modelled separately. */
export interface Applicator {
  readonly parts: Conjunction
  readonly pointer: Pointer
  readonly polarity: Polarity
}

/** A schema in normal form: `$ref` and `allOf` merged, `nullable` as type, `const` as `enum`. Children are normalized on demand. */
export interface NormalSchema {
  /** Location of the schema, used for absent keywords. */
  readonly pointer: Pointer
  /** The schemas that were normalized. */
  readonly parts: Conjunction
  readonly types: ReadonlySet<Atom>
  /** Location of the type restriction, if any. */
  readonly typePointer?: Pointer | undefined
  /** Allowed values. Contains null only if null is valid. */
  readonly enum?: Sited<readonly Json[]> | undefined
  /** No listed value matches the type, so the list is read as intended: taken literally, the schema would reject every value. */
  readonly isListMeant?: boolean
  /** Values of an open list. Other values are valid. */
  readonly extensibleEnum?: Sited<readonly Json[]> | undefined
  readonly properties: ReadonlyMap<string, Conjunction>
  readonly required: ReadonlyMap<string, Pointer>
  readonly additional: Conjunction
  readonly additionalPointer?: Pointer | undefined
  /** Undeclared properties are invalid. */
  readonly closed: boolean
  /** A schema with `unevaluatedProperties` contains choices or conditions. */
  readonly isAboveChoices?: boolean
  readonly patternProperties: ReadonlyMap<string, Conjunction>
  readonly prefixItems: readonly Conjunction[]
  readonly items: Conjunction
  /** Items beyond `prefixItems` are invalid. */
  readonly itemsClosed: boolean
  readonly bounds: ReadonlyMap<BoundKeyword, Sited<number>>
  readonly formats: readonly Sited<string>[]
  readonly patterns: readonly Sited<string>[]
  /** Least common multiple of all `multipleOf` values. */
  readonly multipleOf?: Sited<number> | undefined
  readonly uniqueItems?: Sited<boolean> | undefined
  readonly groups: readonly VariantGroup[]
  /** Schemas under `not`, `contains`, `propertyNames`, `if` …, with the effect of edits inside them. */
  readonly applicators: ReadonlyMap<string, Applicator>
  /** `a → b`: property `b` is required if `a` is present. */
  readonly dependentRequired: ReadonlyMap<string, Pointer>
  /** Keywords that are only compared for equality. */
  readonly opaque: ReadonlyMap<string, Sited<Json>>
  readonly annotations: ReadonlyMap<string, Sited<Json>>
}

/** How to read `oneOf`: `union` as `anyOf` unless meant to be exclusive (`exclusive.ts`), `exact` as JSON Schema 2020-12 §10.2.1.3. */
export type UnionReading = 'union' | 'exact'

/** Normalizes the schemas of one document, cached. */
export interface SchemaReader {
  readonly document: Document
  readonly unions: UnionReading
  /** Keywords without a valid meaning in the schemas read so far. */
  readonly flaws: ReadonlyMap<string, Flaw>
  /** Follows plain `$ref`s, so that a component has the same identity wherever it is used. */
  enter(schema: SchemaPart): Conjunction
  /** Returns the identity of a conjunction within its document. */
  key(parts: Conjunction): string
  normal(parts: Conjunction): NormalSchema
  /** Like `normal`, but keeps every `oneOf` and `anyOf` as a group, even if it equals a type, a list or "or null". */
  unfolded(parts: Conjunction): NormalSchema
}
