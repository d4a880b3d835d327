import type { Baseline, BaselineEntry } from '../../baseline/match.ts'
import { recordedTraffic } from '../../history/run-record.ts'
import { type CheckedRun, operationIn, wasChecked } from '../../history/was-checked.ts'
import { expectationFailed, type Finding, type FindingState } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isInconclusive } from '../../report/build.ts'

/** The part of a run that decides whether an entry without a finding is out of date. */
export interface EntryRun extends CheckedRun, Pick<Report, 'inputs'> {
  readonly findings: readonly Pick<Finding, 'fingerprint'>[]
}

/**
 * The entries that a run matched with nothing, although their rules took part, all tests were to be run, and their
 * operations were checked.
 */
export function unmatchedEntries(entries: readonly BaselineEntry[], run: EntryRun): readonly BaselineEntry[] {
  // A baseline doesn't say whether a finding is of a live run, and recorded traffic is no evidence about those.
  if (run.shard !== undefined || run.partial || run.inputs.target === recordedTraffic) return []
  const seen = new Set(run.findings.map(({ fingerprint }) => fingerprint))
  return entries.filter(
    (entry) => !seen.has(entry.fingerprint) && tookPart(entry.ruleId, run) && isAtChecked(entry, run),
  )
}

/** Whether what an entry accepts, where it is a live finding, would have been seen. Its location is known as text only. */
function isAtChecked({ ruleId, location = '', operations }: BaselineEntry, run: EntryRun): boolean {
  const isContract = run.rules.some(({ id, kind }) => id === ruleId && kind === 'rule')
  if (run.inputs.target === undefined || isContract) return true
  const operation = operationIn(location, run)
  const part = operation === undefined ? '' : location.slice(operation.length + 1)
  return wasChecked(run, {
    ruleId,
    location,
    operation,
    reaches: operations?.map((each) => ({ operation: each, part })),
  })
}

/** What the diff once found says nothing in a run that compared no contract, nor does a live finding in a diff. */
function tookPart(ruleId: string | undefined, { rules, inputs }: EntryRun): boolean {
  if (ruleId === undefined || rules.some(({ id }) => id === ruleId)) return true
  return inputs.target !== undefined && (inputs.base !== undefined || ruleId === expectationFailed)
}

/** An entry with the state it is in. */
export interface CheckedEntry extends BaselineEntry {
  readonly state: Extract<FindingState, 'accepted' | 'fixed' | 'expired'>
}

/**
 * The entries with their states: `expired` when their day has gone by, `fixed` when the report, in which everything
 * was checked, no longer has them. Without a report nothing is fixed. `today`: `YYYY-MM-DD` in UTC.
 */
export function checkEntries(
  { entries }: Baseline,
  report: Report | undefined,
  today: string,
): readonly CheckedEntry[] {
  const isWhole = report !== undefined && !report.subjects.some(isInconclusive)
  const fixed = new Set(isWhole ? unmatchedEntries(entries, report) : [])
  return entries.map((entry) => {
    if (fixed.has(entry)) return { ...entry, state: 'fixed' }
    return { ...entry, state: entry.expires !== undefined && entry.expires < today ? 'expired' : 'accepted' }
  })
}
