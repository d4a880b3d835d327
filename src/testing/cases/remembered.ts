import type { HistoryStore } from '../../history/history-store.ts'
import { triedOnce } from '../../history/history-store.ts'
import type { Report } from '../../model/report.ts'
import { type PreviousRuns, type RememberedRun, readPreviousRuns } from '../../run/live/previous-runs.ts'

/** The run that a report is of. */
export function runOf(report: Report): RememberedRun {
  const { api = '', inputs, times } = report
  if (inputs.revision === undefined || times === undefined) throw new Error('a report of a run has both')
  return { ...report, api, revision: inputs.revision, target: inputs.target ?? '', times }
}

/** What earlier runs left in a history. */
export function previousRunsIn(store: HistoryStore): Promise<PreviousRuns> {
  return readPreviousRuns(triedOnce(store))
}
