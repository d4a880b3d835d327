import type { Config } from '../../config/schema.ts'
import { triedOnce } from '../../history/history-store.ts'
import { toolError } from '../../model/errors.ts'
import type { PreviousRuns } from '../../run/live/previous-runs.ts'
import { type HistorySettings, openHistory } from '../shell/history.ts'
import type { Shell } from '../shell/shell.ts'

/** Consequence of an unusable history for a run. */
export const notRemembered = ' This run is not remembered.'

/** Flags for storing a run in the history. */
export interface HistoryFlags {
  readonly history?: boolean
  readonly historyDir?: string
  readonly requireHistory?: boolean
}

/** Stores runs of an API in the config, or with `--history-dir`. Throws USAGE, or HISTORY_UNAVAILABLE if a history is required. */
export async function pastOfTraffic(
  shell: Shell,
  config: Config,
  { name, isKnown }: { readonly name: string; readonly isKnown: boolean },
  { history, historyDir, requireHistory }: HistoryFlags,
): Promise<PreviousRuns | undefined> {
  if (history !== false && (isKnown || historyDir !== undefined)) {
    const past = await openPreviousRuns(shell, config, name, notRemembered)
    const unreadable = past.store.failure()
    if (config.historyRequired === true && unreadable !== undefined) throw unreadable
    return past
  }
  if (requireHistory === true)
    throw toolError('USAGE', ['--require-history needs an API of the config, or --history-dir.'])
  return undefined
}

/** Reads data of earlier runs of an API. Prints a warning about unreadable parts; `cost` states the consequence for the command. */
export async function openPreviousRuns(
  shell: Shell,
  config: HistorySettings,
  api: string,
  cost = '',
): Promise<PreviousRuns> {
  const [{ readPreviousRuns }, { printable }, store] = await Promise.all([
    import('../../run/live/previous-runs.ts'),
    import('../../report/labels.ts'),
    openHistory(shell, config, api),
  ])
  const past = await readPreviousRuns(
    triedOnce(store, ({ message, hint }) =>
      shell.note(`warning: ${printable(message)}${cost}\nhint: ${printable(hint)}\n`),
    ),
  )
  for (const note of past.notes) shell.note(`note: ${printable(note)}\n`)
  return past
}
