import type { Baseline, BaselineEntry } from '../baseline/match.ts'
import type { Finding, FindingState } from '../model/finding.ts'
import type { Report } from '../model/report.ts'
import { isUnjudged } from '../report/build.ts'
import { expectationFailed } from '../suite/expectation-failed.ts'

/** What of a run tells whether something that it did not find is gone. */
export type Looked = Pick<Report, 'rules' | 'inputs' | 'shard' | 'partial'> & {
  readonly findings: readonly Pick<Finding, 'fingerprint'>[]
}

/** The entries that a run matched with nothing, although their rules took part and all tests were to be run. */
export function unmatchedEntries(entries: readonly BaselineEntry[], run: Looked): readonly BaselineEntry[] {
  if (run.shard !== undefined || run.partial) return []
  const seen = new Set(run.findings.map(({ fingerprint }) => fingerprint))
  return entries.filter(({ fingerprint, ruleId }) => !seen.has(fingerprint) && tookPart(ruleId, run))
}

/** What the diff once found says nothing in a run that compared no contract, nor does a live finding in a diff. */
function tookPart(ruleId: string | undefined, { rules, inputs }: Looked): boolean {
  if (ruleId === undefined || rules.some(({ id }) => id === ruleId)) return true
  return inputs.target !== undefined && (inputs.base !== undefined || ruleId === expectationFailed)
}

/** An entry with the state it is in. */
export interface JudgedEntry extends BaselineEntry {
  readonly state: Extract<FindingState, 'known' | 'fixed' | 'expired'>
}

/**
 * The entries with their states: `expired` when their day has gone by, `fixed` when the report, in which everything
 * was judged, no longer has them. Without a report nothing is fixed. `today`: `YYYY-MM-DD` in UTC.
 */
export function judgeEntries({ entries }: Baseline, report: Report | undefined, today: string): readonly JudgedEntry[] {
  const isWhole = report !== undefined && !report.subjects.some(isUnjudged)
  const fixed = new Set(isWhole ? unmatchedEntries(entries, report) : [])
  return entries.map((entry) => {
    if (fixed.has(entry)) return { ...entry, state: 'fixed' }
    return { ...entry, state: entry.expires !== undefined && entry.expires < today ? 'expired' : 'known' }
  })
}
