import { triedOnce } from '../../history/history-store.ts'
import type { PreviousRuns } from '../../run/live/previous-runs.ts'
import { type HistorySettings, openHistory } from '../shell/history.ts'
import type { Shell } from '../shell/shell.ts'

/** What it costs a run when its history can't be used. */
export const notRemembered = ' This run is not remembered.'

/** Reads what earlier runs of an API left behind, and says what of it cannot be read; `cost`: what that means to the command. */
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
