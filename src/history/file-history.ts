import { withLock } from '../files/with-lock.ts'
import { notifiedFile, readNotified, writeNotified } from '../notify/state-file.ts'
import type { HistoryStore, Kept } from './history-store.ts'
import { readStatisticsFile, statisticsFile, writeStatisticsFile } from './statistics.ts'
import { appendRun, defaultLimits, historyFile, readHistory } from './store.ts'

/** The history of an API in files of a folder, which need not exist. */
export function fileHistory(folder: string, api: string, limits = defaultLimits): HistoryStore {
  const [file, beside, notified] = [historyFile(folder, api), statisticsFile(folder, api), notifiedFile(folder, api)]
  const read = async (): Promise<Kept> => {
    const [history, statistics] = await Promise.all([readHistory(file), readStatisticsFile(beside)])
    const broken = statistics === 'broken' ? [`${beside} cannot be read: what was counted so far is lost`] : []
    return {
      history,
      statistics: statistics === 'broken' ? undefined : statistics,
      notes: [...history.notes, ...broken],
    }
  }
  return {
    name: file,
    read,
    alone: (use) =>
      withLock(file, async (held) =>
        use({
          ...(await read()),
          append: (run) => appendRun(file, run, held, limits),
          writeStatistics: async (kept) => {
            await held()
            await writeStatisticsFile(beside, kept)
          },
        }),
      ),
    notified: {
      read: () => readNotified(notified),
      alone: (use) =>
        withLock(notified, async () => use(await readNotified(notified), (states) => writeNotified(notified, states))),
    },
  }
}
