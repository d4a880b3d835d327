import type { Baseline, BaselineEntry } from '../../history/baseline/match.ts'
import { recordedTraffic } from '../../history/run-record.ts'
import { type CheckedRun, operationIn, wasChecked } from '../../history/was-checked.ts'
import { expectationFailed, type Finding, type FindingState } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isInconclusive } from '../../report/build.ts'

export interface EntryRun extends CheckedRun, Pick<Report, 'inputs'> {
  readonly findings: readonly Pick<Finding, 'fingerprint'>[]
}

/** Returns the entries without a matching finding although their rules took part, all tests ran and their operations were checked. */
export function unmatchedEntries(entries: readonly BaselineEntry[], run: EntryRun): readonly BaselineEntry[] {
  // Recorded traffic is no evidence about findings of live runs, and a baseline doesn't distinguish them.
  if (run.shard !== undefined || run.partial || run.inputs.target === recordedTraffic) return []
  const seen = new Set(run.findings.map(({ fingerprint }) => fingerprint))
  return entries.filter(
    (entry) => !seen.has(entry.fingerprint) && tookPart(entry.ruleId, run) && isAtChecked(entry, run),
  )
}

/** Baseline entries have only a textual location. */
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

/** A run without a contract comparison ignores contract entries, and a diff ignores live entries. */
function tookPart(ruleId: string | undefined, { rules, inputs }: EntryRun): boolean {
  if (ruleId === undefined || rules.some(({ id }) => id === ruleId)) return true
  return inputs.target !== undefined && (inputs.base !== undefined || ruleId === expectationFailed)
}

export interface CheckedEntry extends BaselineEntry {
  readonly state: Extract<FindingState, 'accepted' | 'fixed' | 'expired'>
}

/** Returns each entry's state: `expired`, or `fixed` if the complete report no longer has it. `today`: `YYYY-MM-DD` in UTC. */
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
