import { describe, operationsOf } from '../../description/dialects/operations.ts'
import { quoteStart } from '../../drift/evidence/finding.ts'
import { coverageOf } from '../../drift/statistics/coverage.ts'
import { documentedOf } from '../../drift/statistics/documented.ts'
import { hintsOf } from '../../drift/statistics/hints.ts'
import { mergeStatistics } from '../../drift/statistics/statistics.ts'
import { type Baseline, joinHints, matchBaseline, staleHint } from '../../history/baseline/match.ts'
import type { Document } from '../../model/document.ts'
import { expectationFailed, type Finding } from '../../model/finding.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { Excerpt } from '../../model/report/origin.ts'
import type { TargetChange } from '../../model/report/target-changes.ts'
import type {
  CouldNotCheck,
  CoverageMinimum,
  DocumentInput,
  Hint,
  Report,
  ResponseCounts,
  ResponseTimes,
  RuleInput,
  Shard,
  Subject,
  TrafficInput,
} from '../../model/report.ts'
import { buildReport, isReached } from '../../report/build.ts'
import type { AdviceSettings } from '../../report/summary/coverage-gaps.ts'
import { shapeOf } from '../../schema/compiling/shape.ts'
import { consumerInputs, withHits } from '../consumers/hits.ts'
import { unmatchedEntries } from '../report/accepted.ts'
import { excerptsFor } from '../report/excerpts.ts'
import { distinct, inputOf, withTags } from '../report/inputs.ts'
import { toolVersion } from '../tool-version.ts'
import { blindnessOf } from './blind.ts'
import { explainedBy } from './contract/explained-by.ts'
import { allLedgers, withObserved } from './contract/observed.ts'
import { isSourceLost } from './contract/reported.ts'
import {
  compareWithPreviousRuns,
  earlierStatistics,
  notRememberedRows,
  type PreviousRuns,
  type RememberedRun,
  startedAs,
} from './previous-runs.ts'
import type { RunFacts } from './record.ts'
import { withResponseTimes } from './response-times.ts'
import { neededBy, type ShownExchanges } from './shown-exchanges.ts'
import { withoutVerdict } from './without-verdict.ts'

/** Result of a live run before the comparison with baseline and history. */
export interface LiveResult {
  readonly document: Document
  /** `sandbox`, or the base URL without credentials. */
  readonly target: string
  /** All operations of the description in document order, including uncalled ones. */
  readonly subjects: readonly Subject[]
  /** Findings, including contract changes, before matching the baseline. */
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  readonly responses?: ResponseCounts
  /** Facts about the contract seen in the responses. */
  readonly statistics: Statistics
  /** Exchanges of the findings, and their durations in milliseconds. */
  readonly exchanges: ShownExchanges['exchanges']
  readonly durations: ShownExchanges['durations']
  readonly responseTimes?: Readonly<Record<string, ResponseTimes>>
  /** ISO 8601 UTC. */
  readonly serverTime?: string
  /** Hints learned from rejected valid requests. */
  readonly hints?: readonly Hint[]
  readonly targetChanges?: readonly TargetChange[]
  /** Why the run ended early. */
  readonly couldNotCheck?: CouldNotCheck
  readonly traffic?: TrafficInput
}

export interface FinishOptions {
  readonly kind: 'monitor' | 'test' | 'check'
  readonly api: string
  readonly policy: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string
  /** Base of the contract's last change, if compared. */
  readonly base?: DocumentInput
  /** The published description, if the contract change leads to it and it has no snapshot yet. */
  readonly published?: DocumentInput
  /** Whether an earlier run reported the contract change. Default: `new`. */
  readonly contract?: 'new' | 'reported'
  /** Source lines of contract changes, except those of the description used for checking. */
  readonly baseExcerpts?: readonly Excerpt[]
  readonly rules: readonly RuleInput[]
  readonly hints?: readonly Hint[]
  /** Statistics of earlier runs, used for hints. */
  readonly earlier?: readonly Statistics[]
  readonly minimum?: CoverageMinimum
  readonly advice?: AdviceSettings
  readonly shard?: Shard
  /** Some tests were not run. */
  readonly partial?: true
  /** The run was stopped. */
  readonly couldNotCheck?: CouldNotCheck
  /** When the newer side of the contract change was captured; ISO 8601 UTC. */
  readonly publishedAt?: string
  /** Uses by consumers. Shards don't evaluate them. */
  readonly consumers?: readonly ConsumerUse[]
  readonly times: NonNullable<Report['times']>
}

