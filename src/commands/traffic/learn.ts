import { Option } from 'commander'
import type { Share } from '../../model/report/coverage.ts'
import type { Report } from '../../model/report.ts'
import { printable } from '../../report/labels.ts'
import { firstOf, plural } from '../../util/text.ts'
import { choiceOption } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import { withContractOptions } from '../shell/options/report-options.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import { type CheckFlags, checkRunOf } from './check-options.ts'
import { aliasOf, clientOf, collect } from './flags.ts'

interface LearnFlags
  extends Pick<CheckFlags, 'api' | 'description' | 'recordingFormat' | 'baseUrl' | 'map' | 'client'> {
  readonly format?: 'text' | 'json'
}

/** Registers `specdrift learn <recording...>`. */
const registerLearn: Registration = (program, shell) => {
  const command = program
    .command('learn')
    .summary('compare recorded traffic with a description: calls, values, clients')
    .description(
      'Counts which operations, statuses, parameters, properties and enum values of a description appear in recorded exchanges, and which clients call. Adds hints. Always exits with 0.',
    )
    .argument('<recordings...>', 'files, folders or globs; - for stdin')
  withContractOptions(command)
    .option('--recording-format <id>', 'format of the recordings (default: detected)')
    .option('--base-url <url>', 'use only requests below this URL (repeatable; default: all)', collect, [])
    .addOption(
      new Option(
        '--map <from=to>',
        'replace text in recorded URLs: {{host}}=https://api.example.com (repeatable)',
      ).argParser(aliasOf),
    )
    .addOption(
      new Option(
        '--client <key>',
        'count calls by client: header:<name>, query:<name>, cookie:<name> or recorded',
      ).argParser(clientOf),
    )
    .addOption(choiceOption('--format <name>', 'output format', ['text', 'json']))
    .addHelpText(
      'after',
      examples(
        'specdrift learn traffic/*.ndjson --api shop',
        'specdrift learn day.har --description openapi.yaml --client header:X-Client-Id',
      ),
    )
    .action((recordings: readonly string[], flags: LearnFlags) => learn(shell, recordings, flags))
}
export default registerLearn

async function learn(shell: Shell, recordings: readonly string[], { format, ...flags }: LearnFlags): Promise<void> {
  const { options } = await checkRunOf(shell, recordings, flags)
  const { checkTraffic } = await import('../../run/traffic/check.ts')
  const report = (await checkTraffic(options)).reportAfter()
  const { coverage, hints, traffic } = report
  shell.print(
    format === 'json'
      ? `${JSON.stringify({ traffic, coverage, hints }, null, 2)}\n`
      : `${textOf(report).map(printable).join('\n')}\n`,
  )
}

function textOf({ coverage, hints, traffic }: Pick<Report, 'coverage' | 'hints' | 'traffic'>): readonly string[] {
  const { clients } = traffic ?? {}
  const called = (coverage?.byOperation ?? []).filter(({ calls }) => calls > 0)
  const never = (coverage?.byOperation ?? []).filter(({ calls }) => calls === 0)
  return [
    `${plural(traffic?.exchanges ?? 0, 'exchange')}, ${traffic?.checked ?? 0} of operations of the contract`,
    ...(clients
      ? [`${plural(clients.count, 'client')} by ${clients.by}, ${plural(clients.unnamed, 'exchange')} without it`]
      : []),
    ...called.flatMap(({ operation, calls, responses, unseen, ...kinds }) => {
      const seen = [
        share('parameters', kinds.parameters),
        share('statuses', kinds.statuses),
        share('content types', kinds.contentTypes),
        share('headers', kinds.headers),
        share('properties', kinds.properties),
        share('enum values', kinds.values),
      ].filter((text) => text !== '')
      const by = clients && Object.hasOwn(clients.operations, operation) ? clients.operations[operation] : undefined
      const statuses = Object.entries(responses).flatMap(([status, times]) =>
        times > 0 ? [`${status} × ${times}`] : [],
      )
      return [
        '',
        `${operation}  ${[plural(calls, 'call'), ...statuses].join(', ')}${by ? `, ${plural(by.count, 'client')}` : ''}`,
        ...(seen.length > 0 ? [`  seen of what is documented: ${seen.join(' · ')}`] : []),
        ...(unseen.length > 0 ? [`  never seen: ${firstOf(unseen, 10)}`] : []),
        ...(by && by.count > 0 ? [`  by client: ${callsOf(by.calls)}`] : []),
      ]
    }),
    ...(never.length > 0
      ? [
          '',
          `never called: ${firstOf(
            never.map(({ operation }) => operation),
            10,
          )}`,
        ]
      : []),
    ...(hints.length > 0
      ? ['', 'hints', ...hints.map(({ operation, message }) => `  ${operation ?? ''} ${message}`)]
      : []),
  ]
}

function share(name: string, { seen, total }: Share): string {
  return total === 0 ? '' : `${name} ${seen} of ${total}`
}

/** Lists the clients with the most calls, with the beginning of their hash. */
function callsOf(calls: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(calls).sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
  return firstOf(
    sorted.map(([hash, count]) => `${hash.slice(0, 8)} × ${count}`),
    5,
  )
}
