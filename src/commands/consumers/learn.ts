import { resolve } from 'node:path'
import type { Command } from 'commander'
import { toolError } from '../../model/errors.ts'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/options/examples.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { usesOption } from './flags.ts'

interface LearnFlags {
  readonly api?: string
  readonly description?: string
  readonly consumer?: string
  readonly by?: string
  readonly recordingFormat?: string
  readonly baseUrl: readonly string[]
  readonly uses?: string
}

/** `specdrift consumers learn <recording...>`: what recorded traffic shows of its consumers. */
export function asLearn(command: Command, shell: Shell): Command {
  return command
    .summary('add what recorded traffic shows')
    .description(
      'Adds what consumers send and are given in recorded traffic to uses/<consumer>.json: names of the description, no values.',
    )
    .argument('<recordings...>', 'files, folders or globs of recordings; - is stdin')
    .option('--consumer <name>', 'who sent all of it; by default what each record calls its client')
    .option(
      '--by <header>',
      'the request header that says who sent it; the value of one that holds a credential is hashed',
    )
    .option('--api <name>', 'the API whose latest snapshot describes it; the only one there is by default')
    .option('--description <address>', 'the description instead: a path, a URL or <api>@<id>')
    .option('--recording-format <id>', 'the format of the recordings; by default it is recognised by their beginning')
    .option('--base-url <url>', 'only requests below this URL are of the API (repeatable); all by default', collect, [])
    .addOption(usesOption())
    .addHelpText(
      'after',
      examples(
        'specdrift consumers learn checkout.har --consumer checkout-web --api shop',
        'specdrift consumers learn traffic/*.ndjson --by X-Client-Id --description openapi.yaml',
      ),
    )
    .action(async (recordings: readonly string[], flags: LearnFlags) => {
      const { consumer, by, description } = flags
      if (consumer !== undefined && by !== undefined) throw toolError('USAGE', ['Give --consumer or --by, not both.'])
      const config = await readSettings(shell)
      const api = description === undefined ? pickApi(config, flags.api).name : flags.api
      const { learnUses } = await import('../../run/consumers/learn.ts')
      const folder = flags.uses ?? config.usesDir
      const learned = await learnUses({
        ...{ recordings, stdin: shell.stdin, cwd: shell.cwd, specsDir: config.specsDir },
        description: description ?? `${api}@latest`,
        folder: resolve(shell.cwd, folder),
        consumer,
        header: by,
        api,
        format: flags.recordingFormat,
        ...(flags.baseUrl.length > 0 && { baseUrls: flags.baseUrl }),
      })
      const { consumers, broken, unmatched, unnamed, known, records } = learned
      if (broken > 0) shell.note(`warning: ${broken} of ${plural(records, 'record')} could not be read and left out\n`)
      if (unmatched > 0)
        shell.note(`warning: ${plural(unmatched, 'request')} left out: no operation matches, or no response\n`)
      if (unnamed > 0) shell.note(`warning: ${plural(unnamed, 'exchange')} left out: nothing says who sent it\n`)
      for (const name of known) shell.note(`${name} was added before: nothing is added again\n`)
      if (consumers.length === 0)
        throw toolError('NOTHING_RECORDED', [
          unnamed > 0 ? 'nothing says who sent it: give --consumer or --by' : 'no request matches an operation',
        ])
      for (const { name, exchanges } of consumers.filter((one) => one.exchanges > 0))
        shell.note(`${name}: ${plural(exchanges, 'exchange')} added to ${folder}\n`)
    })
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}
