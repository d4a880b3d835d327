import { withLock } from '../files/with-lock.ts'
import { writeAfter } from '../files/write-whole.ts'
import { ToolError, toolError } from '../model/errors.ts'
import { notifiedFile, readNotified, writeNotified } from '../report/notify/state-file.ts'
import type { ApiName } from '../util/api-name.ts'
import { type HistoryStore, type Kept, unhurried } from './history-store.ts'
import { isLater, readStatisticsFile, statisticsFile, statisticsIn, statisticsText } from './statistics.ts'
import { appendRun, defaultLimits, historyFile, pruneFile, readHistory } from './store.ts'

/** Creates the file-based history of an API. The folder need not exist. */
export function fileHistory(folder: string, api: ApiName, limits = defaultLimits, patience = unhurried): HistoryStore {
  const [file, beside, notified] = [historyFile(folder, api), statisticsFile(folder, api), notifiedFile(folder, api)]
  const read = async (): Promise<Kept> => {
    const [{ runs, summaries, notes }, value] = await Promise.all([readHistory(file), readStatisticsFile(beside)])
    const { statistics, notes: others } = statisticsIn(value, `the statistics in ${beside}`)
    return { history: { runs, summaries }, statistics, notes: [...notes, ...others] }
  }
  const alone = <T>(of: string, use: (held: () => Promise<void>) => Promise<T>): Promise<T> =>
    withLock(of, use, patience.spend).catch(unavailable(of))
  return {
    name: file,
    read: () => read().catch(unavailable(file)),
    alone: (use) =>
      alone(file, async (held) =>
        use({
          ...(await read()),
          append: async (run, counted) => {
            const append = (): Promise<void> => appendRun(file, run, held, limits)
            if (counted === undefined || isLater(await readStatisticsFile(beside))) return append()
            // Count a run only after recording it.
            await writeAfter(append, { file: beside, content: statisticsText(counted) })
          },
          prune: (before) => pruneFile(file, before, held),
        }),
      ),
    notified: {
      read: () => readNotified(notified).catch(unavailable(notified)),
      alone: (use) =>
        alone(notified, async () =>
          use({ before: await readNotified(notified), replace: (states) => writeNotified(notified, states) }),
        ),
    },
  }
}

/** Converts write and read errors to HISTORY_UNAVAILABLE, because a full or read-only disk must not fail the run. */
function unavailable(file: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ToolError) || (error.code !== 'WRITE_FAILED' && error.code !== 'FILE_UNREADABLE'))
      throw error
    const { cause, message, hint } = error
    throw toolError('HISTORY_UNAVAILABLE', [file, cause instanceof Error ? cause.message : message, hint], error)
  }
}
