import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config/schema.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** `[report]`: how every command that reads a report is given it. */
export function withReport(command: Command): Command {
  return command.argument(
    '[report]',
    'a report.json, or an API: its last report; the last one of the only API by default',
  )
}

/**
 * The file a `[report]` names. The config is read only where the word is no path: a path must not run code. Throws
 * UNKNOWN_API, with what a mistyped word may have meant: `commands` may be meant as well.
 */
export async function reportFileOf(
  shell: Shell,
  given: string | undefined,
  commands: readonly string[] = [],
): Promise<string> {
  if (given !== undefined && (await isPath(shell.cwd, given))) return given
  return lastReportOf(await readSettings(shell), given, commands)
}

/** The last report of an API. Throws UNKNOWN_API, or USAGE when there are several. */
export function lastReportOf(config: Config, api: string | undefined, alsoMeant: readonly string[] = []): string {
  return `${config.reportsDir}/${pickApi(config, api, alsoMeant).name}/report.json`
}

async function isPath(cwd: string, word: string): Promise<boolean> {
  if (extname(word) === '.json' || /[\\/]/.test(word)) return true
  return stat(resolve(cwd, word)).then(
    (found) => found.isFile(),
    () => false,
  )
}
