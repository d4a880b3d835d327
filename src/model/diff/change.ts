import type { Located } from '../document.ts'
import type { Json, JsonObject, Pointer } from '../json.ts'
import type { OperationKey, Parameter, SecurityRequirement, Way } from '../operation.ts'

/** How an edit changes the set of values allowed at its location. */
export type Effect = 'narrowed' | 'widened' | 'incomparable' | 'none'

/** Keywords with a lower bound (`min…`) or an upper bound (`max…`). */
export type BoundKeyword =
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties'
  | 'minContains'
  | 'maxContains'

/** Properties of a parameter that the diff compares. */
export type ParameterFacts = Pick<Parameter, 'name' | 'in' | 'required'> & { readonly retired: boolean }

/** Facts about an object property that the diff compares. */
export interface PropertyFacts {
  readonly name: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly writeOnly: boolean
  /** True if deprecated and past its announced sunset date. */
  readonly retired: boolean
  /** True if the object rejects undeclared properties. */
  readonly closed: boolean
  /** Name of a property on the other side with an equal schema, if it was probably renamed. */
  readonly resembles?: string
}

/** Types of `before` and `after` per kind of change. An absent side means added or removed. */
export interface ChangeValues {
  operation: { readonly retired: boolean; readonly sunset?: string }
  /** Operation keys of an operation whose method or path changed, but not its operationId. */
  'operation.moved': string
  'operation.id': string
  /** Value of `x-stability-level`; absent means stable. */
  'operation.stability': string
  security: readonly SecurityRequirement[]
  'security.scheme': JsonObject
  servers: readonly string[]
  /** Variable in a server URL. Without `values`, any value is allowed. */
  'server.variable': { readonly url: string; readonly name: string; readonly values?: readonly string[] }
  /** Request that the API sends to its client, as `METHOD name expression`. */
  callback: string
  /** Callback with a changed method or expression; both sides in the same format as `callback`. */
  'callback.moved': string
  /** Request that the API sends to a subscriber, as `METHOD name`. */
  webhook: string
  parameter: ParameterFacts
  'parameter.required': boolean
  /** Path parameter that was renamed at the same position of the path. */
  'parameter.renamed': string
  'parameter.serialization': Readonly<Record<string, Json>>
  'request-body': { readonly required: boolean }
  'request-body.required': boolean
  /** Media type or media type range of a request or response. */
  'media-type': string
  /** Status, range or `default`. For a range or `default`, followed by the statuses that it still applies to. */
  response: string
  /** `links` of a response. `encoding` (below) is that of a media type. */
  links: JsonObject
  encoding: JsonObject
  header: { readonly name: string; readonly required: boolean }
  'header.required': boolean
  'header.serialization': Readonly<Record<string, Json>>
  /** Types without `null`, see `schema.nullable`. `any` if unrestricted. */
  'schema.type': readonly string[]
  'schema.nullable': boolean
  /** Enum values without `null`. */
  'schema.enum': readonly Json[]
  /** Values of an open enum: `x-extensible-enum`, or Azure's `modelAsString`. */
  'schema.extensible-enum': readonly Json[]
  'schema.property': PropertyFacts
  /** Property that must be present although both sides declare it, or only `required` names it. Absent: optional. */
  'schema.required': string
  'schema.format': string
  'schema.bound': { readonly keyword: BoundKeyword; readonly value: number }
  'schema.pattern': readonly string[]
  'schema.multiple-of': number
  'schema.unique-items': boolean
  /** Keyword that rejects undeclared members. Absent: open. */
  'schema.closed': 'additionalProperties' | 'items'
  /** Branch of `oneOf` or `anyOf`, or a schema referenced only by a discriminator. */
  'schema.variant': { readonly keyword: 'oneOf' | 'anyOf' | 'discriminator'; readonly name: string }
  /** Differing parts if both sides have a discriminator, otherwise the whole. `mapping`: value to schema name. */
  'schema.discriminator': {
    readonly propertyName: string
    readonly mapping?: Readonly<Record<string, string>>
    readonly defaultMapping?: string
  }
  /** Branch names of a `oneOf` that allows exactly one match. Absent: more may match. */
  'schema.exclusivity': readonly string[]
  /** A keyword that containment can't decide (`not`, `if`, `contains` …) and its value. `property`: the property it applies to. */
  'schema.keyword': { readonly keyword: string; readonly value: Json; readonly property?: string }
  'schema.default': Json
  'schema.access': 'readOnly' | 'writeOnly' | 'readWrite'
  deprecation: boolean
  /** `x-sunset` date of a deprecated element, as written. */
  sunset: string
  documentation: Readonly<Record<string, Json>>
}