/** A completed live run: facts for the history, and its report. */
export interface FinishedRun {
  readonly facts: RememberedRun
  /** Returns the report, compared with earlier runs. A shard's report has no fixed findings, stale entries or hints. */
  reportAfter(previous?: PreviousRuns): Report
}

/** Returns the report of a live run without comparing it with earlier ones. */
export function finishReport(live: LiveResult, options: FinishOptions): Report {
  return finishRun(live, options).reportAfter()
}

/** Matches the baseline and counts the coverage of a live run. */
export function finishRun(live: LiveResult, options: FinishOptions): FinishedRun {
  const { api, rules, shard, published } = options
  const { document, target, statistics } = live
  const times = withResponseTimes(options.times, live.responseTimes, shard !== undefined)
  const subjects = withTags(live.subjects, document)
  const matched = matchBaseline(live.findings, options.baseline, options.today)
  const documented = documentedOf(operationsOf(document), ({ schema }) => schema && shapeOf(document, schema))
  const coverage = coverageOf(
    documented,
    statistics,
    new Set(subjects.filter(isReached).map(({ operation }) => operation)),
  )
  const revision = inputOf(document)
  // For shards, this is decided on the merged report.
  const blind = shard === undefined && live.responses !== undefined ? blindnessOf(live.responses) : undefined
  // For shards, only the merged report shows whether any operation got a verdict.
  const empty = shard === undefined ? withoutVerdict(subjects, live.findings) : undefined
  const couldNotCheck = options.couldNotCheck ?? live.couldNotCheck ?? blind ?? empty
  const partial = options.partial === true || couldNotCheck !== undefined
  const extent = { ...(partial && { partial: true as const }), ...(shard && { shard }) }
  const facts = {
    ...{ api, revision, published, target, subjects, coverage, times, rules, statistics, failOn: options.failOn },
    today: options.today,
    findings: withoutRepeatedRefusals(
      options.contract === 'reported' ? matched.findings.map(asOpen) : matched.findings,
    ),
    ...(live.notChecked.some(isUnread) && { unread: true as const }),
    ...{ ...extent, ...(couldNotCheck && { couldNotCheck }) },
    ...(live.serverTime !== undefined && { serverTime: live.serverTime }),
  }
  const parts = { facts, documented, unmatched: matched.unmatched, extent }
  return { facts, reportAfter: (previous) => reportOf(live, options, parts, previous) }
}

interface ReportParts {
  readonly facts: RememberedRun & { readonly coverage: NonNullable<Report['coverage']> }
  readonly documented: Parameters<typeof hintsOf>[0]
  readonly unmatched: ReturnType<typeof matchBaseline>['unmatched']
  readonly extent: Pick<Report, 'partial' | 'shard'>
}

