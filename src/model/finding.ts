import type { SourcePosition } from './document.ts'
import type { Json, Pointer } from './json.ts'
import type { Way } from './operation.ts'
import type { ConsumerHit } from './report/consumer.ts'

/** Judgement of a rule, independent of the policy. */
export type Verdict = 'breaking' | 'risky' | 'compatible'

/** Severity that the policy assigns to a verdict. */
export type Severity = 'error' | 'warning' | 'info' | 'off'

/** Finding states in display order. */
export const findingStates = ['new', 'open', 'regressed', 'expired', 'accepted', 'fixed'] as const

/** State compared with the baseline and earlier runs. `regressed`: it was gone in an earlier run and is back. */
export type FindingState = (typeof findingStates)[number]

/** Impact of a contract change on clients, most severe first. Determines the order of changes. */
export const impacts = [
  'calls-stop',
  'requests-refused',
  'responses-changed',
  'behaviour-changed',
  'compatible',
  'documentation',
] as const
export type Impact = (typeof impacts)[number]

/** Direction of a value as seen from the API; `both` for a component used in both directions. */
export type Direction = Way | 'both'

/** Location of a finding: an operation or a component. A live finding of a component also has the first operation that shows it. */
export interface Site {
  readonly operation?: string
  readonly component?: Pointer
  /** Live finding of a component: pointer of the violated schema, relative to the component. Replaces `part` and `pointer` in the fingerprint. */
  readonly componentPointer?: Pointer
  /** `404`, `4XX`: set if all operations that return the status share the live finding. */
  readonly status?: string
  readonly direction?: Direction
  /** `query pageSize`, `body application/json`, `200 application/json`, `200 header ETag` … */
  readonly part?: string
  /** Diff: schema pointer relative to component or part. Live: pointer into the body with `*` for array indexes. */
  readonly pointer: Pointer
}

/** A request or response that is valid in only one version, verified with ajv. */
export interface Witness {
  readonly operation: string
  readonly part: string
  readonly body?: Json
  /** For a parameter: request line such as `GET /loans?pageSize=ten`. */
  readonly request?: string
  readonly validUnder?: 'base' | 'revision'
  readonly invalidUnder?: 'base' | 'revision'
  readonly proven: boolean
  /** Reason if it is unproven. */
  readonly reason?: string
}

/** A location with the violation, redacted. */
export interface Example {
  readonly instancePointer?: Pointer
  readonly observed?: Json
}

/** Errors of one branch of a union, in terms of JSON Schema 2020-12 §12.3 (output locations). */
export interface UnionBranch {
  /** Pointer into the description: the referenced component, or the branch itself. */
  readonly schemaLocation: Pointer
  /** The first three errors; empty if the branch matches. */
  readonly errors: readonly {
    /** Pointer into the received body. */
    readonly instanceLocation: Pointer
    readonly keyword: string
    /** `lacks "name"`, `is of type integer, not string`. Doesn't contain the received value. */
    readonly error: string
  }[]
  /** Number of omitted errors. */
  readonly more?: number
}

/** A value that matches no branch of a union, or more than one `oneOf` branch. */
export interface UnionEvidence {
  readonly keyword: 'anyOf' | 'oneOf'
  /** Pointer into the received body. */
  readonly instanceLocation: Pointer
  /** Pointer into the description: the schema with the keyword. */
  readonly schemaLocation: Pointer
  /** Branches, nearest match first, which determines the finding. If more than one matches, only the matching ones. */
  readonly branches: readonly UnionBranch[]
  /** Number of omitted branches. */
  readonly more?: number
}

/** Redacted observation that shows a finding. */
export interface Evidence {
  /** Pointer into the received body. Absent for findings about status or headers. */
  readonly instancePointer?: Pointer
  readonly observed?: Json
  readonly status?: number
  readonly curl?: string
  /** Environment variables used by the curl line. */
  readonly variables?: readonly string[]
  /** Why the curl line can't reproduce the call exactly. */
  readonly curlLacks?: 'secrets' | 'the end of the body'
  /** Id of the exchange in the report's `exchanges`. */
  readonly exchange?: string
  /** Number of locations with the same violation, over all exchanges. */
  readonly samples: number
  /** The first three distinct locations, if there is more than one. */
  readonly examples?: readonly Example[]
  /** Names of the suite tests that observed it. */
  readonly tests?: readonly string[]
  /** Unions around the location, or that the value doesn't match; outermost first, at most three. */
  readonly unions?: readonly UnionEvidence[]
}

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: Pointer
  readonly value?: Json
}

