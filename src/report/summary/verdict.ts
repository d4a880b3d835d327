import type { Report, Subject } from '../../model/report.ts'
import { countFailing, isInconclusive, isUnaccepted, lostSource } from '../build.ts'
import { liveOf } from '../labels.ts'
import { shortfallsOf } from './coverage-labels.ts'
import { mainTally } from './tally.ts'

/** Result of each operation of a live run. Each operation is counted once; the counts add up to `total`. */
export interface OperationTally {
  readonly total: number
  /** Has an unaccepted error or warning. */
  readonly drifted: number
  readonly inconclusive: number
  /** Called only with values that don't exist. */
  readonly notReached: number
  readonly notCalled: number
  readonly clean: number
}

/** Counts the operations of a live run. */
export function operationTally(report: Report): OperationTally {
  const drifted = new Set(report.filter?.drifted)
  for (const finding of liveOf(report).filter(isUnaccepted)) {
    if (finding.severity === 'info') continue
    for (const operation of finding.reaches) drifted.add(operation)
    if (finding.site.operation !== undefined) drifted.add(finding.site.operation)
  }
  const counts = { drifted: 0, inconclusive: 0, notReached: 0, notCalled: 0, clean: 0 }
  for (const subject of report.subjects) counts[resultOf(subject, drifted)]++
  return { total: report.subjects.length, ...counts }
}

function resultOf(subject: Subject, drifted: ReadonlySet<string>): Exclude<keyof OperationTally, 'total'> {
  if (drifted.has(subject.operation)) return 'drifted'
  if ((subject.calls ?? 0) === 0) return 'notCalled'
  if (isInconclusive(subject)) return 'inconclusive'
  return subject.notReached === true ? 'notReached' : 'clean'
}

/** Overall result of a run. `partial`: no findings, but only part of the API was checked. */
export type RunVerdict = 'could-not-check' | 'failed' | 'inconclusive' | 'findings' | 'partial' | 'clean'

/** Returns the verdict that determines a run's color, symbol and first word. */
export function runVerdict(report: Report): RunVerdict {
  if (report.couldNotCheck !== undefined) return 'could-not-check'
  const isFailed = report.kind !== 'changelog' && countFailing(report) > 0
  if (isFailed || shortfallsOf(report).length > 0) return 'failed'
  const { inconclusive, clean, total } = operationTally(report)
  const isLive = report.kind !== 'diff' && report.kind !== 'changelog'
  if (isLive && (inconclusive > 0 || lostSource(report) !== undefined)) return 'inconclusive'
  const { error, warning } = mainTally(report).severities
  const isLeft = isLive ? (report.filter?.drifted ?? []).length > 0 : leftOut(report) > 0
  if (error + warning > 0 || isLeft) return 'findings'
  if (isLive) return clean < total ? 'partial' : 'clean'
  return report.kind === 'diff' && report.notChecked.length > 0 ? 'partial' : 'clean'
}

function leftOut({ filter }: Report): number {
  return filter === undefined ? 0 : filter.left.error + filter.left.warning
}
