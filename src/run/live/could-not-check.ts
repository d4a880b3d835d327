import { isLive } from '../../history/run-record.ts'
import { ToolError } from '../../model/errors.ts'
import type { CouldNotCheck, LastGood, Report } from '../../model/report.ts'
import { buildReport } from '../../report/build.ts'
import { toolVersion } from '../tool-version.ts'
import type { PreviousRuns } from './previous-runs.ts'

export interface FailedRun extends Pick<Report, 'kind' | 'policy' | 'failOn' | 'times' | 'shard' | 'notChecked'> {
  readonly api: string
  readonly lastGood?: LastGood
}

/** Creates the report of a failed run from the error and the last run with results. */
export function reportFailure(error: unknown, { lastGood, ...run }: FailedRun): Report {
  return buildReport({
    toolVersion: toolVersion(),
    ...run,
    inputs: {},
    subjects: [],
    rules: [],
    findings: [],
    couldNotCheck: { ...reasonOf(error), ...(lastGood && { lastGood }) },
  })
}

function reasonOf(error: unknown): CouldNotCheck {
  if (error instanceof ToolError) return { code: error.code, message: error.message, hint: error.hint }
  return {
    code: 'DEFECT',
    message: error instanceof Error ? error.message : String(error),
    hint: 'This is a defect of specdrift; please report it.',
  }
}

/** Returns the last run in the history that could check. */
export function lastRunOf(previous: PreviousRuns | undefined): LastGood | undefined {
  const run = previous?.history.runs.findLast((each) => isLive(each) && each.outcome !== 'outage')
  return run && { startedAt: run.startedAt }
}
