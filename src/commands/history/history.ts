import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Transfer, Transferred } from '../../history/postgres/transfer.ts'
import { plural } from '../../util/text.ts'
import { type ApisFlags, forEachApi, pickApis, withApis } from '../shell/apis.ts'
import { openDatabase } from '../shell/history.ts'
import { examples } from '../shell/options/examples.ts'
import { historyOptions } from '../shell/options/options.ts'
import { readSettings } from '../shell/settings.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import { asHistoryList } from './list.ts'

interface TransferFlags extends ApisFlags {
  readonly historyDir?: string
  readonly replace?: boolean
}

/** Registers `specdrift history migrate|import|export|list`. */
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
}
export default registerHistory

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
