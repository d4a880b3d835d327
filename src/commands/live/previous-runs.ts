import { resolve } from 'node:path'
import type { PreviousRuns } from '../../run/live/previous-runs.ts'
import type { Shell } from '../shell/shell.ts'

/** Reads what earlier runs of an API left behind, and says what of it cannot be read. */
export async function openPreviousRuns(shell: Shell, historyDir: string, api: string): Promise<PreviousRuns> {
  const [{ readPreviousRuns }, { printable }] = await Promise.all([
    import('../../run/live/previous-runs.ts'),
    import('../../report/labels.ts'),
  ])
  const past = await readPreviousRuns(resolve(shell.cwd, historyDir), api)
  for (const note of past.notes) shell.note(`note: ${printable(note)}\n`)
  return past
}
