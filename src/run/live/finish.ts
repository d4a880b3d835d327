import { type Baseline, joinHints, matchBaseline, staleHint } from '../../baseline/match.ts'
import { describe, operationsOf } from '../../description/dialects/operations.ts'
import { quoteStart } from '../../drift/evidence/finding.ts'
import { coverageOf } from '../../learn/coverage.ts'
import { documentedOf } from '../../learn/documented.ts'
import { hintsOf } from '../../learn/hints.ts'
import { mergeStatistics } from '../../learn/statistics.ts'
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

/** What a live run found out, before it is compared with what is known. */
export interface LiveResult {
  readonly document: Document
  /** `sandbox`, or the base URL without credentials. */
  readonly target: string
  /** Every operation of the description, the ones never called too, in document order. */
  readonly subjects: readonly Subject[]
  /** The contract's changes too; those the baseline does not know yet. */
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  readonly responses?: ResponseCounts
  /** What the responses showed of the contract. */
  readonly statistics: Statistics
  /** What the findings were seen in, and in how many milliseconds. */
  readonly exchanges: ShownExchanges['exchanges']
  readonly durations: ShownExchanges['durations']
  /** How long responses took, by operation, each with all of its times. */
  readonly responseTimes?: Readonly<Record<string, ResponseTimes>>
  /** ISO 8601 UTC. */
  readonly serverTime?: string
  /** What refusals of valid requests taught. */
  readonly hints?: readonly Hint[]
  /** What the run did to data of the target. */
  readonly targetChanges?: readonly TargetChange[]
  /** Why the run ended early. */
  readonly couldNotCheck?: CouldNotCheck
  /** Of recorded traffic. */
  readonly traffic?: TrafficInput
}

/** What a live run is compared with, and its policy. */
export interface FinishOptions {
  readonly kind: 'monitor' | 'test' | 'check'
  readonly api: string
  readonly policy: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string
  /** The older side of the contract's last change, where it was compared. */
  readonly base?: DocumentInput
  /** The published description, where the contract's change leads to it: no snapshot is taken of it yet. */
  readonly published?: DocumentInput
  /** Whether an earlier run reported the contract's change; default: `new`. */
  readonly contract?: 'new' | 'reported'
  /** The lines that the contract's changes point at, but for those of the description the API is held to. */
  readonly baseExcerpts?: readonly Excerpt[]
  readonly rules: readonly RuleInput[]
  readonly hints?: readonly Hint[]
  /** What earlier runs counted: hints are learned from them too. */
  readonly earlier?: readonly Statistics[]
  readonly minimum?: CoverageMinimum
  readonly advice?: AdviceSettings
  readonly shard?: Shard
  /** Tests were left out. */
  readonly partial?: true
  /** The run was stopped. */
  readonly couldNotCheck?: CouldNotCheck
  /** When the newer side of the contract's last change was captured; ISO 8601 UTC. */
  readonly publishedAt?: string
  /** Who uses what of the API. A shard does not say who is hit. */
  readonly consumers?: readonly ConsumerUse[]
  readonly times: NonNullable<Report['times']>
}

/** A live run that is over: what the history keeps of it, and its report. */
export interface FinishedRun {
  readonly facts: RememberedRun
  /** The report of the run, compared with earlier ones. That of a shard has no fixed findings, stale entries or hints. */
  reportAfter(previous?: PreviousRuns): Report
}

/** Makes the report of a live run that is not compared with earlier ones. */
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
  // Whether the whole run was blind is seen when its shards are merged.
  const blind = shard === undefined && live.responses !== undefined ? blindnessOf(live.responses) : undefined
  // Only the merged report of all shards shows whether anything got a verdict.
  const empty = shard === undefined ? withoutVerdict(subjects, live.findings) : undefined
  const couldNotCheck = options.couldNotCheck ?? live.couldNotCheck ?? blind ?? empty
  const partial = options.partial === true || couldNotCheck !== undefined
  const extent = { ...(partial && { partial: true as const }), ...(shard && { shard }) }
  const facts = {
    ...{ api, revision, published, target, subjects, coverage, times, rules, statistics, failOn: options.failOn },
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

/** Facts about a finished run that its report needs, besides the responses. */
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
  // Only earlier runs show what is gone since the last: entries of the baseline that match nothing are stale from run to run.
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

/** A test and a generated request may get the same refusal of the same operation: the test shows it as an error already, unless it is accepted. */
export function withoutRepeatedRefusals(findings: readonly Finding[]): readonly Finding[] {
  const refusalOf = ({ site, evidence, message }: Finding): string | undefined => {
    const quote = message.split(quoteStart)[1]
    return quote === undefined ? undefined : JSON.stringify([site.operation, evidence?.status, quote])
  }
  const isShown = ({ ruleId, state }: Finding): boolean => ruleId === expectationFailed && state !== 'accepted'
  const failed = new Set(findings.filter(isShown).map(refusalOf))
  // Without the server's words nothing shows that the two are one refusal.
  const isRepeated = (one: Finding): boolean =>
    one.ruleId === 'positive-rejected' &&
    one.site.part === 'request' &&
    refusalOf(one) !== undefined &&
    failed.has(refusalOf(one))
  return findings.filter((one) => !isRepeated(one))
}

const isUnread = ({ kind }: NotChecked): boolean => kind === 'source-unread'

/** Marks the published description as lost if earlier runs could not read it either, or nothing is known of them. */
function lostAfter(previous: PreviousRuns | undefined, { times }: RunFacts): (row: NotChecked) => NotChecked {
  const runs = previous?.history.runs.filter(({ startedAt }) => startedAt !== times.startedAt)
  const isLost = runs === undefined || previous?.store.failure() !== undefined || isSourceLost(runs)
  return (row) => (isLost && isUnread(row) ? { ...row, kind: 'source-lost' } : row)
}

/** A change of the contract that an earlier run reported. */
function asOpen(finding: Finding): Finding {
  return finding.kind === 'contract' && finding.state === 'new' ? { ...finding, state: 'open' } : finding
}

/** The findings with what live runs show of the contract's changes. Runs were never held to a published description. */
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
  const held = { sha256: revision.sha256, ...(publishedAt !== undefined && { capturedAt: publishedAt }) }
  return withObserved(
    findings,
    allLedgers(previous),
    published === undefined
      ? { published: held, statistics: mergeStatistics(counted) }
      : { published: { sha256: published.sha256 } },
  )
}
