import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { toolError } from '../../model/errors.ts'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/options/examples.ts'
import { readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { usesOption } from './flags.ts'

interface ImportFlags {
  readonly uses?: string
  readonly description: string
  readonly api?: string
}

/** `specdrift consumers import <pact...>`: what a Pact file says that its consumer relies on. */
export function asImport(command: Command, shell: Shell): Command {
  return command
    .summary('add what Pact files say')
    .description('Adds what Pact files say that a consumer sends and relies on to uses/<consumer>.json.')
    .argument('<pact...>', 'Pact files, of specification version 2 to 4')
    .addOption(
      new Option(
        '--description <address>',
        'the description of the API: a path, a URL or <api>@<id|latest>',
      ).makeOptionMandatory(),
    )
    .option('--api <name>', 'the API, where a consumer uses several')
    .addOption(usesOption())
    .addHelpText('after', examples('specdrift consumers import pacts/checkout-shop.json --description openapi.yaml'))
    .action(async (files: string[], { uses, description, api }: ImportFlags) => {
      const config = await readSettings(shell)
      const { importPact } = await import('../../run/consumers/import-pact.ts')
      for (const file of files) {
        const { consumer, written, exchanges, unmatched, skipped, isKnown } = await importPact({
          file: resolve(shell.cwd, file),
          name: file,
          folder: resolve(shell.cwd, uses ?? config.usesDir),
          description,
          cwd: shell.cwd,
          api,
        })
        for (const one of unmatched) shell.note(`warning: ${file}: no operation matches ${one}; it is left out\n`)
        if (skipped > 0)
          shell.note(`warning: ${file}: ${plural(skipped, 'interaction')} without an HTTP request left out\n`)
        if (exchanges === 0) throw toolError('USAGE', [`${file} has no interaction that the description knows.`])
        shell.note(
          isKnown
            ? `${file} was added before: nothing is added again\n`
            : `${consumer}: ${plural(exchanges, 'interaction')} added to ${written}\n`,
        )
      }
    })
}
