import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Document, Flaw, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Atom } from '../keywords/atoms.ts'

/** A schema among several that must all hold. `nullable`: this part also lets null pass. */
export interface SchemaPart extends Located {
  readonly nullable?: boolean
}

/** Parts that must all hold, an implicit `allOf`. `[]` allows anything. */
export type Conjunction = readonly SchemaPart[]

/** A keyword's value with its location. */
export interface Sited<T> {
  readonly value: T
  readonly pointer: Pointer
}

/** A `oneOf` or `anyOf` that could not be seen through. */
export interface VariantGroup {
  readonly keyword: 'oneOf' | 'anyOf'
  readonly pointer: Pointer
  readonly branches: readonly Conjunction[]
  /** Members that all branches share were moved out of them, so a branch here allows more than the written one. */
  readonly isShortened?: boolean
}

/** How an edit of a subschema acts on the whole: the same way, the opposite way, or undecided. */
export type Polarity = 'same' | 'inverted' | 'undecided'

/** A subschema applied by another keyword than those modelled above. */
export interface Applicator {
  readonly parts: Conjunction
  readonly pointer: Pointer
  readonly polarity: Polarity
}

/**
 * One form for the schemas of every dialect: `$ref` and `allOf` seen through, `nullable` a type, `const` an
 * `enum`, boolean exclusive bounds numbers. Children are conjunctions, normalized on demand.
 */
export interface NormalSchema {
  /** The location of the schema, for keywords it lacks. */
  readonly pointer: Pointer
  /** What this is the normal form of. */
  readonly parts: Conjunction
  readonly types: ReadonlySet<Atom>
  /** Where the types are restricted, if anywhere. */
  readonly typePointer?: Pointer | undefined
  /** Allowed values, null among them only if it passes. */
  readonly enum?: Sited<readonly Json[]> | undefined
  /** The list holds no value of the type and is read as it is meant: no value satisfies the schema as it is written. */
  readonly isListMeant?: boolean
  /** Values listed as open to growth; they restrict nothing. */
  readonly extensibleEnum?: Sited<readonly Json[]> | undefined
  readonly properties: ReadonlyMap<string, Conjunction>
  readonly required: ReadonlyMap<string, Pointer>
  /** What properties without a name of their own must satisfy. */
  readonly additional: Conjunction
  readonly additionalPointer?: Pointer | undefined
  /** Undeclared properties are refused. */
  readonly closed: boolean
  /** Choices or conditions are below a schema with `unevaluatedProperties`. */
  readonly isAboveChoices?: boolean
  readonly patternProperties: ReadonlyMap<string, Conjunction>
  readonly prefixItems: readonly Conjunction[]
  readonly items: Conjunction
  /** Items beyond `prefixItems` are refused. */
  readonly itemsClosed: boolean
  readonly bounds: ReadonlyMap<BoundKeyword, Sited<number>>
  readonly formats: readonly Sited<string>[]
  readonly patterns: readonly Sited<string>[]
  /** The least common multiple of all steps. */
  readonly multipleOf?: Sited<number> | undefined
  readonly uniqueItems?: Sited<boolean> | undefined
  readonly groups: readonly VariantGroup[]
  /** Schemas under `not`, `contains`, `propertyNames`, `if` …: what an edit below does to the whole. */
  readonly applicators: ReadonlyMap<string, Applicator>
  /** `a → b`: with property a, property b must be there. */
  readonly dependentRequired: ReadonlyMap<string, Pointer>
  /** Keywords we compare for equality only. */
  readonly opaque: ReadonlyMap<string, Sited<Json>>
  readonly annotations: ReadonlyMap<string, Sited<Json>>
}

/**
 * How `oneOf` is read. `union`: like `anyOf`, unless it is meant as exclusive (`exclusive.ts`). `exact`: exactly one branch
 * matches (JSON Schema 2020-12 §10.2.1.3).
 */
export type UnionReading = 'union' | 'exact'

/** Reads the schemas of one document in normal form, each once. */
export interface SchemaReader {
  readonly document: Document
  readonly unions: UnionReading
  /** Keywords of schemas read so far that mean nothing as they are written. */
  readonly flaws: ReadonlyMap<string, Flaw>
  /** Follows plain `$ref`s, so that a component has one identity however it is reached. */
  enter(schema: SchemaPart): Conjunction
  /** Equal for the same parts: identity of a conjunction within its document. */
  key(parts: Conjunction): string
  normal(parts: Conjunction): NormalSchema
  /** The same with every `oneOf` and `anyOf` kept as a group, also where it equals a type, a list or "or null". */
  unfolded(parts: Conjunction): NormalSchema
}
