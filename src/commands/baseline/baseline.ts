import { Option } from 'commander'
import { withApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { todayOption } from '../shell/options/options.ts'
import { outputOptions } from '../shell/options/outputs.ts'
import type { Registration } from '../shell/shell.ts'
import type { AcceptFlags, BaselineFlags, PruneFlags } from './flags.ts'

/** `specdrift baseline accept|list|prune|explain`: the findings that are accepted, by whom and why. */
const registerBaseline: Registration = (program, shell) => {
  const load = () => import('./actions.ts')
  const [format, output, json] = outputOptions(['text', 'json'])
  const baseline = program
    .command('baseline')
    .summary('accept findings, list, prune or explain what is accepted')
    .description('Keeps the findings that are accepted, with who accepted them, why and until when.')
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
    .description('Accepts findings of the last report: they are shown, but no longer fail a run.')
    .argument('<api>')
    .argument('[fingerprints...]', 'the ids printed with the findings, or how they begin')
    .option('--all', 'accept everything that fails the run of that report')
    .requiredOption('--reason <text>', 'why they are accepted')
    .requiredOption('--owner <who>', 'who is responsible for them')
    .option('--expires <day>', 'last day they are accepted on: YYYY-MM-DD, or 30d for 30 days from today')
    .option('--limited', 'accept what operations share only on those that show it now')
    .addOption(reportOption('that holds them (of diff: --format json -o <file>)'))
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
    .description('Lists what is accepted with its state, and what the last report holds that is not.')
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addOption(reportOption('to compare with'))
    .addOption(todayOption())
    .addHelpText('after', examples('specdrift baseline list', 'specdrift baseline list shop --format json'))
    .action(async (apis: readonly string[], flags: BaselineFlags) => (await load()).list(shell, apis, flags))
  withApis(baseline.command('prune'))
    .description('Removes what the last report no longer has; it must have checked everything.')
    .option('--expired', 'what has expired too')
    .option('--dry-run', 'only say what would be removed')
    .addOption(reportOption('to compare with'))
    .addOption(todayOption())
    .addHelpText('after', examples('specdrift baseline prune --dry-run', 'specdrift baseline prune shop --expired'))
    .action(async (apis: readonly string[], flags: PruneFlags) => (await load()).prune(shell, apis, flags))
  baseline
    .command('explain')
    .description('Explains a finding: what it is, when it was first seen, who accepted it, and what to do.')
    .argument('<api>')
    .argument('<fingerprint>', 'the id printed with the finding, or how it begins')
    .addOption(reportOption('that may hold it'))
    .addOption(todayOption())
    .addHelpText('after', examples('specdrift baseline explain shop 9f2c4b7d01a3e586'))
    .action(async (api: string, id: string, flags: BaselineFlags) =>
      (await import('./explain.ts')).explain(shell, api, id, flags),
    )
}
export default registerBaseline

function reportOption(what: string): Option {
  return new Option('--report <file>', `report.json ${what}; the last one by default`)
}
