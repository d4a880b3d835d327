import { jsonText, printable } from '../../report/labels.ts'
import type { RemovalAnswer } from '../../traffic/consumers/can-i-remove.ts'
import { plural } from '../../util/text.ts'
import { choiceOption } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Registration } from '../shell/shell.ts'
import { usesOption } from './flags.ts'
import { sourceText } from './list.ts'
import { usesOf } from './uses-of.ts'

interface CanIRemoveFlags {
  readonly uses?: string
  readonly api?: string
  readonly description?: string
  readonly format?: 'text' | 'json'
}

/** Registers `specdrift can-i-remove <what>`. */
const registerCanIRemove: Registration = (program, shell) => {
  program
    .command('can-i-remove')
    .summary('check whether a consumer uses a part of an API')
    .description(
      "Lists the consumers that use a part of an API, and the evidence. Exits with 0 if no consumer uses it, 1 if one does, and 2 if that is unknown or the part doesn't exist.",
    )
    .argument(
      '<what>',
      'an operation, a query parameter, a property, an enum value, a header or a media type; see the examples',
    )
    .option('--api <name>', 'name of the API (default: any)')
    .option('--description <address>', 'description: a path, a URL or <api>@<id> (default: the latest snapshots)')
    .addOption(usesOption())
    .addOption(choiceOption('--format <name>', 'output format', ['text', 'json']))
    .addHelpText(
      'after',
      examples(
        'specdrift can-i-remove "GET /loans"',
        'specdrift can-i-remove "GET /loans?page"',
        'specdrift can-i-remove "GET /loans/{id}#/status"',
        'specdrift can-i-remove "GET /loans/{id}#/status=PAUSED"',
        'specdrift can-i-remove "GET /loans/{id} header ETag"',
        'specdrift can-i-remove "POST /loans type application/xml"',
      ),
    )
    .action(async (what: string, { uses, api, description, format }: CanIRemoveFlags) => {
      const [{ canIRemove, parseRemoval }, { requireDescribed }] = await Promise.all([
        import('../../traffic/consumers/can-i-remove.ts'),
        import('../../run/consumers/require-described.ts'),
      ])
      const removal = parseRemoval(what)
      const config = await readSettings(shell)
      const name = api === undefined ? undefined : pickApi(config, api).name
      const consumers = await usesOf(shell, config, name, uses)
      const names = name === undefined ? Object.keys(config.apis) : [name]
      await requireDescribed(removal, consumers, {
        ...{ cwd: shell.cwd, specsDir: config.specsDir, isOptional: description === undefined },
        addresses: description === undefined ? names.map((each) => `${each}@latest`) : [description],
      })
      const answer = canIRemove(removal, consumers)
      shell.print(format === 'json' ? jsonText({ what, ...answer }) : textOf(what, uses ?? config.usesDir, answer))
      const { evidence, users, unknown } = answer
      // Without any consumer data, the answer is unknown.
      shell.finish(users.length > 0 ? 1 : evidence.length === 0 || unknown.length > 0 ? 2 : 0)
    })
}
export default registerCanIRemove

function textOf(what: string, folder: string, { users, unknown, others, evidence }: RemovalAnswer): string {
  const verdict =
    users.length > 0
      ? `no, ${plural(users.length, 'consumer uses', 'consumers use')} it`
      : evidence.length === 0
        ? `not known: ${folder} names no consumer`
        : unknown.length > 0
          ? 'unknown: the usage data of a consumer is incomplete'
          : `yes, none of ${plural(evidence.length, 'consumer')} uses it`
  const lines = [
    ...users.map(({ consumer, kind, first, last, calls }) => {
      const seen = [
        ...(first === undefined || first === last ? [] : [`first ${first}`]),
        ...(last === undefined ? [] : [`last ${last}`]),
        ...(calls === undefined ? [] : [plural(calls, 'call')]),
      ]
      const doubt = kind === 'is given' ? ' (it is unknown whether it reads it)' : ''
      return `  ${consumer} ${kind} it${doubt}${seen.length === 0 ? '' : `: ${seen.join(', ')}`}`
    }),
    ...unknown.map((consumer) => `  ${consumer} calls the operation; it is unknown whether it uses this part`),
    ...others.map((consumer) => `  ${consumer} calls the operation, but does not use this part`),
  ]
  const known = evidence.map(({ consumer, sources }) => `  ${consumer}: ${sources.map(sourceText).join(', ')}`)
  const basis = known.length === 0 ? [] : ['evidence:', ...known]
  return `${[`${what}: ${verdict}`, ...lines, ...basis].map(printable).join('\n')}\n`
}
