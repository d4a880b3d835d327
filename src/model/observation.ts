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

/** What kind of response a call got, decided before any check. Only `received` reaches the checks. */
export type Outcome = 'received' | 'unreachable' | 'gateway' | 'unauthorized' | 'rate-limited' | 'inconclusive'

/** Why a call that was not received could not be checked. */
export const outcomeWords: Readonly<Record<Exclude<Outcome, 'received'>, string>> = {
  unreachable: 'no response was received',
  gateway: 'a gateway responded instead of the application',
  unauthorized: 'the credential was refused',
  'rate-limited': 'calls were too frequent',
  inconclusive: 'the response could not be read',
}

/** One broken constraint at one location of a body, as the schema adapter reports it, without severity. */
export interface Violation {
  /** The JSON Schema keyword; `false` for a `false` schema, `nullable` for null, `x-extensible-enum` for a value not in an open list. */
  readonly keyword: string
  /** Pointer in the body. */
  readonly instancePointer: Pointer
  /** The same with array indexes and keys of maps as `*`: what fingerprints are made of. */
  readonly location: Pointer
  /** Pointer in the description of the broken keyword's schema object. */
  readonly schemaPointer: Pointer
  /** The value at the location (for `required`: the object lacking the property). */
  readonly observed: Json
  /** The keyword's value in the (normalised) schema. */
  readonly expected: Json
  /** The number as it was received, where reading it loses digits; `observed` then represents it and equals no other number. */
  readonly digits?: string
  /** `required` only: the missing property. */
  readonly property?: string
  /** `propertyNames` only: what the name breaks of it, unless it breaks several things. */
  readonly cause?: { readonly keyword: string; readonly expected: Json }
  /** The nearest schema that describes the location carries `x-assumed: true`. */
  readonly assumed: boolean
  /** The unions it was found in, the outermost first; none for those of one branch beside null. */
  readonly unions?: readonly CheckedUnion[]
}

/** A union that a value does not fit, with what each branch refuses: the nearest first. */
export interface CheckedUnion {
  readonly keyword: 'anyOf' | 'oneOf'
  /** Of the value. */
  readonly instancePointer: Pointer
  readonly schemaPointer: Pointer
  /** Where several fit of a `oneOf`, those alone, without violations. */
  readonly branches: readonly { readonly schemaPointer: Pointer; readonly violations: readonly Violation[] }[]
}

/** A property the description does not name, found by our own key walk. */
export interface UndocumentedProperty {
  readonly instancePointer: Pointer
  /** The same with array indexes and keys of maps as `*`. */
  readonly location: Pointer
  /** The object schema that should have named it. */
  readonly schemaPointer: Pointer
  readonly observed: Json
  readonly assumed: boolean
}

/** Proposes edits that would make the description match the API, in the keywords of its dialect. */
export interface Proposer {
  nullable(violation: Violation): Patch
  enumValue(violation: Violation): Patch
  notRequired(violation: Violation): Patch
  type(violation: Violation): Patch
  /** Takes the broken keyword away. */
  without(violation: Violation): Patch
  /** Whichever of these fits the broken keyword. */
  admit(violation: Violation): Patch
  headerOptional(header: Header): Patch
  property(property: UndocumentedProperty): Patch
  response(status: number): Patch
  /** Marks the operation as deprecated. */
  deprecated(): Patch
  mediaType(response: Response, type: string): Patch
}

/** An RFC 6902 JSON Patch of the description; `[]` when nothing evident can be proposed. */
export type Patch = readonly PatchOperation[]

/** One thing a recorded request breaks: a parameter or the body. */
export interface RequestViolation {
  /** `query pageSize`, `body application/json`. */
  readonly part: string
  /** `lacks the required query parameter pageSize`; absent where `violation` or `undocumented` says it. */
  readonly message?: string
  readonly key: Json
  /** Where the description says otherwise. */
  readonly schemaPointer: Pointer
  readonly violation?: Violation
  /** A property of the body that is not documented. */
  readonly undocumented?: UndocumentedProperty
  readonly assumed: boolean
}

/** An observation with its operation, matched and validated: all that a check needs. */
export interface Exchange {
  readonly operation: Operation
  readonly observation: Observation & { readonly status: number }
  /** The response object that applies: exact status, then range, then `default`. */
  readonly response?: Response
  /** `application/json`, lower case, without parameters; undefined when there is no Content-Type. */
  readonly contentType?: string
  /** The media type object that applies to the content type. */
  readonly mediaType?: MediaType
  readonly json?: Json
  /** Some numbers of `json` are stand-ins for digits that no double holds. */
  readonly hasDigits?: true
  readonly hasBody: boolean
  readonly violations: readonly Violation[]
  readonly undocumented: readonly UndocumentedProperty[]
  readonly headers: readonly {
    readonly header: Header
    readonly value?: string
    readonly violations: readonly Violation[]
  }[]
  /** What the request breaks; `[]` for a request of our own, which may be wrong on purpose. */
  readonly request: readonly RequestViolation[]
  /** Set when no operation matches the request: what the description has at its path instead. */
  readonly operationsAtPath?: readonly OperationKey[]
  /** Why the body is not JSON although its Content-Type says so; set once that repeats. */
  readonly notJson?: string
  /** The caller asked for this status on purpose. */
  readonly isExpected?: boolean
  /** Set when the request was generated. */
  readonly generated?: GeneratedRequest
  /** How the server explains a 400 or 422 of a generated request. */
  readonly refusal?: ServerRefusal
  /** Milliseconds a response may take, if there is a budget. */
  readonly responseTimeMs?: number
  readonly propose: Proposer
}