function reportOf(
  live: LiveResult,
  options: FinishOptions,
  { facts, documented, unmatched, extent }: ReportParts,
  previous: PreviousRuns | undefined,
): Report {
  const { kind, api, policy, failOn, base, published, rules, hints = [], minimum, shard } = options
  const { document, statistics } = live
  const { revision, target, subjects, coverage, times, couldNotCheck } = facts
  const run = startedAs(facts, previous?.self)
  const compared = compareWithPreviousRuns(previous, run)
  const { history } = compared
  const findings = published === undefined ? compared.findings : explainedBy(compared.findings, run)
  const counted = [...(previous ? earlierStatistics(previous, run) : []), statistics]
  const inputs = { ...(base && { base }), revision, ...(published && { published }), target }
  const gone = unmatchedEntries(unmatched, { findings, rules, inputs, subjects, coverage, ...extent })
  // Only earlier runs show which findings are fixed; stale baseline entries reappear in every run.
  const fixed = history?.fixed ?? []
  const learned =
    shard === undefined ? hintsOf(documented, mergeStatistics([...(options.earlier ?? []), ...counted])) : []
  const observedFindings = previous && base ? observed(findings, previous, { counted, options, revision }) : findings
  const consumers = shard === undefined ? (options.consumers ?? []) : []
  const hitting =
    consumers.length === 0 ? observedFindings : withHits(observedFindings, [describe(document)], consumers)
  const excerpts = [...(options.baseExcerpts ?? []), ...excerptsFor(findings, [document])]
  return buildReport({
    toolVersion: toolVersion(),
    ...{ kind, api, inputs, policy, failOn, subjects, rules, findings: hitting },
    advice: options.advice,
    hints: [
      ...hints,
      ...(live.hints ?? []),
      ...(shard === undefined ? joinHints(findings, options.baseline) : []),
      ...gone.map((entry) =>
        staleHint(entry, `was not seen any more; remove it with: specdrift baseline prune ${api}`),
      ),
      ...learned,
    ],
    notChecked: [
      ...distinct(shard === undefined ? live.notChecked.map(lostAfter(previous, run)) : live.notChecked),
      ...(previous ? notRememberedRows(previous) : []),
    ],
    coverage: { ...coverage, ...(minimum && Object.keys(minimum).length > 0 && { minimum }) },
    ...extent,
    ...(compared.partial && { partial: true }),
    ...(consumers.length > 0 && { consumers: consumerInputs(consumers) }),
    ...(couldNotCheck && { couldNotCheck }),
    ...(live.responses && { responses: live.responses }),
    ...(live.targetChanges && { targetChanges: live.targetChanges }),
    ...(history && { history }),
    fixed: new Set(fixed.map(({ fingerprint }) => fingerprint)).size,
    ...neededBy(observedFindings, live, times),
    ...(live.traffic && { traffic: live.traffic }),
    ...(excerpts.length > 0 && { excerpts }),
    statistics,
  })
}

/** Drops rejections of generated requests that a failed test already shows, unless the test's finding is accepted. */
export function withoutRepeatedRefusals(findings: readonly Finding[]): readonly Finding[] {
  const refusalOf = ({ site, evidence, message }: Finding): string | undefined => {
    const quote = message.split(quoteStart)[1]
    return quote === undefined ? undefined : JSON.stringify([site.operation, evidence?.status, quote])
  }
  const isShown = ({ ruleId, state }: Finding): boolean => ruleId === expectationFailed && state !== 'accepted'
  const failed = new Set(findings.filter(isShown).map(refusalOf))
  // Without a quoted message, two rejections can't be identified as the same.
  const isRepeated = (one: Finding): boolean =>
    one.ruleId === 'positive-rejected' &&
    one.site.part === 'request' &&
    refusalOf(one) !== undefined &&
    failed.has(refusalOf(one))
  return findings.filter((one) => !isRepeated(one))
}

const isUnread = ({ kind }: NotChecked): boolean => kind === 'source-unread'

function lostAfter(previous: PreviousRuns | undefined, { times }: RunFacts): (row: NotChecked) => NotChecked {
  const runs = previous?.history.runs.filter(({ startedAt }) => startedAt !== times.startedAt)
  const isLost = runs === undefined || previous?.store.failure() !== undefined || isSourceLost(runs)
  return (row) => (isLost && isUnread(row) ? { ...row, kind: 'source-lost' } : row)
}

/** Marks a contract change reported by an earlier run as open. */
function asOpen(finding: Finding): Finding {
  return finding.kind === 'contract' && finding.state === 'new' ? { ...finding, state: 'open' } : finding
}

/** Published descriptions are skipped, because no run was checked against them. */
function observed(
  findings: readonly Finding[],
  previous: PreviousRuns,
  {
    counted,
    options: { published, publishedAt },
    revision,
  }: {
    readonly counted: readonly Statistics[]
    readonly options: FinishOptions
    readonly revision: DocumentInput
  },
): readonly Finding[] {
  const current = { sha256: revision.sha256, ...(publishedAt !== undefined && { capturedAt: publishedAt }) }
  return withObserved(
    findings,
    allLedgers(previous),
    published === undefined
      ? { published: current, statistics: mergeStatistics(counted) }
      : { published: { sha256: published.sha256 } },
  )
}
