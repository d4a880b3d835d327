import type { Baseline, BaselineEntry } from '../../baseline/match.ts'
import { type CheckedRun, operationIn, wasChecked } from '../../history/was-checked.ts'
import { expectationFailed, type Finding, type FindingState } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isInconclusive } from '../../report/build.ts'

/** What of a run tells whether an entry that it matched with nothing is out of date. */
export interface EntryRun extends CheckedRun, Pick<Report, 'inputs'> {
  readonly findings: readonly Pick<Finding, 'fingerprint'>[]
}

/**
 * The entries that a run matched with nothing, although their rules took part, all tests were to be run, and their
 * operations were looked at.
 */
export function unmatchedEntries(entries: readonly BaselineEntry[], run: EntryRun): readonly BaselineEntry[] {
  if (run.shard !== undefined || run.partial) return []
  const seen = new Set(run.findings.map(({ fingerprint }) => fingerprint))
  return entries.filter(
    (entry) => !seen.has(entry.fingerprint) && tookPart(entry.ruleId, run) && isAtJudged(entry, run),
  )
}

/** Whether what an entry accepts, where it is a live finding, would have been seen. Only its words tell where it is. */
function isAtJudged({ ruleId, place = '' }: BaselineEntry, run: EntryRun): boolean {
  const isContract = run.rules.some(({ id, kind }) => id === ruleId && kind === 'rule')
  if (run.inputs.target === undefined || isContract) return true
  return wasChecked(run, { ruleId, place, operation: operationIn(place, run) })
}

/** What the diff once found says nothing in a run that compared no contract, nor does a live finding in a diff. */
function tookPart(ruleId: string | undefined, { rules, inputs }: EntryRun): boolean {
  if (ruleId === undefined || rules.some(({ id }) => id === ruleId)) return true
  return inputs.target !== undefined && (inputs.base !== undefined || ruleId === expectationFailed)
}

/** An entry with the state it is in. */
export interface JudgedEntry extends BaselineEntry {
  readonly state: Extract<FindingState, 'accepted' | 'fixed' | 'expired'>
}

/**
 * The entries with their states: `expired` when their day has gone by, `fixed` when the report, in which everything
 * was judged, no longer has them. Without a report nothing is fixed. `today`: `YYYY-MM-DD` in UTC.
 */
export function judgeEntries({ entries }: Baseline, report: Report | undefined, today: string): readonly JudgedEntry[] {
  const isWhole = report !== undefined && !report.subjects.some(isInconclusive)
  const fixed = new Set(isWhole ? unmatchedEntries(entries, report) : [])
  return entries.map((entry) => {
    if (fixed.has(entry)) return { ...entry, state: 'fixed' }
    return { ...entry, state: entry.expires !== undefined && entry.expires < today ? 'expired' : 'accepted' }
  })
}
