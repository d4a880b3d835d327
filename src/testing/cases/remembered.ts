import type { HistoryStore } from '../../history/history-store.ts'
import { triedOnce } from '../../history/history-store.ts'
import type { Report } from '../../model/report.ts'
import { type PreviousRuns, type RememberedRun, readPreviousRuns } from '../../run/live/previous-runs.ts'

/** Converts a report to a run for the history. */
export function runOf(report: Report): RememberedRun {
  const { api = '', inputs, times } = report
  if (inputs.revision === undefined || times === undefined) throw new Error('a report of a run has both')
  return { ...report, api, revision: inputs.revision, target: inputs.target ?? '', times }
}

/** Reads earlier runs from a history. */
export function previousRunsIn(store: HistoryStore): Promise<PreviousRuns> {
  return readPreviousRuns(triedOnce(store))
}
