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

/** A description that went into a report. */
export interface DocumentInput {
  readonly name: string
  readonly file: string
  readonly version: string
  readonly dialect: string
  readonly sha256: string
}

/** One operation that was checked, the clean ones too. */
export interface Subject {
  readonly operation: string
  /** Live calls made, by outcome; absent in a diff. */
  readonly calls?: number
  readonly outcomes?: Readonly<Partial<Record<Outcome, number>>>
  /** Statuses seen, sorted. */
  readonly statuses?: readonly number[]
  /** Findings that reach it. */
  readonly findings: number
  /**
   * Of recorded traffic: statuses, as they were and as the description calls them, of which a response was recorded with its headers and
   * body, and `request` if such a request was. Sorted. Absent for a run that called.
   */
  readonly recorded?: readonly string[]
  /** As the description names them, where it does. */
  readonly tags?: readonly string[]
  /** It was called, and only with values that do not exist. */
  readonly notReached?: true
  /** It was not called: it changes state, and the target is not declared writable. */
  readonly notWritable?: true
}

/** A rule or check that took part in the run. */
export interface RuleInput {
  readonly id: string
  readonly kind: 'rule' | 'check'
  readonly title: string
}

/** Something learned from many observations. Never fails a run. */
export interface Hint {
  readonly operation?: string
  readonly message: string
  /** Distinct observations behind it. */
  readonly n: number
}

/** Counts of a report's findings that are not accepted by the baseline, and the rest. */
export interface Summary {
  readonly verdicts: { readonly breaking: number; readonly risky: number; readonly compatible: number }
  readonly severities: { readonly error: number; readonly warning: number; readonly info: number }
  readonly contract: number
  /** Live findings by state. */
  readonly drift: Readonly<Record<FindingState, number>>
  /** Of those called some may never have been reached; of those not called some may not be, because they change state. */
  readonly operations: Readonly<Record<'total' | 'called' | 'inconclusive', number>> & {
    readonly notReached?: number
    readonly notWritable?: number
  }
  readonly calls: number
  /** Live runs: what leaves most operations unchecked, at most three, the largest first. */
  readonly gaps?: readonly CoverageGap[]
}

/** Wall-clock facts: the only part of a report that differs between two runs over the same input. */
export interface Times {
  /** ISO 8601 UTC. */
  readonly startedAt: string
  readonly milliseconds: number
  /** Milliseconds by suite file: what `specdrift plan` splits them by. */
  readonly suites?: Readonly<Record<string, number>>
  /** Milliseconds by id of an exchange. */
  readonly exchanges?: Readonly<Record<string, number>>
  /** Of the responses of each operation. */
  readonly operations?: Readonly<Record<string, ResponseTimes>>
}

/** One step of a changelog. */
export interface ChangelogEntry {
  readonly base: DocumentInput
  readonly revision: DocumentInput
  readonly title?: string
  readonly capturedAt?: string
  /** What the changes ask of the version number, by all of them. */
  readonly semver?: SemverBump
  readonly findings: readonly Finding[]
}

