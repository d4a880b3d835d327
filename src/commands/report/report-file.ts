import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config/schema.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** `[report]`: how every command that reads a report is given it. */
export function withReport(command: Command): Command {
  return command.argument('[report]', 'a report.json, or the name of an API for its last report')
}

/**
 * The file a `[report]` names. The config is read only where the word is no path: a path must not run code. Throws
 * UNKNOWN_API, with what a mistyped word may have meant: `commands` may be meant as well.
 */
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
