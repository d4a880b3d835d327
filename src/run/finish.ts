import { type Baseline, matchBaseline, staleHint } from '../baseline/match.ts'
import { coverageOf } from '../learn/coverage.ts'
import { documentedOf } from '../learn/documented.ts'
import { hintsOf } from '../learn/hints.ts'
import { mergeStatistics } from '../learn/statistics.ts'
import type { Document } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import type { NotChecked } from '../model/observation.ts'
import type { CoverageMinimum, DocumentInput, Hint, Report, RuleInput, Shard, Subject } from '../model/report.ts'
import type { Statistics } from '../model/statistics.ts'
import { buildReport, isUnjudged } from '../report/build.ts'
import { shapeOf } from '../schema/shape.ts'
import { operationsOf } from '../spec/operations.ts'
import { expectationFailed } from '../suite/expectation-failed.ts'
import { distinct, inputOf } from './inputs.ts'
import { toolVersion } from './tool-version.ts'

/** What a live run found out, before it is compared with what is known. */
export interface LiveResult {
  readonly document: Document
  /** `sandbox`, or the base URL without credentials. */
  readonly target: string
  readonly subjects: readonly Subject[]
  /** The contract's changes too; those the baseline does not know yet. */
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  readonly statistics: Statistics
}

/** What a live run is compared with, and how it is judged. */
export interface FinishOptions {
  readonly kind: 'monitor' | 'test'
  readonly api: string
  readonly policy: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string
  /** The older side of the contract's last change, where it was looked at. */
  readonly base?: DocumentInput
  readonly rules: readonly RuleInput[]
  readonly hints?: readonly Hint[]
  /** What earlier runs counted: hints are learned from them too. */
  readonly earlier?: readonly Statistics[]
  readonly minimum?: CoverageMinimum
  readonly shard?: Shard
  readonly times: NonNullable<Report['times']>
}

/** Makes the report of a live run: baseline matched, coverage counted, hints learned. Of a shard neither fixed nor stale nor learned is said. */
export function finishReport(live: LiveResult, options: FinishOptions): Report {
  const { kind, api, policy, failOn, base, rules, hints = [], earlier = [], minimum, shard, times } = options
  const matched = matchBaseline(live.findings, options.baseline, options.today)
  const unjudged = live.subjects.filter(isUnjudged).length
  const gone = matched.unmatched.filter(
    ({ ruleId }) => shard === undefined && (base !== undefined || ruleId === undefined || isLive(ruleId, rules)),
  )
  const { document } = live
  const documented = documentedOf(operationsOf(document), ({ schema }) => schema && shapeOf(document, schema))
  const learned = shard === undefined ? hintsOf(documented, mergeStatistics([...earlier, live.statistics])) : []
  return buildReport({
    toolVersion: toolVersion(),
    kind,
    api,
    inputs: { ...(base && { base }), revision: inputOf(document), target: live.target },
    policy,
    failOn,
    subjects: live.subjects,
    rules,
    findings: matched.findings,
    hints: [...hints, ...gone.map((entry) => staleHint(entry, staleWords(unjudged))), ...learned],
    notChecked: distinct(live.notChecked),
    coverage: {
      ...coverageOf(documented, live.statistics),
      ...(minimum && Object.keys(minimum).length > 0 && { minimum }),
    },
    ...(shard && { shard }),
    fixed: unjudged === 0 ? gone.length : 0,
    times,
    statistics: live.statistics,
  })
}

/** Whether a rule took part although no contract was compared: what the diff once found says nothing here. */
function isLive(ruleId: string, rules: readonly RuleInput[]): boolean {
  return ruleId === expectationFailed || rules.some(({ id }) => id === ruleId)
}

function staleWords(unjudged: number): string {
  return unjudged === 0
    ? 'was not seen any more: remove it'
    : `was not seen, but ${unjudged} operations were not judged`
}
