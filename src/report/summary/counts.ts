import type { Report } from '../../model/report.ts'
import { sectionsOf } from './group.ts'
import { contractTally, liveTally, mainTally, type Tally } from './tally.ts'
import { type OperationTally, operationTally } from './verdict.ts'

/** Every number that a page states, counted once: two parts of a page can't disagree about them. */
export interface Counts {
  /** Findings that the sections of the page list. */
  readonly listed: number
  /** What the report is about: live findings of a live run, changes of a diff. */
  readonly main: Tally
  readonly live: Tally
  readonly contract: Tally
  readonly operations: OperationTally
  /** Operations without a result. */
  readonly unchecked: number
}

const known = new WeakMap<Report, Counts>()

/** Counts what a page of the report shows. */
export function countsOf(report: Report): Counts {
  const before = known.get(report)
  if (before !== undefined) return before
  const operations = operationTally(report)
  const counts = {
    listed: sectionsOf(report).reduce((sum, { findings }) => sum + findings.length, 0),
    ...{ main: mainTally(report), live: liveTally(report), contract: contractTally(report), operations },
    unchecked: operations.notCalled + operations.notReached + operations.inconclusive,
  }
  known.set(report, counts)
  return counts
}
