import { resolve } from 'node:path'
import type { HistoryStore } from '../../history/history-store.ts'
import { toolError } from '../../model/errors.ts'
import type { TrendPoint } from '../../model/report.ts'
import { type HistorySettings, openDatabase, openHistory } from '../shell/history.ts'
import { readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** Returns every API's runs, oldest first. Notes unreadable parts. Throws USAGE, FILE_UNREADABLE, HISTORY_UNAVAILABLE. */
export async function rememberedRuns(
  shell: Shell,
  from: string | true,
): Promise<ReadonlyMap<string, readonly TrendPoint[]>> {
  const settings = from === true ? await readSettings(shell) : await settingsOf(from)
  const [apis, { trendPoint }] = await Promise.all([apisOf(shell, settings), import('../../history/trend.ts')])
  const byApi = new Map<string, readonly TrendPoint[]>()
  for (const api of apis) {
    const store: HistoryStore = await openHistory(shell, settings, api)
    const { history, notes } = await store.read()
    for (const note of notes) shell.note(`note: ${note}\n`)
    if (history.runs.length > 0) byApi.set(api, history.runs.map(trendPoint))
  }
  if (byApi.size === 0) throw toolError('USAGE', [`There are no runs in the history ${nameOf(shell, settings)}.`])
  return byApi
}

async function settingsOf(from: string): Promise<HistorySettings> {
  if (!from.includes('://')) return { historyDir: from }
  const { historySchema } = await import('../../config/history.ts')
  // Like the config, reject URLs with a password.
  if (!historySchema.safeParse({ url: from }).success)
    throw toolError('USAGE', [
      'A password on the command line is visible to other users: put the URL into SPECDRIFT_HISTORY_URL and use --from without a value.',
    ])
  return { historyDir: '', history: { url: from } }
}

async function apisOf(shell: Shell, settings: HistorySettings): Promise<readonly string[]> {
  if (settings.history === undefined) {
    const { apisInFolder } = await import('../../history/store.ts')
    return apisInFolder(resolve(shell.cwd, settings.historyDir))
  }
  const { apisInDatabase } = await import('../../history/postgres/postgres-history.ts')
  return apisInDatabase(openDatabase(shell, settings))
}

function nameOf(shell: Shell, settings: HistorySettings): string {
  return settings.history === undefined ? settings.historyDir : openDatabase(shell, settings).name
}
