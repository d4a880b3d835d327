import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { toolError } from '../../model/errors.ts'
import { jsonText } from '../../report/labels.ts'
import { meant, plural } from '../../util/text.ts'
import { examples } from '../shell/options/examples.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import { emit, type Registration, type Shell } from '../shell/shell.ts'
import { usesOption } from './flags.ts'
import { asList } from './list.ts'
import { usesOf } from './uses-of.ts'

/** Registers `specdrift consumers list|learn|import|pact`. */
const registerConsumers: Registration = (program, shell) => {
  const consumers = program
    .command('consumers')
    .summary('record which parts of an API each consumer uses')
    .description('Manages which parts of an API each consumer uses, one file per consumer: uses/<consumer>.json.')
    .addHelpText(
      'after',
      examples(
        'specdrift consumers list',
        'specdrift consumers learn checkout.har --consumer checkout-web --api shop',
        'specdrift consumers import pacts/checkout-shop.json --description openapi.yaml',
      ),
    )
  asList(consumers.command('list'), shell)
  asLearn(consumers.command('learn'), shell)
  asImport(consumers.command('import'), shell)
  asPact(consumers.command('pact'), shell)
}
export default registerConsumers

interface PactFlags {
  readonly uses?: string
  readonly description: string
  readonly provider?: string
  readonly output?: string
}

/** Configures `specdrift consumers pact <consumer>`. */
function asPact(command: Command, shell: Shell): Command {
  return command
    .summary('convert the usage of a consumer to a Pact file')
    .description(
      'Writes what a consumer uses as a Pact file of version 3: an interaction for each operation and status, with values made of the schemas. It contains no values from traffic: name provider states that supply them.',
    )
    .argument('<consumer>', 'a consumer that `specdrift consumers list` names')
    .addOption(
      new Option(
        '--description <address>',
        'the description of the API: a path, a URL or <api>@<id|latest>',
      ).makeOptionMandatory(),
    )
    .option('--provider <name>', 'what the pact calls the API; the name of the description by default')
    .option('-o, --output <file>', 'write to this file instead of stdout, - is stdout')
    .addOption(usesOption())
    .addHelpText(
      'after',
      examples('specdrift consumers pact checkout-web --description openapi.yaml -o pacts/checkout-web.json'),
    )
    .action(async (name: string, { uses, description, provider, output }: PactFlags) => {
      const config = await readSettings(shell)
      const known = await usesOf(shell, config, undefined, uses)
      const use = known.find(({ consumer }) => consumer === name)
      if (use === undefined)
        throw toolError('USAGE', [
          `There is no consumer ${name}${meant(
            name,
            known.map(({ consumer }) => consumer),
          )}`,
        ])
      const { exportPact } = await import('../../run/consumers/export-pact.ts')
      const { pact, interactions, left } = await exportPact({ use, description, cwd: shell.cwd, provider })
      for (const one of left) shell.note(`warning: left out: ${one}\n`)
      if (interactions === 0) throw toolError('USAGE', [`${name} has no use that the description knows.`])
      await emit(shell, jsonText(pact), output)
    })
}

interface ImportFlags {
  readonly uses?: string
  readonly description: string
  readonly api?: string
}

/** Configures `specdrift consumers import <pact...>`. */
function asImport(command: Command, shell: Shell): Command {
  return command
    .summary('add usage from Pact files')
    .description('Adds the requests and response properties in Pact files to uses/<consumer>.json.')
    .argument('<pact...>', 'Pact files, specification version 2 to 4')
    .addOption(
      new Option(
        '--description <address>',
        'description of the API: a path, a URL or <api>@<id|latest>',
      ).makeOptionMandatory(),
    )
    .option('--api <name>', 'name of the API, if the consumer uses several')
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
        for (const one of unmatched) shell.note(`warning: ${file}: no operation matches ${one}, which is skipped\n`)
        if (skipped > 0)
          shell.note(`warning: ${file}: ${plural(skipped, 'interaction')} without an HTTP request left out\n`)
        if (exchanges === 0) throw toolError('USAGE', [`${file} has no interaction that matches an operation.`])
        shell.note(
          isKnown
            ? `${file} was already added: skipped\n`
            : `${consumer}: ${plural(exchanges, 'interaction')} added to ${written}\n`,
        )
      }
    })
}

interface LearnFlags {
  readonly api?: string
  readonly description?: string
  readonly consumer?: string
  readonly by?: string
  readonly recordingFormat?: string
  readonly baseUrl: readonly string[]
  readonly uses?: string
}

/** Configures `specdrift consumers learn <recording...>`. */
function asLearn(command: Command, shell: Shell): Command {
  return command
    .summary('add usage from recorded traffic')
    .description(
      'Adds the operations, parameters and properties that consumers use in recorded traffic to uses/<consumer>.json. Stores names and enum values of the description, and no other values.',
    )
    .argument('<recordings...>', 'files, folders or globs; - for stdin')
    .option('--consumer <name>', 'name of the consumer (default: the client named in each record)')
    .option('--by <header>', 'request header that identifies the consumer; credentials are hashed')
    .option('--api <name>', 'API whose latest snapshot to use (optional if there is only one)')
    .option('--description <address>', 'description to use instead: a path, a URL or <api>@<id>')
    .option('--recording-format <id>', 'format of the recordings (default: detected)')
    .option('--base-url <url>', 'use only requests below this URL (repeatable; default: all)', collect, [])
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
      if (broken > 0)
        shell.note(`warning: ${broken} of ${plural(records, 'record')} could not be read and were skipped\n`)
      if (unmatched > 0)
        shell.note(`warning: ${plural(unmatched, 'request')} left out: no operation matches, or no response\n`)
      if (unnamed > 0) shell.note(`warning: ${plural(unnamed, 'exchange')} skipped, because the client is unknown\n`)
      for (const name of known) shell.note(`${name} was already added: skipped\n`)
      if (consumers.length === 0)
        throw toolError('NOTHING_RECORDED', [
          unnamed > 0 ? 'the client is unknown: pass --consumer or --by' : 'no request matches an operation',
        ])
      for (const { name, exchanges } of consumers.filter((one) => one.exchanges > 0))
        shell.note(`${name}: ${plural(exchanges, 'exchange')} added to ${folder}\n`)
    })
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}
