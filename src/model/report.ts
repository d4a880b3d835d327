import type { Ledger } from './diff/ledger.ts'
import type { SemverBump } from './diff/semver.ts'
import type { Finding, FindingState, Severity } from './finding.ts'
import type { ShownExchange } from './live/exchange.ts'
import type { Statistics } from './live/statistics.ts'
import type { NotChecked, Outcome } from './observation.ts'
import type { ConsumerInput } from './report/consumer.ts'
import type { CouldNotCheck, ResponseCounts } from './report/could-not-check.ts'
import type { Coverage, CoverageGap } from './report/coverage.ts'
import type { ReportHistory, ResponseTimes } from './report/history.ts'
import type { Excerpt, Origin, Shard } from './report/origin.ts'
import type { TargetChange } from './report/target-changes.ts'
import type { ReportFilter, TerminalView } from './report/view.ts'

export type { CouldNotCheck, LastGood, ResponseCounts } from './report/could-not-check.ts'
export {
  type Coverage,
  type CoverageGap,
  type CoverageKind,
  type CoverageMinimum,
  coverageKinds,
  type OperationCoverage,
  type Share,
} from './report/coverage.ts'
export type {
  FixedFinding,
  OperationTrend,
  ReportHistory,
  ResponseTimes,
  RunOutcome,
  TimeToFix,
  TrendPoint,
} from './report/history.ts'
export type { Shard } from './report/origin.ts'

/** A description compared or checked in a report. */
export interface DocumentInput {
  readonly name: string
  readonly file: string
  readonly version: string
  readonly dialect: string
  readonly sha256: string
}

/** An operation that was checked, including clean ones. */
export interface Subject {
  readonly operation: string
  /** Number of live calls. Absent in a diff, like `outcomes`. */
  readonly calls?: number
  readonly outcomes?: Readonly<Partial<Record<Outcome, number>>>
  /** Observed statuses, sorted. */
  readonly statuses?: readonly number[]
  readonly findings: number
  /**
   * Recorded traffic: statuses (as received, and as documented) with at least one response recorded with headers and body, and `request` if a
   * complete request was recorded. Sorted. Absent for live runs.
   */
  readonly recorded?: readonly string[]
  readonly tags?: readonly string[]
  /** Called only with values that don't exist. */
  readonly notReached?: true
  /** Not called, because it changes state and the target is not declared writable. */
  readonly notWritable?: true
}

/** A rule or check that was enabled. */
export interface RuleInput {
  readonly id: string
  readonly kind: 'rule' | 'check'
  readonly title: string
}

/** Something learned from many observations. Never fails a run. */
export interface Hint {
  readonly operation?: string
  readonly message: string
  /** Number of distinct observations that support it. */
  readonly n: number
}

/** Counts of a report. Verdicts and severities count unaccepted findings only. */
export interface Summary {
  readonly verdicts: { readonly breaking: number; readonly risky: number; readonly compatible: number }
  readonly severities: { readonly error: number; readonly warning: number; readonly info: number }
  readonly contract: number
  /** Live findings by state. */
  readonly drift: Readonly<Record<FindingState, number>>
  /** `notReached` is part of `called`; `notWritable` operations were not called. */
  readonly operations: Readonly<Record<'total' | 'called' | 'inconclusive', number>> & {
    readonly notReached?: number
    readonly notWritable?: number
  }
  /** Accepted findings that the policy rates as errors. Absent if there are none. */
  readonly acceptedErrors?: number
  readonly calls: number
  /** Live runs: main reasons for unchecked operations, at most three, largest first. */
  readonly gaps?: readonly CoverageGap[]
}

/** Times, the only part of a report that differs between runs with the same input. */
export interface Times {
  /** ISO 8601 UTC. */
  readonly startedAt: string
  readonly milliseconds: number
  /** Milliseconds by suite file. `specdrift plan` uses them to balance shards. */
  readonly suites?: Readonly<Record<string, number>>
  /** Milliseconds by exchange id. */
  readonly exchanges?: Readonly<Record<string, number>>
  readonly operations?: Readonly<Record<string, ResponseTimes>>
}

/** A contract step of a changelog. */
export interface ChangelogEntry {
  readonly base: DocumentInput
  readonly revision: DocumentInput
  readonly title?: string
  readonly capturedAt?: string
  readonly semver?: SemverBump
  readonly findings: readonly Finding[]
}

