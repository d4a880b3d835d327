import type { Located } from '../document.ts'
import type { Json, JsonObject, Pointer } from '../json.ts'
import type { OperationKey, Parameter, SecurityRequirement, Way } from '../operation.ts'

/** What an edit does to the set of values allowed at its location. */
export type Effect = 'narrowed' | 'widened' | 'incomparable' | 'none'

/** Keywords that bound a size or a number from below (`min…`) or from above (`max…`). */
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

/** A parameter as the comparison sees it. */
export type ParameterFacts = Pick<Parameter, 'name' | 'in' | 'required'> & { readonly retired: boolean }

/** A property of an object schema as the comparison sees it. */
export interface PropertyFacts {
  readonly name: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly writeOnly: boolean
  /** Deprecated, and its announced sunset has passed. */
  readonly retired: boolean
  /** The object refuses properties it does not name. */
  readonly closed: boolean
  /** A property of the other side with an equal schema, when it looks renamed. */
  readonly resembles?: string
}

/**
 * The type of `before` and `after` of each kind of change. An absent side means added or removed.
 */
export interface ChangeValues {
  operation: { readonly retired: boolean; readonly sunset?: string }
  /** Same operationId, other method or path: the operation keys. */
  'operation.moved': string
  'operation.id': string
  /** `x-stability-level`; absent means stable. */
  'operation.stability': string
  security: readonly SecurityRequirement[]
  'security.scheme': JsonObject
  servers: readonly string[]
  /** A variable in the address of a server; without `values` it may be anything. */
  'server.variable': { readonly url: string; readonly name: string; readonly values?: readonly string[] }
  /** A request the API sends back to its client, by `METHOD name expression`. */
  callback: string
  /** The same callback under another method or at an address taken from elsewhere: both as above. */
  'callback.moved': string
  /** A request the API sends to a subscriber, by `METHOD name`. */
  webhook: string
  parameter: ParameterFacts
  'parameter.required': boolean
  /** A path parameter under another name at the same position of the path. */
  'parameter.renamed': string
  'parameter.serialization': Readonly<Record<string, Json>>
  'request-body': { readonly required: boolean }
  'request-body.required': boolean
  /** A media type (range) of a request or response. */
  'media-type': string
  /** A status, range or `default`; after a range or `default`, the statuses that are left of it. */
  response: string
  /** `links` of a response, `encoding` of a media type. */
  links: JsonObject
  encoding: JsonObject
  header: { readonly name: string; readonly required: boolean }
  'header.required': boolean
  'header.serialization': Readonly<Record<string, Json>>
  /** Without `null`, which is `schema.nullable`; `any` when nothing restricts it. */
  'schema.type': readonly string[]
  'schema.nullable': boolean
  /** Without `null`. */
  'schema.enum': readonly Json[]
  /** Values listed as open to growth: `x-extensible-enum`, or Azure's `modelAsString`. */
  'schema.extensible-enum': readonly Json[]
  'schema.property': PropertyFacts
  /** A property named on both sides (or by `required` alone) that must be present; absent: it need not. */
  'schema.required': string
  'schema.format': string
  'schema.bound': { readonly keyword: BoundKeyword; readonly value: number }
  'schema.pattern': readonly string[]
  'schema.multiple-of': number
  'schema.unique-items': boolean
  /** An object or array that refuses what it does not name; absent: it is open. */
  'schema.closed': 'additionalProperties' | 'items'
  /** A branch of `oneOf` or `anyOf`, or a schema that only a discriminator names, by name. */
  'schema.variant': { readonly keyword: 'oneOf' | 'anyOf' | 'discriminator'; readonly name: string }
  /** Of both sides what differs: value → name of the schema; of one side all of it. */
  'schema.discriminator': {
    readonly propertyName: string
    readonly mapping?: Readonly<Record<string, string>>
    readonly defaultMapping?: string
  }
  /** The names of the branches of a `oneOf` of which exactly one may match; absent: several may. */
  'schema.exclusivity': readonly string[]
  /** A keyword whose containment is not decided (`not`, `if`, `contains` …) and its value; `property`: it applies to that one. */
  'schema.keyword': { readonly keyword: string; readonly value: Json; readonly property?: string }
  'schema.default': Json
  'schema.access': 'readOnly' | 'writeOnly' | 'readWrite'
  /** Of an operation, parameter, header or schema. */
  deprecation: boolean
  /** `x-sunset` of one of them: the day it may go, as written. */
  sunset: string
  /** Texts and examples: keyword → value. */
  documentation: Readonly<Record<string, Json>>
}

