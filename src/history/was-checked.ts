import { expectationFailed } from '../model/finding.ts'
import type { Report, Subject } from '../model/report.ts'
import { isInconclusive } from '../report/build.ts'
import type { Reach } from './run-record.ts'

/** Facts about a run that decide whether an absent finding is fixed. */
export type CheckedRun = Pick<Report, 'subjects' | 'coverage' | 'partial' | 'shard' | 'rules'>

export interface FindingLocation {
  readonly ruleId?: string | undefined
  readonly operation?: string | undefined
  /** Text in the form of `locationOf`: operation, then status. */
  readonly location: string
  /** All parts that showed it, if more than one. */
  readonly reaches?: readonly Reach[] | undefined
}

/** Rules about the status itself: after a fix, that status is no longer received. */
export const ofTheStatus: ReadonlySet<string> = new Set([
  'auth-ignored',
  'negative-accepted',
  'positive-rejected',
  'server-error',
  'status-code-conformance',
])

/** Rules for generated requests only. */
const ofGenerated: ReadonlySet<string> = new Set([
  ...['auth-ignored', 'negative-accepted', 'positive-rejected'],
  ...['created-not-readable', 'list-lacks-created', 'listed-not-readable', 'update-not-visible', 'use-after-delete'],
])

/** Returns whether a run would have seen a live finding: complete, with the check, and each operation checked and status received. */
export function wasChecked(run: CheckedRun, { ruleId, operation, location, reaches }: FindingLocation): boolean {
  if (run.partial === true || run.shard !== undefined || !tookPart(run, ruleId)) return false
  // A location without an operation belongs to the whole API.
  if (operation === undefined) return true
  const all = reaches ?? [{ operation, part: location.slice(operation.length + 1) }]
  return all.every((reach) => isReachChecked(run, ruleId, reach))
}

/** Returns whether a run would have seen a finding in one part of an operation. */
export function isReachChecked(run: CheckedRun, ruleId: string | undefined, { operation, part = '' }: Reach): boolean {
  const subject = run.subjects.find((each) => each.operation === operation)
  // A removed operation can't drift, and an undocumented one is only fixed by documenting it.
  if (subject === undefined) return ruleId !== 'undocumented-operation'
  if (!isChecked(subject)) return false
  return ofTheStatus.has(ruleId ?? '') || (isRecorded(subject, part) && !isNotReceived(run, operation, part))
}

/** Returns whether an absent finding shows a fix. In recorded traffic, which others caused, one received response suffices. */
export function isChecked({ recorded, ...subject }: Subject): boolean {
  if (recorded !== undefined) return (subject.outcomes?.received ?? 0) > 0
  return (subject.calls ?? 0) > 0 && !isInconclusive(subject)
}

/** Returns whether a part could be checked, since recordings may lack bodies and headers. */
function isRecorded({ recorded }: Subject, part: string): boolean {
  const status = /^(?:[1-5](?:\d\d|XX)|default)\b/.exec(part)?.[0]
  return recorded === undefined || recorded.includes(status ?? 'request')
}

/** Returns whether the check of a finding is off, so that no run will check it anymore. */
export function isOff(run: Pick<CheckedRun, 'rules'>, ruleId: string): boolean {
  return !tookPart(run, ruleId) && !ofGenerated.has(ruleId)
}

/** Returns whether the check took part in the run. Baseline entries may lack a rule. */
function tookPart({ rules }: Pick<CheckedRun, 'rules'>, ruleId: string | undefined): boolean {
  return ruleId === undefined || ruleId === expectationFailed || rules.some(({ id }) => id === ruleId)
}

/** Returns the operation of the run that a location text starts with. */
export function operationIn(location: string, { subjects }: Pick<CheckedRun, 'subjects'>): string | undefined {
  return subjects.find(({ operation }) => location === operation || location.startsWith(`${operation} `))?.operation
}

/** Returns whether a documented status wasn't received. */
function isNotReceived({ coverage }: CheckedRun, operation: string, part: string): boolean {
  const responses = coverage?.byOperation.find((each) => each.operation === operation)?.responses ?? {}
  const [status = ''] = part.split(' ', 1)
  return Object.hasOwn(responses, status) && responses[status] === 0
}