/** Everything a run found out. Every format is rendered from it. */
export interface Report {
  readonly schemaVersion: 3
  readonly tool: { readonly name: 'specdrift'; readonly version: string }
  readonly kind: 'diff' | 'test' | 'monitor' | 'changelog' | 'check'
  readonly api?: string
  readonly inputs: {
    readonly base?: DocumentInput
    readonly revision?: DocumentInput
    /** The published description, where it differs from the snapshot that the API is held to: what the contract's changes lead to. */
    readonly published?: DocumentInput
    /** What was called: `sandbox`, or the base URL without credentials. */
    readonly target?: string
  }
  /** The consumers whose uses say who is hit. */
  readonly consumers?: readonly ConsumerInput[]
  readonly policy: string
  readonly failOn: Exclude<Severity, 'off'> | 'never'
  readonly subjects: readonly Subject[]
  readonly rules: readonly RuleInput[]
  readonly findings: readonly Finding[]
  /** Live runs: what the findings were seen in, each once, by id. */
  readonly exchanges?: readonly ShownExchange[]
  readonly hints: readonly Hint[]
  readonly notChecked: readonly NotChecked[]
  /** The run could not check, or was stopped: what is not found here may be there all the same. */
  readonly couldNotCheck?: CouldNotCheck
  /** Live runs: whether most responses say something is decided by these. */
  readonly responses?: ResponseCounts
  /** Live runs, except of the sandbox: what the run did to data of the target; empty if it changed nothing. */
  readonly targetChanges?: readonly TargetChange[]
  readonly coverage?: Coverage
  /** Tests were left out by their tags, or the run could not check: what was not seen may be there all the same. */
  readonly partial?: true
  /** Set when only a part of the suites was run: such a report is to be merged with the others. */
  readonly shard?: Shard
  /** `changelog` only, oldest first. */
  readonly changelog?: readonly ChangelogEntry[]
  /** `diff` only: every location that differs. */
  readonly ledger?: Ledger
  readonly summary: Summary
  /** Of a comparison: what all changes ask of the version number. */
  readonly semver?: SemverBump
  /** Set where findings are left out. */
  readonly filter?: ReportFilter
  /** Runs of `monitor` that are not the first. */
  readonly history?: ReportHistory
  readonly times?: Times
  /** `check` only. */
  readonly traffic?: TrafficInput
  readonly origin?: Origin
  /** What the positions of the findings point at, by file and line; they do not overlap. */
  readonly excerpts?: readonly Excerpt[]
  /** Live runs: what coverage and hints are made of, so that reports can be merged. */
  readonly statistics?: Statistics
}

/** What a report over recorded traffic was made of. */
export interface TrafficInput {
  /** Records read, and those of them that could not be. */
  readonly records: number
  readonly broken: number
  readonly exchanges: number
  /** With a response that was checked. */
  readonly checked: number
  /** Of these, responses whose documented body is not in the recording. */
  readonly withoutBody?: number
  /** No operation of the description matches them. */
  readonly unmatched: number
  /** Left out by `--sample`, `--since`, `--until` and `--base-url`. */
  readonly leftOut: number
  readonly clients?: ClientsInput
}

/** Who called, by keyed hashes: without the secret nobody can know whose a hash is. */
export interface ClientsInput {
  /** What distinguishes them: `header x-client-id`. */
  readonly by: string
  /** Exact below 128, else estimated. */
  readonly count: number
  /** Exchanges that do not say who sent them. */
  readonly unnamed: number
  /** By operation; `calls` by hash, those of 128 clients at most. */
  readonly operations: Readonly<
    Record<string, { readonly count: number; readonly calls: Readonly<Record<string, number>> }>
  >
}

/** Renders a report; pure. */
export interface Reporter {
  /** kebab-case, equal to the file name and to `--format`. */
  readonly name: string
  /** File name it writes under `reports/<api>/`, when the monitor writes files. */
  readonly file?: string
  readonly title: string
  render(report: Report, options: RenderOptions): string
  /** What `render` returns, in pieces as they are made: of a format that is long. */
  pieces?(report: Report, options: RenderOptions): Generator<string>
}

/** How a report is rendered. */
export interface RenderOptions extends TerminalView {
  /** Brings findings together where a format can; by severity otherwise. */
  readonly groupBy?: 'operation' | 'component'
  /** Shows every finding, and every location of each, where a format is cut to what is read at a glance. */
  readonly expand?: boolean
  /** Lists the edits that are in no finding. */
  readonly listEdits?: boolean
  /** What names the run to others, the same in all its shards: `GITHUB_RUN_ID` and the attempt. */
  readonly runId?: string
  /** Set when the report is too old to speak for the API as it is now. */
  readonly stale?: boolean
}

/** Types a reporter. */
export function defineReporter(reporter: Reporter): Reporter {
  return reporter
}
