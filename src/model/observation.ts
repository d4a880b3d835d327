import type { Flaw, Located } from './document.ts'
import type { Direction, PatchOperation, Severity } from './finding.ts'
import type { Json, Pointer } from './json.ts'
import type { GeneratedRequest } from './live/generated.ts'
import type { Observation } from './live/observed.ts'
import type { Header, MediaType, Operation, OperationKey, Response, Way } from './operation.ts'

export type { NotChecked } from './live/not-checked.ts'
export {
  isAskedFor,
  isRedirect,
  isUnrecorded,
  type Observation,
  type SentRequest,
  type UnrecordedPart,
} from './live/observed.ts'

/** Outcome of a call, decided before any check. Checks only see `received`. */
export type Outcome = 'received' | 'unreachable' | 'gateway' | 'unauthorized' | 'rate-limited' | 'inconclusive'

/** Reason per outcome why a call could not be checked. */
export const outcomeWords: Readonly<Record<Exclude<Outcome, 'received'>, string>> = {
  unreachable: 'no response was received',
  gateway: 'a gateway responded instead of the application',
  unauthorized: 'the credential was refused',
  'rate-limited': 'calls were too frequent',
  inconclusive: 'the response could not be read',
}

/** A violated constraint at one location of a body, without severity. */
export interface Violation {
  /** JSON Schema keyword; `false` for a `false` schema, `nullable` for null, `x-extensible-enum` for a value missing in an open enum. */
  readonly keyword: string
  readonly instancePointer: Pointer
  /** Same pointer with `*` for array indexes and map keys. Used in fingerprints. */
  readonly location: Pointer
  /** Pointer into the description: the schema object with the keyword. */
  readonly schemaPointer: Pointer
  /** Value at the location. For `required`, the object that lacks the property. */
  readonly observed: Json
  /** Value of the keyword in the normalized schema. */
  readonly expected: Json
  /** Number as received, if parsing loses digits. `observed` is then a unique stand-in. */
  readonly digits?: string
  readonly property?: string
  /** `propertyNames` only: the violated keyword, if exactly one. */
  readonly cause?: { readonly keyword: string; readonly expected: Json }
  /** True if the nearest schema of the location has `x-assumed: true`. */
  readonly assumed: boolean
  /** Enclosing unions, outermost first. A union of one branch and null is omitted. */
  readonly unions?: readonly CheckedUnion[]
  /** A value with more members may not violate this, for example because another branch of an `if` would apply. */
  readonly isConditional?: true
}

/** A union that a value doesn't match, with the violations of each branch, nearest first. */
export interface CheckedUnion {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly instancePointer: Pointer
  readonly schemaPointer: Pointer
  /** If more than one `oneOf` branch matches, only the matching branches, without violations. */
  readonly branches: readonly { readonly schemaPointer: Pointer; readonly violations: readonly Violation[] }[]
}

/** A property that the description doesn't declare. Detected by our own traversal, not by the validator. */
export interface UndocumentedProperty {
  readonly instancePointer: Pointer
  /** Same pointer with `*` for array indexes and map keys. */
  readonly location: Pointer
  /** Pointer to the object schema that lacks the property. */
  readonly schemaPointer: Pointer
  readonly observed: Json
  readonly assumed: boolean
}

/** Creates edits that make the description match the API, in keywords of the dialect. */
export interface Proposer {
  nullable(violation: Violation): Patch
  enumValue(violation: Violation): Patch
  notRequired(violation: Violation): Patch
  type(violation: Violation): Patch
  /** Removes the violated keyword. */
  without(violation: Violation): Patch
  /** Applies whichever of these edits fits the violated keyword. */
  admit(violation: Violation): Patch
  headerOptional(header: Header): Patch
  property(property: UndocumentedProperty): Patch
  response(status: number): Patch
  deprecated(): Patch
  mediaType(response: Response, type: string): Patch
}

/** RFC 6902 JSON Patch for the description; empty if there is no obvious fix. */
export type Patch = readonly PatchOperation[]

/** Violation in a recorded request: a parameter or the body. */
export interface RequestViolation {
  /** `query pageSize`, `body application/json`. */
  readonly part: string
  /** `lacks the required query parameter pageSize`. Absent if `violation` or `undocumented` is set. */
  readonly message?: string
  readonly key: Json
  /** Pointer to the violated part of the description. */
  readonly schemaPointer: Pointer
  readonly violation?: Violation
  readonly undocumented?: UndocumentedProperty
  readonly assumed: boolean
}

/** An observation matched to its operation and validated: the input of checks. */
export interface Exchange {
  readonly operation: Operation
  readonly observation: Observation & { readonly status: number }
  /** Matching response object: exact status, then range, then `default`. */
  readonly response?: Response
  /** Lower case, without parameters: `application/json`. Undefined without a Content-Type header. */
  readonly contentType?: string
  readonly mediaType?: MediaType
  readonly json?: Json
  /** True if `json` contains stand-ins for numbers that a double can't represent. */
  readonly hasDigits?: true
  readonly hasBody: boolean
  readonly violations: readonly Violation[]
  readonly undocumented: readonly UndocumentedProperty[]
  readonly headers: readonly {
    readonly header: Header
    readonly value?: string
    readonly violations: readonly Violation[]
  }[]
  /** Violations in a recorded request. Empty for generated requests, which may be invalid on purpose. */
  readonly request: readonly RequestViolation[]
  /** Operations at the request's path, if none matches the request. */
  readonly operationsAtPath?: readonly OperationKey[]
  /** Why the body is not JSON despite its Content-Type. Set when it happens repeatedly. */
  readonly notJson?: string
  readonly isExpected?: boolean
  readonly generated?: GeneratedRequest
  /** Server's explanation of a 400 or 422 for a generated request. */
  readonly refusal?: ServerRefusal
  /** Response time budget in milliseconds. */
  readonly responseTimeMs?: number
  readonly propose: Proposer
}

