import type { SourcePosition } from './document.ts'
import type { Json, Pointer } from './json.ts'
import type { Way } from './operation.ts'
import type { ConsumerHit } from './report/consumer.ts'

/** What a rule concludes, whatever the policy thinks of it. */
export type Verdict = 'breaking' | 'risky' | 'compatible'

/** What the policy makes of a verdict. */
export type Severity = 'error' | 'warning' | 'info' | 'off'

/** Every state of a finding, in the order they are shown. */
export const findingStates = ['new', 'open', 'regressed', 'expired', 'accepted', 'fixed'] as const

/** Compared with the baseline and earlier runs; `regressed`: an earlier run no longer saw it. */
export type FindingState = (typeof findingStates)[number]

/** What a change of the contract means for a client, the gravest first: the order of every list of changes. */
export const impacts = [
  'calls-stop',
  'requests-refused',
  'responses-changed',
  'behaviour-changed',
  'compatible',
  'documentation',
] as const
export type Impact = (typeof impacts)[number]

/** Which way the value at a location travels, seen from the API; `both` for a component used both ways. */
export type Direction = Way | 'both'

/** Where a finding lives: its operation, or the component that owns it. A live finding that is owned has an operation too: the first by text of those that show it. */
export interface Site {
  readonly operation?: string
  readonly component?: Pointer
  /** Live finding of a component: pointer below it of what is violated. In the fingerprint instead of `part` and `pointer`. */
  readonly componentPointer?: Pointer
  /** `404`, `4XX`: a live finding owned by the status, one for all operations that return it. */
  readonly status?: string
  readonly direction?: Direction
  /** `query pageSize`, `body application/json`, `200 application/json`, `200 header ETag` … */
  readonly part?: string
  /** Diff: schema pointer below the component or part. Drift: pointer in the body, array indexes as `*`. */
  readonly pointer: Pointer
}

/** A concrete request or response valid under one version and not under the other, checked with ajv. */
export interface Witness {
  readonly operation: string
  readonly part: string
  readonly body?: Json
  /** For a parameter: the request line that carries it, e.g. `GET /loans?pageSize=ten`. */
  readonly request?: string
  readonly validUnder?: 'base' | 'revision'
  readonly invalidUnder?: 'base' | 'revision'
  readonly proven: boolean
  /** Why it could not be proved. */
  readonly reason?: string
}

/** One of several locations that show the same violation, redacted. */
export interface Example {
  readonly instancePointer?: Pointer
  readonly observed?: Json
}

/** What one branch of a union refuses, in the terms of JSON Schema 2020-12, 12.3 (locations of its output). */
export interface UnionBranch {
  /** Pointer in the description: of the component that a branch refers to, else of the branch. */
  readonly schemaLocation: Pointer
  /** The first three things; `[]` where the value fits. */
  readonly errors: readonly {
    /** Pointer in the received body. */
    readonly instanceLocation: Pointer
    readonly keyword: string
    /** `lacks "name"`, `is of type integer, not string`: without the value that was received. */
    readonly error: string
  }[]
  /** How many more. */
  readonly more?: number
}

/** A value that fits no branch of a union, or several of one that allows one. */
export interface UnionEvidence {
  readonly keyword: 'anyOf' | 'oneOf'
  /** Pointer in the received body. */
  readonly instanceLocation: Pointer
  /** Pointer in the description of the schema that has the keyword. */
  readonly schemaLocation: Pointer
  /** The branch that came nearest first: the finding is what fails there. Of one that several fit, those. */
  readonly branches: readonly UnionBranch[]
  /** How many more. */
  readonly more?: number
}

/** What was seen on the wire, redacted. */
export interface Evidence {
  /** Pointer in the received body; absent when the finding is about status or headers. */
  readonly instancePointer?: Pointer
  readonly observed?: Json
  readonly status?: number
  readonly curl?: string
  /** Names of the variables that the curl line takes from the environment. */
  readonly variables?: readonly string[]
  /** Why the curl line does not repeat the call as it stands. */
  readonly curlLacks?: 'secrets' | 'the end of the body'
  /** Id of the exchange that shows it, in `exchanges` of the report. */
  readonly exchange?: string
  /** How many locations of all exchanges showed the same violation. */
  readonly samples: number
  /** The first three locations that differ, when more than one showed it. */
  readonly examples?: readonly Example[]
  /** Names of the suite tests that saw it. */
  readonly tests?: readonly string[]
  /** The unions that the location was reached through, or that the value does not fit, the outermost first; the last three. */
  readonly unions?: readonly UnionEvidence[]
}