/** Result of a run. All formats are rendered from it. */
export interface Report {
  readonly schemaVersion: 3
  readonly tool: { readonly name: 'specdrift'; readonly version: string }
  readonly kind: 'diff' | 'test' | 'monitor' | 'changelog' | 'check'
  readonly api?: string
  readonly inputs: {
    readonly base?: DocumentInput
    readonly revision?: DocumentInput
    /** The published description, if it differs from the snapshot. Contract changes lead to it. */
    readonly published?: DocumentInput
    /** Called target: `sandbox`, or the base URL without credentials. */
    readonly target?: string
  }
  /** Consumers with known usage. */
  readonly consumers?: readonly ConsumerInput[]
  readonly policy: string
  readonly failOn: Exclude<Severity, 'off'> | 'never'
  readonly subjects: readonly Subject[]
  readonly rules: readonly RuleInput[]
  readonly findings: readonly Finding[]
  /** Live runs: exchanges referenced by findings, by id, without duplicates. */
  readonly exchanges?: readonly ShownExchange[]
  readonly hints: readonly Hint[]
  readonly notChecked: readonly NotChecked[]
  /** Set if the run failed or was stopped, so absence of findings proves nothing. */
  readonly couldNotCheck?: CouldNotCheck
  /** Live runs: response counts, used to decide whether the run could see anything. */
  readonly responses?: ResponseCounts
  /** Live runs except against the sandbox: changes to the target's data; empty if none. */
  readonly targetChanges?: readonly TargetChange[]
  readonly coverage?: Coverage
  /** Set if tests were excluded by tags or the run failed, so absence of findings proves nothing. */
  readonly partial?: true
  /** Set if only part of the suites ran. The report must be merged with the other shards. */
  readonly shard?: Shard
  /** `changelog` only, oldest first. */
  readonly changelog?: readonly ChangelogEntry[]
  /** `diff` only: all differing locations. */
  readonly ledger?: Ledger
  readonly summary: Summary
  /** `diff` only. */
  readonly semver?: SemverBump
  /** Set if a filter hides findings. */
  readonly filter?: ReportFilter
  /** Runs of `monitor` except the first. */
  readonly history?: ReportHistory
  readonly times?: Times
  /** `check` only. */
  readonly traffic?: TrafficInput
  readonly origin?: Origin
  /** Lines around the positions of findings, by file and line, without overlap. */
  readonly excerpts?: readonly Excerpt[]
  /** Live runs: counts for coverage and hints, so that reports can be merged. */
  readonly statistics?: Statistics
}

/** Input of a report about recorded traffic. */
export interface TrafficInput {
  /** Number of records, and (below) of unreadable ones. */
  readonly records: number
  readonly broken: number
  readonly exchanges: number
  /** Exchanges with a response that was checked. */
  readonly checked: number
  /** Checked responses whose documented body was not recorded. */
  readonly withoutBody?: number
  /** Exchanges that match no operation. */
  readonly unmatched: number
  /** Excluded by `--sample`, `--since`, `--until` and `--base-url`. */
  readonly leftOut: number
  readonly clients?: ClientsInput
}

/** Clients identified by keyed hashes, which can't be traced back without the secret. */
export interface ClientsInput {
  /** How clients are distinguished: `header x-client-id`. */
  readonly by: string
  /** Exact below 128, otherwise estimated. */
  readonly count: number
  /** Exchanges without client identification. */
  readonly unnamed: number
  /** By operation. `calls` by client hash, for at most 128 clients. */
  readonly operations: Readonly<
    Record<string, { readonly count: number; readonly calls: Readonly<Record<string, number>> }>
  >
}

/** Pure function that renders a report, with its name and file. */
export interface Reporter {
  /** kebab-case, equal to the file name and the `--format` value. */
  readonly name: string
  /** File name below `reports/<api>/`. Absent if runs don't write it. */
  readonly file?: string
  readonly title: string
  render(report: Report, options: RenderOptions): string
  /** Yields the result of `render` in pieces, for long formats. */
  pieces?(report: Report, options: RenderOptions): Generator<string>
}

export interface RenderOptions extends TerminalView {
  /** Grouping, if the format supports it. Default: by severity. */
  readonly groupBy?: 'operation' | 'component'
  /** Shows every finding and location in formats that otherwise summarize. */
  readonly expand?: boolean
  /** Lists edits outside findings. */
  readonly listEdits?: boolean
  /** External id of the run, equal in all shards: `GITHUB_RUN_ID` and attempt. */
  readonly runId?: string
  /** True if the report is too old to represent the API's current state. */
  readonly stale?: boolean
}

/** Checks the type of a reporter definition. */
export function defineReporter(reporter: Reporter): Reporter {
  return reporter
}
