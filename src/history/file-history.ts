import { withLock } from '../files/with-lock.ts'
import { ToolError, toolError } from '../model/errors.ts'
import { notifiedFile, readNotified, writeNotified } from '../notify/state-file.ts'
import type { ApiName } from '../util/api-name.ts'
import { defaultPatienceMs, type HistoryStore, type Kept, patienceOf } from './history-store.ts'
import { readStatisticsFile, statisticsFile, writeStatisticsFile } from './statistics.ts'
import { appendRun, defaultLimits, historyFile, readHistory } from './store.ts'

/** What becomes of statistics that cannot be read. */
const unreadStatistics = {
  broken: 'cannot be read: what was counted so far is lost',
  later: 'is of a later version of specdrift: it stays as it is, and these runs are not counted in it',
} as const

/** The history of an API in files of a folder, which need not exist. */
export function fileHistory(
  folder: string,
  api: ApiName,
  limits = defaultLimits,
  patience = patienceOf(defaultPatienceMs),
): HistoryStore {
  const [file, beside, notified] = [historyFile(folder, api), statisticsFile(folder, api), notifiedFile(folder, api)]
  const read = async (): Promise<Kept> => {
    const [history, statistics] = await Promise.all([readHistory(file), readStatisticsFile(beside)])
    if (typeof statistics !== 'string') return { history, statistics, notes: history.notes }
    return { history, statistics: undefined, notes: [...history.notes, `${beside} ${unreadStatistics[statistics]}`] }
  }
  return {
    name: file,
    read: () => read().catch(unavailable(file)),
    alone: (use) =>
      withLock(
        file,
        async (held) =>
          use({
            ...(await read()),
            append: (run) => appendRun(file, run, held, limits),
            writeStatistics: async (kept) => {
              await held()
              if ((await readStatisticsFile(beside)) !== 'later') await writeStatisticsFile(beside, kept)
            },
          }),
        patience.spend,
      ).catch(unavailable(file)),
    notified: {
      read: () => readNotified(notified).catch(unavailable(notified)),
      alone: (use) =>
        withLock(
          notified,
          async () => use(await readNotified(notified), (states) => writeNotified(notified, states)),
          patience.spend,
        ).catch(unavailable(notified)),
    },
  }
}

/** A disk that is full or read-only costs the history, as a database does that can't be used. */
function unavailable(file: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ToolError) || (error.code !== 'WRITE_FAILED' && error.code !== 'FILE_UNREADABLE'))
      throw error
    const { cause, message, hint } = error
    throw toolError('HISTORY_UNAVAILABLE', [file, cause instanceof Error ? cause.message : message, hint], error)
  }
}
