import type { Command } from 'commander'
import type { Config } from '../../config/schema.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import { type PickedApi, pickApi } from './settings.ts'
import type { ExitCode, Shell } from './shell.ts'

/** The flag of every command that takes several APIs. */
export interface ApisFlags {
  readonly all?: boolean
}

/** `[api...]` and `--all`. */
export function withApis(command: Command, standard = 'the APIs; the only one there is by default'): Command {
  return command.argument('[api...]', standard).option('--all', 'all APIs')
}

/** The APIs named, all of them with `--all`, else the only one. Throws UNKNOWN_API, or USAGE. */
export function pickApis(config: Config, names: readonly string[], { all }: ApisFlags): readonly PickedApi[] {
  const every = Object.keys(config.apis)
  if (all === true && names.length > 0) throw toolError('USAGE', ['Name APIs or say --all, not both.'])
  if (all === true && every.length > 0) return every.map((name) => pickApi(config, name))
  if (names.length === 0 && every.length > 1)
    throw toolError('USAGE', [`There are several APIs (${every.join(', ')}): name those that are meant, or say --all.`])
  return names.length === 0 ? [pickApi(config, undefined)] : [...new Set(names)].map((name) => pickApi(config, name))
}

/**
 * Runs something for each API, one after the other, with its name on stderr where there are several. One that fails does not keep the others from being run: the error is
 * printed, and the exit code is 2. Of several exit codes 2 wins over 1, and 1 over 0.
 */
export async function forEachApi(
  shell: Shell,
  apis: readonly PickedApi[],
  run: (api: PickedApi, shell: Shell) => Promise<void>,
): Promise<void> {
  const [only, another] = apis
  if (only !== undefined && another === undefined) return run(only, shell)
  let worst: ExitCode = 0
  const finish = (code: ExitCode): void => {
    worst = code > worst ? code : worst
  }
  try {
    for (const api of apis) {
      shell.note(`${api.name}:\n`)
      const from = shell.logged().length
      const own: Shell = { ...shell, finish, logged: () => shell.logged().slice(from) }
      await run(api, own).catch((error: unknown) => {
        // What is wrong with the command line is wrong for all; what was stopped is not continued.
        if (!(error instanceof ToolError) || error.code === 'USAGE' || error.code === 'INTERRUPTED') throw error
        shell.note(`error: ${error.message}\nhint: ${error.hint}\n`)
        finish(2)
      })
      if (isStopped(worst)) return
    }
  } finally {
    shell.finish(worst)
  }
}

function isStopped(code: ExitCode): boolean {
  return code > 2
}