/** Server's explanation of a rejection. */
export interface ServerRefusal {
  /** Single line, truncated. */
  readonly message?: string
  /** Set if the rejection depends on server state instead of the request: `something with the same name or key exists already`. */
  readonly stateReason?: string
}

/** Result of a check. The engine adds operation, fingerprint, evidence and source. */
export interface DriftDraft {
  /** `is null, which the contract does not allow` */
  readonly message: string
  /** Quote from the server, appended to the message and redacted. */
  readonly quote?: string
  /** Kind of violation: new enum value, status, observed type. Part of the fingerprint. */
  readonly key: Json
  /** Default: `200 application/json`. */
  readonly part?: string
  /** Downgrades to info, because the contract allows it. */
  readonly allowed?: true
  /** Default: severity of the check. */
  readonly severity?: Check['severity']
  /** Default: `response`. */
  readonly direction?: Direction
  readonly instancePointer?: Pointer
  /** Pointer in the fingerprint, with `*` for array indexes and map keys. Default: empty. */
  readonly location?: Pointer
  /** Pointer to the violated part of the description. */
  readonly schemaPointer?: Pointer
  /** Owner of the finding. Default: component of `schemaPointer`, otherwise the operation. `errors`: status families `4XX` and `5XX`. `key`: shared by all operations with the same key and status family. */
  readonly owner?: 'operation' | 'status' | 'errors' | 'key'
  /** Keyword at `schemaPointer`, for the line number. */
  readonly keyword?: string
  /** Refuted keyword of the request's schema: if it was a guess, the guess is wrong. Default: `keyword`. */
  readonly refuted?: string | undefined
  readonly observed?: Json
  /** Number as received, if `observed` can't represent its digits. */
  readonly digits?: string
  readonly expected?: Json
  readonly assumed?: boolean
  readonly unions?: readonly CheckedUnion[]
  readonly isConditional?: true
  /** JSON Patch with the proposed new value. */
  readonly patch?: Patch
}

export interface Check {
  /** kebab-case, equal to the file name. */
  readonly id: string
  readonly title: string
  readonly why: string
  readonly fix: string
  readonly severity: Exclude<Severity, 'off'>
  /** Findings with a different severity, as text: `error for date and uuid`. */
  readonly exceptions?: string
  /** True for checks of requests that match no operation. */
  readonly forUndocumented?: true
  /** Part of the exchange that the check needs. The check is skipped if that part is empty. */
  readonly reads?: 'violations' | 'undocumented' | 'headers' | 'request'
  /** Restricts the check to requests generated in this mode. */
  readonly generated?: 'negative' | 'positive' | 'stateful'
  judge(exchange: Exchange): DriftDraft | readonly DriftDraft[] | undefined
  /** Checks a request whose connection the API closed before responding, also after a retry. */
  judgeBroken?(failure: NonNullable<Observation['failure']>): DriftDraft
}

/** Checks the type of a check definition. */
export function defineCheck(check: Check): Check {
  return check
}

/** Numbers that a double can't represent, as text, by their stand-in doubles. See `schema/validation/digits.ts`. */
export type ExactNumbers = ReadonlyMap<number, string>
/** Parsed value with its stand-in numbers. */
export interface ExactValue {
  readonly value: Json
  readonly exact: ExactNumbers
  /** Numbers that lost digits anyway, as written. */
  readonly lost: readonly string[]
}

/** Compiled validator that reports one violation per location and never mutates the value. */
export interface CompiledSchema {
  /** True if a `oneOf` in it is treated like `anyOf`. */
  readonly isUnited: boolean
  /** Validates a value. `exact` comes from `readExact`. */
  validate(value: Json, exact?: ExactNumbers): readonly Violation[]
  /** True if digits beyond double precision can affect the result. */
  readonly needsDigits: boolean
  /** Parses JSON with exact numbers. Throws SyntaxError like `JSON.parse`. */
  readExact(text: string): ExactValue
  undocumented(value: Json): readonly UndocumentedProperty[]
  /** Returns values missing in open enums. They are not violations. */
  unlisted(value: Json, exact?: ExactNumbers): readonly Violation[]
  /** Returns whether the value is valid, or undefined if the schema could not be compiled. */
  accepts(value: Json): boolean | undefined
  /** Keywords that could not be compiled. Other keywords still apply. */
  readonly flaws: readonly Flaw[]
  /** Ambiguous keywords and keywords of another dialect, each once. They are applied anyway. */
  readonly mislabelled: readonly string[]
}

/** Compiles schemas lazily with a cache over all arguments. `assumed`: default for unmarked parts. */
export interface SchemaCompiler {
  compile(schema: Located, way: Way, assumed?: boolean): CompiledSchema
}
