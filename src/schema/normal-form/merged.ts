import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Atom } from '../keywords/atoms.ts'
import type { Applicator, Conjunction, Sited, VariantGroup } from './normal.ts'

/** One schema object in JSON Schema 2020-12 keywords, `$ref`, `allOf`, `oneOf`, `anyOf` taken out. */
export interface ModernPart {
  readonly schema: JsonObject
  readonly pointer: Pointer
  /** Null passes whatever the keywords say. */
  readonly nullable: boolean
}

/** The running intersection of the parts of a conjunction. */
export interface Merged {
  types: Set<Atom>
  typePointer: Pointer | undefined
  enum: Sited<readonly Json[]> | undefined
  /** The list holds no value of the type, and is read as it is meant. */
  isListMeant: boolean
  extensibleEnum: Sited<readonly Json[]> | undefined
  readonly properties: Map<string, Conjunction>
  readonly required: Map<string, Pointer>
  readonly additional: {
    readonly parts: Conjunction
    readonly pointer: Pointer
    readonly names: ReadonlySet<string> | undefined
    /** The same part has patterns, which it leaves alone too. */
    readonly hasPatterns: boolean
  }[]
  closedBy: Pointer | undefined
  /** What has `unevaluatedProperties`: it applies to the names that nothing in or below the same schema evaluates. */
  readonly unevaluated: Pick<ModernPart, 'schema' | 'pointer'>[]
  /** Whether choices or conditions are below such a schema. */
  isAboveChoices: boolean
  readonly patternProperties: Map<string, Conjunction>
  readonly tuples: { readonly prefix: readonly Conjunction[]; readonly rest: Conjunction; readonly pointer: Pointer }[]
  readonly bounds: Map<BoundKeyword, Sited<number>>
  readonly formats: Sited<string>[]
  readonly patterns: Sited<string>[]
  multipleOf: Sited<number> | undefined
  readonly dependentRequired: Map<string, Pointer>
  uniqueItems: Sited<boolean> | undefined
  readonly groups: VariantGroup[]
  readonly applicators: Map<string, Applicator>
  readonly opaque: Map<string, Sited<Json>>
  readonly annotations: Map<string, Sited<Json>>
}