/** One operation of an RFC 6902 JSON Patch. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: Pointer
  readonly value?: Json
}

/**
 * Since when a live finding is there, by the runs before this one. `provider-changed`: the same contract held before.
 * `contract-changed`: it held under an earlier snapshot. `never-conformed`: it was there in the first run. `unknown`: its
 * operation, its status or its check did not take part before.
 */
export interface Cause {
  readonly kind: 'provider-changed' | 'contract-changed' | 'never-conformed' | 'unknown'
  /** What shows it: `green on 2026-11-19, run of b06`. */
  readonly evidence: string
  /** ISO 8601 UTC of the first earlier run that saw it; absent when none did. */
  readonly firstSeen?: string
  /** Of the last earlier run that saw it. */
  readonly lastSeen?: string
  /** How many runs saw it since it came, this one included; absent when only a history of an earlier version has it. */
  readonly runs?: number
}

/** Whether a change of the contract was observed in the live API: before it was published, or not yet at all. */
export interface Observed {
  readonly kind: 'already-live' | 'not-yet-seen'
  /** `already live since 2026-11-02 (run of b06 against sandbox)`. */
  readonly evidence: string
}

/** How a finding affects one operation in one direction. */
export interface ReachedUse {
  readonly operation: string
  /** Absent where the operation as a whole is concerned. */
  readonly direction?: Way
  readonly verdict: Verdict
}

/** A location that shows a live finding: a part of the request or response of an operation. */
export interface ReachedLocation {
  readonly operation: string
  readonly part?: string
  /** In the body, array indexes as `*`. */
  readonly pointer: Pointer
  /** Where it is not that of the finding, which is the highest of all. */
  readonly severity?: Severity
}

/** One result of a rule or check with a stable fingerprint, shared by diff and drift. */
export interface Finding {
  readonly ruleId: string
  readonly kind: 'contract' | 'drift' | 'spec'
  readonly verdict: Verdict
  readonly severity: Severity
  readonly state: FindingState
  /** 16 hex digits, see `util/fingerprint.ts`. */
  readonly fingerprint: string
  /** Live finding: those of one group are listed as one, under this id; each is accepted, new or fixed by itself. */
  readonly group?: string
  readonly message: string
  readonly why: string
  readonly fix: string
  /** `widened × response → breaking`, or the convention and its reason. */
  readonly derivation?: string
  /** Contract finding: what it means for a client. */
  readonly impact?: Impact
  readonly site: Site
  /** Keys of the operations concerned: those that the verdict holds for first, each part sorted. */
  readonly reaches: readonly string[]
  /** Each of them with its direction and verdict, worst first, where those of the finding do not hold for all. */
  readonly uses?: readonly ReachedUse[]
  /** Live finding: every location that shows it, sorted, where that is not the site alone; at most 20 of an operation. */
  readonly locations?: readonly ReachedLocation[]
  /** Live finding that is not new: operations among those reached where the runs before, or the baseline, did not have it. */
  readonly joined?: readonly string[]
  readonly source: { readonly base?: SourcePosition; readonly revision?: SourcePosition }
  /** Contract finding: what each version says; of texts and examples, what differs between them. */
  readonly before?: Json
  readonly after?: Json
  readonly witness?: Witness
  readonly evidence?: Evidence
  /** Live findings of a run with a history. */
  readonly cause?: Cause
  /** Contract findings, where the history of live runs says something about them. */
  readonly observed?: Observed
  /** The contract only guessed this part (`x-assumed`). */
  readonly assumed?: boolean
  /** Consumers of the API that it hits, where their uses are known: `[]` none of them. */
  readonly hits?: readonly ConsumerHit[]
  /** Would make the description match the API. */
  readonly patch?: readonly PatchOperation[]
}

/** The rule id of what a suite asserts beyond the description; no check has it. */
export const expectationFailed = 'expectation-failed'
