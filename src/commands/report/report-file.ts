import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config/schema.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** Adds the argument `[report]`. */
export function withReport(command: Command): Command {
  return command.argument('[report]', 'a report.json, or the name of an API for its last report')
}

/** Loads the config only if the argument isn't a path, because a config may execute code. Throws UNKNOWN_API. */
export async function reportFileOf(
  shell: Shell,
  given: string | undefined,
  { commands = [], config }: { readonly commands?: readonly string[]; readonly config?: Config } = {},
): Promise<string> {
  if (given !== undefined && (await isPath(shell.cwd, given))) return given
  const settings = config ?? (await readSettings(shell))
  return `${settings.reportsDir}/${pickApi(settings, given, commands).name}/report.json`
}

async function isPath(cwd: string, word: string): Promise<boolean> {
  if (extname(word) === '.json' || /[\\/]/.test(word)) return true
  return stat(resolve(cwd, word)).then(
    (found) => found.isFile(),
    () => false,
  )
}
