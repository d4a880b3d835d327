import { resolve } from 'node:path'
import type { Config, HistoryConfig } from '../../config/schema.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { type DatabaseAddress, nameOf, schemaName } from '../../history/postgres/address.ts'
import { toolError } from '../../model/errors.ts'
import { parseApiName } from '../../util/api-name.ts'
import type { Shell } from './shell.ts'

/** Config settings that locate the history. */
export type HistorySettings = Pick<Config, 'historyDir' | 'history' | 'historyTimeoutMs'>

/** Opens an API's history in files or a database. Throws USAGE unless the name is a plain file name, as it may be untrusted. */
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

/** Returns the database of the config or SPECDRIFT_HISTORY_URL. Throws USAGE if neither is set. */
export function openDatabase(shell: Shell, { history }: HistorySettings): DatabaseAddress {
  if (history !== undefined) return addressOf(shell, history)
  throw toolError('USAGE', [
    'There is no database: set SPECDRIFT_HISTORY_URL, or `history` in the config to { urlEnv: … }.',
  ])
}

function addressOf({ env }: Shell, { url, urlEnv = '', schema }: HistoryConfig): DatabaseAddress {
  if (schema !== undefined && !schemaName.test(schema))
    throw toolError('USAGE', ['SPECDRIFT_HISTORY_SCHEMA must be lower-case letters, digits and _, 63 at most.'])
  if (url !== undefined) return { name: nameOf(url), url, schema }
  return { name: `the database of ${urlEnv}`, url: env[urlEnv] ?? '', variable: urlEnv, schema }
}
