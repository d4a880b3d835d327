import type { Command } from 'commander'
import type { ConsumerUse, UseSource } from '../../model/report/consumer.ts'
import { jsonText, printable } from '../../report/labels.ts'
import { plural } from '../../util/text.ts'
import { choiceOption } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import { readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { usesOption } from './flags.ts'
import { usesOf } from './uses-of.ts'

interface ListFlags {
  readonly uses?: string
  readonly format?: 'text' | 'json'
}

/** Configures `specdrift consumers list`. */
export function asList(command: Command, shell: Shell): Command {
  return command
    .summary('list consumers, what they use, and the evidence')
    .description('Lists the consumers, what they use, and the evidence.')
    .addOption(usesOption())
    .addOption(choiceOption('--format <name>', 'output format', ['text', 'json']))
    .addHelpText('after', examples('specdrift consumers list', 'specdrift consumers list --format json'))
    .action(async ({ uses, format }: ListFlags) => {
      const config = await readSettings(shell)
      const consumers = await usesOf(shell, config, undefined, uses)
      if (format === 'json') return shell.print(jsonText(consumers))
      if (consumers.length === 0) return shell.note(`${uses ?? config.usesDir} names no consumer\n`)
      shell.print(consumers.map((each) => `${printable(lineOf(each))}\n`).join(''))
    })
}

function lineOf({ consumer, sources, operations }: ConsumerUse): string {
  return `${consumer}  ${plural(Object.keys(operations).length, 'operation')}  ${sources.map(sourceText).join(', ')}`
}

/** Formats a source: `traffic 2026-11-01 to 2026-11-20, 1234 exchanges`. */
export function sourceText({ kind, from, to, exchanges }: UseSource): string {
  const days = from === undefined ? '' : from === to ? ` ${from}` : ` ${from} to ${to}`
  return `${kind}${days}${exchanges === undefined ? '' : `, ${plural(exchanges, 'exchange')}`}`
}
