import type { PreviousRuns } from '../../run/live/previous-runs.ts'
import { type HistorySettings, openHistory } from '../shell/history.ts'
import type { Shell } from '../shell/shell.ts'

/** Reads what earlier runs of an API left behind, and says what of it cannot be read. */
export async function openPreviousRuns(shell: Shell, config: HistorySettings, api: string): Promise<PreviousRuns> {
  const [{ readPreviousRuns }, { printable }, store] = await Promise.all([
    import('../../run/live/previous-runs.ts'),
    import('../../report/labels.ts'),
    openHistory(shell, config, api),
  ])
  const past = await readPreviousRuns(store)
  for (const note of past.notes) shell.note(`note: ${printable(note)}\n`)
  const { unavailable } = past
  if (unavailable !== undefined)
    shell.note(`warning: ${printable(unavailable.message)}\nhint: ${printable(unavailable.hint)}\n`)
  return past
}
