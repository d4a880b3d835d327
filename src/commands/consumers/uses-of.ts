import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../../config/schema.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { Shell } from '../shell/shell.ts'

/** Reads the given folder or the config's, which may be missing. `api`: undefined for any. Throws FILE_UNREADABLE, STORE_BROKEN. */
export async function usesOf(
  { cwd }: Pick<Shell, 'cwd'>,
  { usesDir }: Config,
  api: string | undefined,
  named?: string,
): Promise<readonly ConsumerUse[]> {
  const folder = resolve(cwd, named ?? usesDir)
  if (named === undefined && !(await stat(folder).catch(() => undefined))?.isDirectory()) return []
  const { readUses } = await import('../../traffic/consumers/store.ts')
  return (await readUses(folder)).filter((use) => use.api === undefined || api === undefined || use.api === api)
}
