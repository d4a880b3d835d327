import { InvalidArgumentError } from 'commander'
import { toolError } from '../../model/errors.ts'
import { notifyTargets, requireTargets, senderOf } from '../live/alerts.ts'
import { adoptEnvFile } from '../shell/env-file.ts'
import { examples } from '../shell/options/examples.ts'
import { readSettings } from '../shell/settings.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import { reportFileOf, withReport } from './report-file.ts'

interface SendFlags {
  readonly dryRun?: boolean
  readonly historyDir?: string
}

interface CommentFlags {
  readonly dryRun?: boolean
  readonly pr?: number
  readonly tokenEnv?: string
}

const dryRun = 'print the notifications without sending them'

/** Registers `specdrift notify send|pr-comment`. */
const registerNotify: Registration = (program, shell) => {
  const notify = program
    .command('notify')
    .summary('send notifications for a report')
    .description('Sends notifications for a report: to the `notify` targets of the config, or to a pull request.')
    .addHelpText(
      'after',
      examples(
        'specdrift notify send reports/shop/report.json --dry-run',
        'specdrift notify pr-comment report.json --pr 12 --dry-run',
      ),
    )
  withReport(notify.command('send'))
    .description(
      'Sends new, regressed and fixed findings to the `notify` targets of the config. Exits with 2 if one fails.',
    )
    .option('--history-dir <folder>', 'folder with the notification state')
    .option('--dry-run', dryRun)
    .addHelpText('after', examples('specdrift notify send reports/shop/report.json --dry-run'))
    .action((given: string | undefined, flags: SendFlags) => send(shell, given, flags))
  withReport(notify.command('pr-comment'))
    .description('Posts a report as a comment on a pull request, one comment per API, and updates it in place.')
    .option('--pr <number>', 'pull request number (default: from GITHUB_REF)', pullRequest)
    .option(
      '--token-env <variable>',
      'environment variable with a token that has `pull-requests: write` (default: GITHUB_TOKEN)',
    )
    .option('--dry-run', dryRun)
    .addHelpText('after', examples('specdrift notify pr-comment report.json --pr 12 --dry-run'))
    .action((given: string | undefined, flags: CommentFlags) => comment(shell, given, flags))
}
export default registerNotify

async function send(shell: Shell, given: string | undefined, flags: SendFlags): Promise<void> {
  const config = await readSettings(shell, flags)
  requireTargets(config, true)
  const { readWholeReport } = await import('../../run/report/read-report.ts')
  const report = await readWholeReport(await reportFileOf(shell, given, { config }), shell.cwd)
  const isNotified = await notifyTargets(shell, config, report, flags.dryRun === true ? { dryRun: shell.print } : {})
  shell.finish(isNotified ? 0 : 2)
}

async function comment(shell: Shell, given: string | undefined, flags: CommentFlags): Promise<void> {
  const number = flags.pr ?? Number(/^refs\/pull\/(\d+)\//.exec(shell.env.GITHUB_REF ?? '')?.[1])
  if (Number.isNaN(number)) throw toolError('USAGE', ['Which pull request? Name it with --pr.'])
  const [{ readWholeReport }, { loadReporter }, { commentPullRequest }] = await Promise.all([
    import('../../run/report/read-report.ts'),
    import('../../report/load-reporter.ts'),
    import('../../report/notify/pr-comment.ts'),
  ])
  await adoptEnvFile(shell, [flags.tokenEnv ?? 'GITHUB_TOKEN'])
  const report = await readWholeReport(await reportFileOf(shell, given), shell.cwd)
  const markdown = (await loadReporter('markdown')).render(report, { colour: false })
  const sender = senderOf(shell, flags.dryRun === true ? shell.print : undefined)
  await commentPullRequest({ report, markdown, pullRequest: number, tokenEnv: flags.tokenEnv }, sender)
}

function pullRequest(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the number of a pull request.')
}
