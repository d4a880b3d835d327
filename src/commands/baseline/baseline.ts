import { Option } from 'commander'
import { withApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { todayOption } from '../shell/options/options.ts'
import { outputOptions } from '../shell/options/outputs.ts'
import type { Registration } from '../shell/shell.ts'
import type { AcceptFlags, BaselineFlags, PruneFlags } from './flags.ts'

/** Registers `specdrift baseline accept|list|prune|explain`. */
const registerBaseline: Registration = (program, shell) => {
  const load = () => import('./actions.ts')
  const [format, output, json] = outputOptions(['text', 'json'])
  const baseline = program
    .command('baseline')
    .summary('accept findings, and list, prune or explain accepted ones')
    .description('Manages accepted findings, each with an owner, a reason and an optional end.')
    .addHelpText(
      'after',
      examples(
        'specdrift baseline list',
        'specdrift baseline accept shop 9f2c4b7d01a3e586 --reason "agreed in API-42" --owner team-a --expires 30d',
        'specdrift baseline prune --dry-run',
      ),
    )
  baseline
    .command('accept')
    .description('Accepts findings of the last report. They are still shown, but no longer fail a run.')
    .argument('<api>', 'name of the API')
    .argument('[fingerprints...]', 'ids printed with the findings, or their first characters')
    .option('--all', 'accept all findings that fail the run')
    .requiredOption('--reason <text>', 'why the findings are accepted')
    .requiredOption('--owner <who>', 'who is responsible for the findings')
    .option('--expires <day>', 'last day of the acceptance: YYYY-MM-DD, or 30d for 30 days from today')
    .option('--limited', 'accept a shared finding only for the operations that have it now')
    .addOption(reportOption('with the findings; diff writes one with --format json -o <file>'))
    .addHelpText(
      'after',
      examples(
        'specdrift baseline accept shop 9f2c4b7d01a3e586 --reason "agreed in API-42" --owner team-a --expires 30d',
        'specdrift baseline accept shop --all --reason "before we came" --owner team-a --expires 2027-06-30',
      ),
    )
    .action(async (api: string, ids: readonly string[], flags: AcceptFlags) =>
      (await load()).accept(shell, api, ids, flags),
    )
  withApis(baseline.command('list'))
    .description("Lists accepted findings with their state, and findings of the last report that aren't accepted.")
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addOption(reportOption('to compare with'))
    .addOption(todayOption())
    .addHelpText('after', examples('specdrift baseline list', 'specdrift baseline list shop --format json'))
    .action(async (apis: readonly string[], flags: BaselineFlags) => (await load()).list(shell, apis, flags))
  withApis(baseline.command('prune'))
    .description('Removes accepted findings that the last report no longer has. Needs the report of a complete run.')
    .option('--expired', 'also remove expired entries')
    .option('--dry-run', 'print the entries without removing them')
    .addOption(reportOption('to compare with'))
    .addOption(todayOption())
    .addHelpText('after', examples('specdrift baseline prune --dry-run', 'specdrift baseline prune shop --expired'))
    .action(async (apis: readonly string[], flags: PruneFlags) => (await load()).prune(shell, apis, flags))
  baseline
    .command('explain')
    .description('Explains a finding: its meaning, when it was first seen, who accepted it, and how to fix it.')
    .argument('<api>', 'name of the API')
    .argument('<fingerprint>', 'id printed with the finding, or its first characters')
    .addOption(reportOption('with the finding'))
    .addOption(todayOption())
    .addHelpText('after', examples('specdrift baseline explain shop 9f2c4b7d01a3e586'))
    .action(async (api: string, id: string, flags: BaselineFlags) =>
      (await import('./explain.ts')).explain(shell, api, id, flags),
    )
}
export default registerBaseline

function reportOption(what: string): Option {
  return new Option('--report <file>', `report.json ${what} (default: the last one)`)
}