/**
 * When and why a live finding appeared, derived from earlier runs. `provider-changed`: the API conformed to the same contract before.
 * `contract-changed`: it conformed to an earlier snapshot. `never-conformed`: already in the first run. `unknown`: the operation, status
 * or check was not part of earlier runs.
 */
export interface Cause {
  readonly kind: 'provider-changed' | 'contract-changed' | 'never-conformed' | 'unknown'
  /** Supporting observation: `green on 2026-11-19, run of b06`. */
  readonly evidence: string
  /** ISO 8601 UTC start of the first earlier run with the finding, if any. */
  readonly firstSeen?: string
  /** ISO 8601 UTC start of the last earlier run with the finding. */
  readonly lastSeen?: string
  /** Number of runs with the finding since it appeared, including this one. Absent in histories of earlier versions. */
  readonly runs?: number
}

/** Whether a contract change was observed in the live API. */
export interface Observed {
  readonly kind: 'already-live' | 'not-yet-seen'
  /** `already live since 2026-11-02 (run of b06 against sandbox)`. */
  readonly evidence: string
}

/** Effect of a finding on an operation in one direction. */
export interface ReachedUse {
  readonly operation: string
  /** Absent if the whole operation is affected. */
  readonly direction?: Way
  readonly verdict: Verdict
}

/** A location with a live finding: part of an operation's request or response. */
export interface ReachedLocation {
  readonly operation: string
  readonly part?: string
  /** Pointer into the body, with `*` for array indexes. */
  readonly pointer: Pointer
  /** Set if it differs from the finding's severity, which is the highest of all locations. */
  readonly severity?: Severity
}

/** Entry of the baseline that accepts a finding, or accepted it until it expired. */
export interface Acceptance {
  readonly reason: string
  readonly owner: string
  /** The last day of the acceptance, `YYYY-MM-DD`. Absent if it is unlimited. */
  readonly expires?: string
}

/** Result of a rule or check with a stable fingerprint. Shared by diff and live runs. */
export interface Finding {
  readonly ruleId: string
  readonly kind: 'contract' | 'drift' | 'spec'
  readonly verdict: Verdict
  readonly severity: Severity
  readonly state: FindingState
  /** Present if the finding is accepted or expired. */
  readonly acceptance?: Acceptance
  /** 16 hex digits, see `util/fingerprint.ts`. */
  readonly fingerprint: string
  /** Id of the group that reports list as one line. Each finding of a group keeps a state of its own. */
  readonly group?: string
  readonly message: string
  readonly why: string
  readonly fix: string
  /** `widened × response → breaking`, or a convention with its reason. */
  readonly derivation?: string
  /** Contract findings only. */
  readonly impact?: Impact
  readonly site: Site
  /** Operation keys: first those with the finding's verdict, then the others, each sorted. */
  readonly reaches: readonly string[]
  /** Direction and verdict per operation, worst first. Present if they are not the same for all operations. */
  readonly uses?: readonly ReachedUse[]
  /** Live findings: all locations, sorted, at most 20 per operation. Absent if `site` is the only one. */
  readonly locations?: readonly ReachedLocation[]
  /** Known live findings: operations where neither earlier runs nor the baseline had it. */
  readonly joined?: readonly string[]
  readonly source: { readonly base?: SourcePosition; readonly revision?: SourcePosition }
  /** Contract findings: value in each version. For documentation, only the differing parts. */
  readonly before?: Json
  readonly after?: Json
  readonly witness?: Witness
  readonly evidence?: Evidence
  /** Live findings of a run with a history. */
  readonly cause?: Cause
  /** Contract findings, if earlier live runs observed the changed part. */
  readonly observed?: Observed
  /** True if the contract marks this part as a guess (`x-assumed`). */
  readonly assumed?: boolean
  /** Affected consumers; empty if none. Absent if consumer usage is unknown. */
  readonly hits?: readonly ConsumerHit[]
  /** Edit that would make the description match the API. */
  readonly patch?: readonly PatchOperation[]
}

/** Rule id of failed suite assertions that go beyond the description. */
export const expectationFailed = 'expectation-failed'
