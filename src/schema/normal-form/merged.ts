import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import type { Atom } from '../keywords/atoms.ts'
import type { Applicator, Conjunction, Sited, VariantGroup } from './normal.ts'

/** A schema object in JSON Schema 2020-12 keywords, before `$ref`, `allOf`, `oneOf` and `anyOf` are expanded. */
export interface ModernPart {
  readonly schema: JsonObject
  readonly pointer: Pointer
  /** Null is valid regardless of the keywords. */
  readonly nullable: boolean
}

/** Running intersection of the parts of a conjunction. */
export interface Merged {
  types: Set<Atom>
  typePointer: Pointer | undefined
  enum: Sited<readonly Json[]> | undefined
  /** See `NormalSchema.isListMeant`. */
  isListMeant: boolean
  extensibleEnum: Sited<readonly Json[]> | undefined
  readonly properties: Map<string, Conjunction>
  readonly required: Map<string, Pointer>
  readonly additional: {
    readonly parts: Conjunction
    readonly pointer: Pointer
    readonly names: ReadonlySet<string> | undefined
    /** The part also has `patternProperties`, whose names are exempt. */
    readonly hasPatterns: boolean
  }[]
  closedBy: Pointer | undefined
  /** Schemas with `unevaluatedProperties`, which applies to names not evaluated in the schema or its subschemas. */
  readonly unevaluated: Pick<ModernPart, 'schema' | 'pointer'>[]
  /** Whether such a schema contains choices or conditions. */
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
