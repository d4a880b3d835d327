import { resolve } from 'node:path'
import type { Config, HistoryConfig } from '../../config/schema.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { type DatabaseAddress, nameOf } from '../../history/postgres/address.ts'
import { toolError } from '../../model/errors.ts'
import { parseApiName } from '../../util/api-name.ts'
import type { Shell } from './shell.ts'

/** What of the config says where the history is. */
export type HistorySettings = Pick<Config, 'historyDir' | 'history' | 'historyTimeoutMs'>

/**
 * Opens the history of an API: files, or the database that the config or SPECDRIFT_HISTORY_URL names. Throws USAGE for a name that would
 * lead elsewhere: that of a report is whatever its file says.
 */
export async function openHistory(shell: Shell, config: HistorySettings, api: string): Promise<HistoryStore> {
  const name = parseApiName(api)
  const { defaultLimits } = await import('../../history/store.ts')
  const { patienceOf } = await import('../../history/history-store.ts')
  const patience = patienceOf(config.historyTimeoutMs)
  if (config.history === undefined) {
    const { fileHistory } = await import('../../history/file-history.ts')
    return fileHistory(resolve(shell.cwd, config.historyDir), name, defaultLimits, patience)
  }
  const { postgresHistory } = await import('../../history/postgres/postgres-history.ts')
  return postgresHistory(addressOf(shell, config.history), name, defaultLimits, patience)
}

/** The database that the config or SPECDRIFT_HISTORY_URL names. Throws USAGE where neither does. */
export function openDatabase(shell: Shell, { history }: HistorySettings): DatabaseAddress {
  if (history !== undefined) return addressOf(shell, history)
  throw toolError('USAGE', [
    'There is no database: set SPECDRIFT_HISTORY_URL, or `history` in the config to { urlEnv: … }.',
  ])
}

function addressOf({ env }: Shell, { url, urlEnv = '' }: HistoryConfig): DatabaseAddress {
  if (url !== undefined) return { name: nameOf(url), url }
  return { name: `the database of ${urlEnv}`, url: env[urlEnv] ?? '', variable: urlEnv }
}