/** The discriminator of a change. */
export type ChangeKind = keyof ChangeValues

/** The side of an exchange that a location belongs to; `none` for an operation as a whole. */
export type UseDirection = Way | 'none'

/** One step from a schema down to a child; a variant's step names the branches taken on either side. */
export type SchemaStep =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'items' }
  | { readonly kind: 'prefix-item'; readonly index: number }
  | { readonly kind: 'additional' }
  | { readonly kind: 'variant'; readonly before: readonly Located[]; readonly after: readonly Located[] }
  /** `before` and `after`: where either version has it, of what several parts of a schema write. */
  | { readonly kind: 'other'; readonly keyword: string; readonly before?: Pointer; readonly after?: Pointer }

/** How a list is written in a parameter or header: its delimiter, or each item anew (`q=a&q=b`). */
export type ListForm = 'repeated' | ',' | ' ' | '|' | '\t' | '.'

/** How either version writes the lists of a part that travels as text. */
export interface ListForms {
  readonly base: ListForm
  readonly revision: ListForm
  /** A segment of a path, which is never empty. */
  readonly isSegment?: boolean
}

/** The way from the schema of a part down to the changed schema: what a proof is built along. */
export interface Trail {
  readonly base: Located | undefined
  readonly revision: Located | undefined
  readonly steps: readonly SchemaStep[]
  /** The value travels as text (a parameter with a `style`), where `5` is a number and a string. */
  readonly text?: ListForms
  /** The changed schemas, as parts that must all hold. */
  readonly before: readonly Located[]
  readonly after: readonly Located[]
  /** A value so many steps down that one version is known to allow there, and the other to refuse. Found when it is asked for. */
  readonly shown?: () => { readonly depth: number; readonly value: Json } | undefined
  /** The same with `oneOf` as the specification has it: exactly one branch matches. */
  readonly shownExactly?: () => { readonly depth: number; readonly value: Json } | undefined
}

/** One use of the changed location by an operation. */
export interface Use {
  readonly operation: OperationKey
  readonly direction: UseDirection
  /** `query pageSize`, `body application/json`, `200 application/json`, `200 header ETag`; `''` for none. */
  readonly part: string
  /** What is left of the change's effect here, where an enclosing choice compensates the rest; default: all of it. */
  readonly effect?: Effect
  /** `effect` is the effect on the enclosing schema, whatever the edit does at its own location. */
  readonly isOfWhole?: boolean
  /** Under `not` what narrows the location widens the whole; under `if` nothing is decided. */
  readonly polarity?: 'inverted' | 'undecided'
  /** The operation's `x-stability-level` promised nothing yet (`draft`, `alpha`). */
  readonly unstable?: string
  /** On the nearest use of each direction of a schema change. */
  readonly trail?: Trail
}

/** Where a change is. Pointers are those of the description, `$ref`s followed. */
export interface ChangeSite {
  /** The changed object in the revision, or in the base when it is gone. */
  readonly location: Pointer
  /** The exact keyword or member, for line and column; absent where that side has no such location. */
  readonly base?: Pointer
  readonly revision?: Pointer
}

/** One difference, as a fact: no opinion. */
export type Change<K extends ChangeKind = ChangeKind> = {
  [P in K]: {
    readonly kind: P
    readonly before: ChangeValues[P] | undefined
    readonly after: ChangeValues[P] | undefined
    readonly effect: Effect
    readonly site: ChangeSite
    /** The operations that reach the location, at least one, in the order of the description. */
    readonly uses: readonly Use[]
  }
}[K]