/** The server's own words for a refusal. */
export interface ServerRefusal {
  /** One line, cut. */
  readonly message?: string
  /** Why it says nothing of the request: `something with the same name or key exists already`. */
  readonly stateReason?: string
}

/** What a check returns; the engine adds operation, fingerprint, evidence and source. */
export interface DriftDraft {
  /** `is null, which the contract does not allow` */
  readonly message: string
  /** What the server says of it: ends the message, redacted like any text of the API's. */
  readonly quote?: string
  /** Class of the violation: the new enum value, the status, the type seen. In the fingerprint. */
  readonly key: Json
  /** Default: `200 application/json`. */
  readonly part?: string
  /** Reported as information whatever the check's severity: the contract allows it. */
  readonly allowed?: true
  /** Default: the check's. */
  readonly severity?: Check['severity']
  /** Default: `response`. */
  readonly direction?: Direction
  readonly instancePointer?: Pointer
  /** The location in the body for the fingerprint: array indexes and keys of maps as `*`. Default: `''`. */
  readonly location?: Pointer
  /** Where the description says otherwise. */
  readonly schemaPointer?: Pointer
  /** Who owns the finding. Default: the component `schemaPointer` is in, else the operation. `errors`: `4XX`, `5XX`; `key`: all operations, by key and family. */
  readonly owner?: 'operation' | 'status' | 'errors' | 'key'
  /** The keyword there that says so, for its line. */
  readonly keyword?: string
  /** The keyword of the request's description that is refuted: a guess of it is a wrong assumption. Default: `keyword`. */
  readonly refuted?: string | undefined
  readonly observed?: Json
  /** The number as it was received, where `observed` cannot hold its digits. */
  readonly digits?: string
  readonly expected?: Json
  readonly assumed?: boolean
  readonly unions?: readonly CheckedUnion[]
  /** Proposed new value of the description's keyword, for the JSON Patch. */
  readonly patch?: Patch
}

/** Checks one exchange. */
export interface Check {
  /** kebab-case, equal to the file name. */
  readonly id: string
  readonly title: string
  readonly why: string
  readonly fix: string
  readonly severity: Exclude<Severity, 'off'>
  /** Which of its findings have another severity, as text: `error for date and uuid`. */
  readonly exceptions?: string
  /** Runs only on requests that no operation matches. */
  readonly forUndocumented?: true
  /** The list of an exchange that it reads: it finds nothing where that is empty, and is not run there. */
  readonly reads?: 'violations' | 'undocumented' | 'headers' | 'request'
  /** Runs only on requests that a run of this mode generates. */
  readonly generated?: 'negative' | 'positive' | 'stateful'
  judge(exchange: Exchange): DriftDraft | readonly DriftDraft[] | undefined
  /** Checks a request whose connection the API closed before a response, and again on the retry. */
  judgeBroken?(failure: NonNullable<Observation['failure']>): DriftDraft
}

/** Types a check. */
export function defineCheck(check: Check): Check {
  return check
}

/** Numbers of a text that no double holds, as written, by the doubles that represent them. See `schema/validation/digits.ts`. */
export type ExactNumbers = ReadonlyMap<number, string>
/** A value read from text, and the numbers in it that represent others. */
export interface ExactValue {
  readonly value: Json
  readonly exact: ExactNumbers
  /** Numbers whose digits were lost all the same, as written. */
  readonly lost: readonly string[]
}

/** A schema compiled to a validator that reports one violation per location and never mutates the value. */
export interface CompiledSchema {
  /** A `oneOf` in it is read as a union. */
  readonly isUnited: boolean
  /** `exact` comes from `readExact`. */
  validate(value: Json, exact?: ExactNumbers): readonly Violation[]
  /** Whether a digit beyond the 15 or 16 that a double holds can make a difference. */
  readonly needsDigits: boolean
  /** Reads JSON so that numbers are compared by all their digits. Throws SyntaxError like `JSON.parse`. */
  readExact(text: string): ExactValue
  undocumented(value: Json): readonly UndocumentedProperty[]
  /** Values that join lists of values that are open to others: no reason to refuse anything. */
  unlisted(value: Json, exact?: ExactNumbers): readonly Violation[]
  /** Whether the value is valid, without saying why; undefined when the schema could not be compiled. */
  accepts(value: Json): boolean | undefined
  /** Keywords that could not be compiled, each costing only itself. */
  readonly flaws: readonly Flaw[]
  /** What the schema says in keywords of another dialect, or ambiguously, each once: honoured. */
  readonly mislabelled: readonly string[]
}

/** Compiles lazily and caches by all it is given. `assumed`: what has no mark of its own is a guess; default: stated. */
export interface SchemaCompiler {
  compile(schema: Located, way: Way, assumed?: boolean): CompiledSchema
}
