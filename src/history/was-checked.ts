import { expectationFailed } from '../model/finding.ts'
import type { Report } from '../model/report.ts'
import { isInconclusive } from '../report/build.ts'

/** What of a run tells whether something that it did not find is gone. */
export type CheckedRun = Pick<Report, 'subjects' | 'coverage' | 'partial' | 'shard' | 'rules'>

/** Where a live finding stood. */
export interface Place {
  readonly ruleId?: string | undefined
  readonly operation?: string | undefined
  /** In words, as `placeOf` says it: the operation, then the status. */
  readonly place: string
}

/** Their violation is the status: when they are gone, it is not answered any more. */
export const ofTheStatus: ReadonlySet<string> = new Set([
  'auth-ignored',
  'negative-accepted',
  'positive-rejected',
  'server-error',
  'status-code-conformance',
])

/** These judge made-up requests only. */
const ofGenerated: ReadonlySet<string> = new Set(['auth-ignored', 'negative-accepted', 'positive-rejected'])

/**
 * Whether a run would have seen a live finding again, had it still been there: all tests were run, its check took part,
 * its operation was called and judged, and its status answered.
 */
export function wasChecked(run: CheckedRun, { ruleId, operation, place }: Place): boolean {
  if (run.partial === true || run.shard !== undefined || !tookPart(run, ruleId)) return false
  const subject = operation === undefined ? undefined : run.subjects.find((each) => each.operation === operation)
  // What the description no longer has cannot drift from it.
  if (subject === undefined) return true
  const isJudged = (subject.calls ?? 0) > 0 && !isInconclusive(subject)
  return isJudged && (ofTheStatus.has(ruleId ?? '') || !isNotReceived(run, subject.operation, place))
}

/** Whether the check of a finding is switched off: no run will look for it any more. */
export function isOff(run: Pick<CheckedRun, 'rules'>, ruleId: string): boolean {
  return !tookPart(run, ruleId) && !ofGenerated.has(ruleId)
}

/** A report lists the checks that took part. An entry of a baseline need not know its rule. */
function tookPart({ rules }: Pick<CheckedRun, 'rules'>, ruleId: string | undefined): boolean {
  return ruleId === undefined || ruleId === expectationFailed || rules.some(({ id }) => id === ruleId)
}

/** The operation that words about a place begin with, among those of a run. */
export function operationIn(place: string, { subjects }: Pick<CheckedRun, 'subjects'>): string | undefined {
  return subjects.find(({ operation }) => place === operation || place.startsWith(`${operation} `))?.operation
}

/** Whether the status of a place is documented, and no answer had it. */
function isNotReceived({ coverage }: CheckedRun, operation: string, place: string): boolean {
  const answers = coverage?.byOperation.find((each) => each.operation === operation)?.answers ?? {}
  const [status = ''] = place.slice(operation.length + 1).split(' ', 1)
  return Object.hasOwn(answers, status) && answers[status] === 0
}