/** Discriminates `Change`. */
export type ChangeKind = keyof ChangeValues

/** Whether a location belongs to a request or a response; `none` for an operation as a whole. */
export type UseDirection = Way | 'none'

/** Step from a schema to a subschema. A variant step names the branch on each side. */
export type SchemaStep =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'items' }
  | { readonly kind: 'prefix-item'; readonly index: number }
  | { readonly kind: 'additional' }
  | { readonly kind: 'variant'; readonly before: readonly Located[]; readonly after: readonly Located[] }
  /** `before` and `after`: pointers to the keyword in each version, if several parts of a schema contain it. */
  | { readonly kind: 'other'; readonly keyword: string; readonly before?: Pointer; readonly after?: Pointer }

/** Serialization of a list in a parameter or header: its delimiter, or `repeated` names (`q=a&q=b`). */
export type ListForm = 'repeated' | ',' | ' ' | '|' | '\t' | '.'

/** Serialization of lists in each version, for a part that is sent as text. */
export interface ListForms {
  readonly base: ListForm
  readonly revision: ListForm
  /** True for a path segment, which is never empty. */
  readonly isSegment?: boolean
}

/** Path from a part's schema to the changed schema. Proofs are built along it. */
export interface Trail {
  readonly base: Located | undefined
  readonly revision: Located | undefined
  readonly steps: readonly SchemaStep[]
  /** Set if the value is sent as text (a parameter with a `style`), where `5` is both a number and a string. */
  readonly text?: ListForms
  /** The changed schemas on each side, combined like `allOf`. */
  readonly before: readonly Located[]
  readonly after: readonly Located[]
  /** Returns a value that only one version allows, at `depth` steps down the trail. Computed lazily. */
  readonly shown?: () => { readonly depth: number; readonly value: Json } | undefined
  /** Like `shown`, but with exact `oneOf` semantics: exactly one branch matches. */
  readonly shownExactly?: () => { readonly depth: number; readonly value: Json } | undefined
}

/** Use of a changed location by an operation. */
export interface Use {
  readonly operation: OperationKey
  readonly direction: UseDirection
  /** `query pageSize`, `body application/json`, `200 application/json`, `200 header ETag`; empty for the whole operation. */
  readonly part: string
  /** Remaining effect if an enclosing `anyOf` or `oneOf` partly compensates the change. Default: the change's own effect. */
  readonly effect?: Effect
  /** True if `effect` describes the enclosing schema instead of the changed location. */
  readonly isOfWhole?: boolean
  /** Under `not`, narrowing the location widens the whole. Under `if`, the effect is undecided. */
  readonly polarity?: 'inverted' | 'undecided'
  /** Value of `x-stability-level` if it makes no promise (`draft`, `alpha`). */
  readonly unstable?: string
  /** Present on the nearest use in each direction of a schema change. */
  readonly trail?: Trail
}

/** Location of a change. Pointers refer to the description, after following `$ref`s. */
export interface ChangeSite {
  /** Pointer to the changed object in the revision, or in the base if it was removed. */
  readonly location: Pointer
  /** Pointers to the exact keyword or member on each side, for line and column. */
  readonly base?: Pointer
  readonly revision?: Pointer
}

/** A difference between two descriptions, without a verdict. */
export type Change<K extends ChangeKind = ChangeKind> = {
  [P in K]: {
    readonly kind: P
    readonly before: ChangeValues[P] | undefined
    readonly after: ChangeValues[P] | undefined
    readonly effect: Effect
    readonly site: ChangeSite
    /** Operations that reach the location, at least one, in document order. */
    readonly uses: readonly Use[]
  }
}[K]
