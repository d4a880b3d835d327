import type { Report } from '../../model/report.ts'
import { sectionsOf } from './group.ts'
import { contractTally, liveTally, mainTally, type Tally } from './tally.ts'
import { type OperationTally, operationTally } from './verdict.ts'

/** All numbers shown on a page, counted once so that its parts agree. */
export interface Counts {
  /** Number of findings listed in the sections of the page. */
  readonly listed: number
  /** Tally of the report's subject: live findings of a live run, changes of a diff. */
  readonly main: Tally
  readonly live: Tally
  readonly contract: Tally
  readonly operations: OperationTally
  /** Number of operations without a result. */
  readonly unchecked: number
}

const cache = new WeakMap<Report, Counts>()

/** Computes the counts of a report, cached per report. */
export function countsOf(report: Report): Counts {
  const before = cache.get(report)
  if (before !== undefined) return before
  const operations = operationTally(report)
  const counts = {
    listed: sectionsOf(report).reduce((sum, { findings }) => sum + findings.length, 0),
    ...{ main: mainTally(report), live: liveTally(report), contract: contractTally(report), operations },
    unchecked: operations.notCalled + operations.notReached + operations.inconclusive,
  }
  cache.set(report, counts)
  return counts
}
