import type { RemovalAnswer } from '../../consumers/can-i-remove.ts'
import { plural } from '../../util/text.ts'
import { choiceOption } from '../shell/choices.ts'
import { examples } from '../shell/examples.ts'
import { readSettings } from '../shell/settings.ts'
import type { Registration } from '../shell/shell.ts'
import { usesOption } from './flags.ts'
import { sourceText } from './list.ts'
import { usesOf } from './uses-of.ts'

interface CanIRemoveFlags {
  readonly uses?: string
  readonly format?: 'text' | 'json'
}

/** `specdrift can-i-remove <what>`: whether a consumer would be hit. */
const registerCanIRemove: Registration = (program, shell) => {
  program
    .command('can-i-remove')
    .summary('say whether a consumer uses an operation, a parameter or a property')
    .description(
      'Says which consumers use something of the API, and what the answer rests on. Ends with 0 when none does, with 1 when one does, with 2 when no consumer is known.',
    )
    .argument(
      '<what>',
      'an operation, a query parameter of it, or a member of its bodies: "GET /loans#/items/*/status"',
    )
    .addOption(usesOption())
    .addOption(choiceOption('--format <name>', 'how to print the answer', ['text', 'json']))
    .addHelpText(
      'after',
      examples(
        'specdrift can-i-remove "GET /loans"',
        'specdrift can-i-remove "GET /loans?page"',
        'specdrift can-i-remove "GET /loans/{id}#/status"',
      ),
    )
    .action(async (what: string, { uses, format }: CanIRemoveFlags) => {
      const { canIRemove, parseRemoval } = await import('../../consumers/can-i-remove.ts')
      const removal = parseRemoval(what)
      const config = await readSettings(shell)
      const answer = canIRemove(removal, await usesOf(shell, config, undefined, uses))
      shell.print(
        format === 'json'
          ? `${JSON.stringify({ what, ...answer }, null, 2)}\n`
          : textOf(what, uses ?? config.usesDir, answer),
      )
      // Without a consumer nothing is known: no yes.
      shell.finish(answer.evidence.length === 0 ? 2 : answer.removable ? 0 : 1)
    })
}
export default registerCanIRemove

function textOf(what: string, folder: string, { removable, users, others, evidence }: RemovalAnswer): string {
  const verdict = removable
    ? evidence.length === 0
      ? `not known: ${folder} names no consumer`
      : `yes, none of ${plural(evidence.length, 'consumer')} uses it`
    : `no, ${plural(users.length, 'consumer uses', 'consumers use')} it`
  const lines = [
    ...users.map(({ consumer, kind, last, calls }) => {
      const seen = [
        ...(last === undefined ? [] : [`last ${last}`]),
        ...(calls === undefined ? [] : [plural(calls, 'call')]),
      ]
      const doubt = kind === 'is given' ? ' (whether it reads it is not known)' : ''
      return `  ${consumer} ${kind} it${doubt}${seen.length === 0 ? '' : `: ${seen.join(', ')}`}`
    }),
    ...others.map((consumer) => `  ${consumer} calls the operation and does not use it`),
  ]
  const known = evidence.map(({ consumer, sources }) => `  ${consumer}: ${sources.map(sourceText).join(', ')}`)
  const basis = known.length === 0 ? [] : ['evidence:', ...known]
  return `${[`${what}: ${verdict}`, ...lines, ...basis].join('\n')}\n`
}
