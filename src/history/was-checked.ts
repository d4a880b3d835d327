import { expectationFailed } from '../model/finding.ts'
import type { Report } from '../model/report.ts'
import { isInconclusive } from '../report/build.ts'

/** The part of a run that decides whether something it did not find is gone. */
export type CheckedRun = Pick<Report, 'subjects' | 'coverage' | 'partial' | 'shard' | 'rules'>

/** Where a live finding was. */
export interface FindingLocation {
  readonly ruleId?: string | undefined
  readonly operation?: string | undefined
  /** In words, as `placeOf` says it: the operation, then the status. */
  readonly location: string
}

/** Their violation is the status: when they are gone, it is not received any more. */
export const ofTheStatus: ReadonlySet<string> = new Set([
  'auth-ignored',
  'negative-accepted',
  'positive-rejected',
  'server-error',
  'status-code-conformance',
])

/** These check generated requests only. */
const ofGenerated: ReadonlySet<string> = new Set(['auth-ignored', 'negative-accepted', 'positive-rejected'])

/**
 * Whether a run would have seen a live finding again, had it still been there: all tests were run, its check took part,
 * its operation was called and checked, and its status received.
 */
export function wasChecked(run: CheckedRun, { ruleId, operation, location }: FindingLocation): boolean {
  if (run.partial === true || run.shard !== undefined || !tookPart(run, ruleId)) return false
  const subject = operation === undefined ? undefined : run.subjects.find((each) => each.operation === operation)
  // What the description no longer has cannot drift from it.
  if (subject === undefined) return true
  const isChecked = (subject.calls ?? 0) > 0 && !isInconclusive(subject)
  return isChecked && (ofTheStatus.has(ruleId ?? '') || !isNotReceived(run, subject.operation, location))
}

/** Whether the check of a finding is switched off: no run will check it any more. */
export function isOff(run: Pick<CheckedRun, 'rules'>, ruleId: string): boolean {
  return !tookPart(run, ruleId) && !ofGenerated.has(ruleId)
}

/** A report lists the checks that took part. An entry of a baseline need not know its rule. */
function tookPart({ rules }: Pick<CheckedRun, 'rules'>, ruleId: string | undefined): boolean {
  return ruleId === undefined || ruleId === expectationFailed || rules.some(({ id }) => id === ruleId)
}

/** The operation that the text of a location begins with, among those of a run. */
export function operationIn(location: string, { subjects }: Pick<CheckedRun, 'subjects'>): string | undefined {
  return subjects.find(({ operation }) => location === operation || location.startsWith(`${operation} `))?.operation
}

/** Whether the status of a location is documented and no response had it. */
function isNotReceived({ coverage }: CheckedRun, operation: string, location: string): boolean {
  const responses = coverage?.byOperation.find((each) => each.operation === operation)?.responses ?? {}
  const [status = ''] = location.slice(operation.length + 1).split(' ', 1)
  return Object.hasOwn(responses, status) && responses[status] === 0
}
