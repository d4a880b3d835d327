import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Transfer, Transferred } from '../../history/postgres/transfer.ts'
import { plural } from '../../util/text.ts'
import { type ApisFlags, forEachApi, pickApis, withApis } from '../shell/apis.ts'
import { openDatabase, openHistory } from '../shell/history.ts'
import { examples } from '../shell/options/examples.ts'
import { ageOf, historyOptions } from '../shell/options/options.ts'
import { readSettings } from '../shell/settings.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import { asHistoryList } from './list.ts'

interface TransferFlags extends ApisFlags {
  readonly historyDir?: string
  readonly replace?: boolean
}

/** Registers `specdrift history migrate|import|export|list|prune`. */
const registerHistory: Registration = (program, shell) => {
  const history = program
    .command('history')
    .summary('list runs, or move the history to PostgreSQL')
    .description(
      'Manages the history of monitor runs. It is stored in files, or in the PostgreSQL database set by `history` in the config or by SPECDRIFT_HISTORY_URL.',
    )
    .addHelpText('after', examples('specdrift history migrate', 'specdrift history import shop'))
  history
    .command('migrate')
    .description('Creates or updates the database tables, in one transaction.')
    .option('--dry-run', 'print the SQL without running it')
    .addHelpText('after', examples('specdrift history migrate', 'specdrift history migrate --dry-run > migrate.sql'))
    .action(({ dryRun }: { readonly dryRun?: boolean }) => migrateDatabase(shell, dryRun === true))
  asTransfer(history.command('import'))
    .description('Copies the history from files into the database.')
    .option('--replace', 'replace the history of the API in the database')
    .addHelpText('after', examples('specdrift history import --all', 'specdrift history import shop --replace'))
    .action((names: readonly string[], flags: TransferFlags) =>
      transfer(shell, names, flags, async (each) =>
        (await import('../../history/postgres/transfer.ts')).importHistory(each),
      ),
    )
  asTransfer(history.command('export'))
    .description('Copies the history from the database into files.')
    .option('--replace', 'replace existing files')
    .addHelpText(
      'after',
      examples('specdrift history export --all', 'specdrift history export shop --history-dir copy'),
    )
    .action((names: readonly string[], flags: TransferFlags) =>
      transfer(shell, names, flags, async (each) =>
        (await import('../../history/postgres/transfer.ts')).exportHistory(each),
      ),
    )
  asHistoryList(history.command('list'), shell)
  const [historyDir] = historyOptions()
  withApis(history.command('prune'), 'the APIs; all of them by default')
    .description(
      'Sums up runs that are older than an age and deletes them. Findings keep their state and the date they were first seen. The last run against each target stays.',
    )
    .requiredOption('--older-than <age>', 'age of the runs, such as 36h or 90d', ageOf)
    .addOption(historyDir)
    .addHelpText(
      'after',
      examples('specdrift history prune --older-than 90d', 'specdrift history prune shop --older-than 36h'),
    )
    .action((names: readonly string[], flags: PruneFlags) => prune(shell, names, flags))
}
export default registerHistory

interface PruneFlags extends ApisFlags {
  readonly historyDir?: string
  /** Milliseconds. */
  readonly olderThan: number
}

async function prune(shell: Shell, names: readonly string[], flags: PruneFlags): Promise<void> {
  const config = await readSettings(shell, flags)
  const apis = pickApis(config, names, { all: flags.all === true || names.length === 0 })
  await forEachApi(shell, apis, async ({ name: api }, own) => {
    const store = await openHistory(own, config, api)
    const pruned = await store.alone((writer) => writer.prune(shell.clock() - flags.olderThan))
    own.note(`${api}: deleted ${plural(pruned, 'run')}\n`)
  })
}

function asTransfer(command: Command): Command {
  const [historyDir] = historyOptions()
  historyDir.description = 'folder of the history files'
  return withApis(command).addOption(historyDir)
}

async function migrateDatabase(shell: Shell, dryRun: boolean): Promise<void> {
  const address = openDatabase(shell, await readSettings(shell))
  const { migrate } = await import('../../history/postgres/migrate.ts')
  const { from, to, applied, sql } = await migrate(address, { dryRun })
  if (applied.length === 0) return shell.note(`${address.name} already has version ${to}\n`)
  if (dryRun) return shell.print(sql)
  for (const { version, name } of applied) shell.note(`applied ${version}: ${name}\n`)
  shell.note(`${address.name} was migrated from version ${from} to ${to}\n`)
}

async function transfer(
  shell: Shell,
  names: readonly string[],
  { historyDir, ...flags }: TransferFlags,
  copy: (transfer: Transfer) => Promise<Transferred>,
): Promise<void> {
  // The folder is one side of the copy here, so `--history-dir` doesn't override the database.
  const config = await readSettings(shell)
  const address = openDatabase(shell, config)
  const folder = resolve(shell.cwd, historyDir ?? config.historyDir)
  const apis = pickApis(config, names, flags)
  await forEachApi(shell, apis, async ({ name: api }, own) => {
    const done = await copy({ folder, address, api, ...(flags.replace === true && { replace: true }) })
    for (const note of done.notes) own.note(`note: ${note}\n`)
    if (done.runs + done.summaries === 0) own.note(`note: there is no run of ${api}\n`)
    const what = `${plural(done.runs, 'run')}${done.summaries > 0 ? `, ${plural(done.summaries, 'summary', 'summaries')} of older ones` : ''}`
    own.note(done.isSame ? `${api}: ${what}, which are already there\n` : `${api}: copied ${what}\n`)
  })
}
