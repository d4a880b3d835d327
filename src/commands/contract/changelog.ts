import { openPast } from '../live/previous-runs.ts'
import { examples } from '../shell/examples.ts'
import { formatOption, historyOptions, outputOption, policyOption, todayOption } from '../shell/options.ts'
import { dayOf, pickApi, readSettings, type SettingFlags } from '../shell/settings.ts'
import { emit, type Registration } from '../shell/shell.ts'

interface ChangelogFlags extends SettingFlags {
  readonly format: string
  readonly output?: string
  readonly today?: string
}

/** Formats a history can be told in; the first is the default. */
export const changelogFormats = ['text', 'markdown', 'json', 'html'] as const

/** `specdrift changelog [api]`: what each snapshot changed. */
const registerChangelog: Registration = (program, shell) => {
  const [historyDir] = historyOptions()
  program
    .command('changelog')
    .summary('tell what each snapshot of an API changed')
    .description(
      'Compares each snapshot of an API with the one before it. For a file in git: diff --history git:<path>.',
    )
    .argument('[api]', 'the API, when there are several')
    .addOption(formatOption(changelogFormats))
    .addOption(policyOption())
    .addOption(todayOption())
    .addOption(historyDir)
    .addOption(outputOption())
    .addHelpText('after', examples('specdrift changelog', 'specdrift changelog shop --format markdown -o CHANGELOG.md'))
    .action(async (name: string | undefined, flags: ChangelogFlags) => {
      const config = await readSettings(shell, flags)
      const api = pickApi(config, name)
      const today = dayOf(flags.today, shell.clock())
      const [{ buildChangelog }, { loadReporter }] = await Promise.all([
        import('../../run/contract/changelog.ts'),
        import('../../report/load-reporter.ts'),
      ])
      const { policy, rules, specsDir } = config
      const past = await openPast(shell, config.historyDir, api.name)
      const report = await buildChangelog({ api: api.name, cwd: shell.cwd, specsDir, policy, rules, today, past })
      const colour = flags.output === undefined && shell.colour()
      const reporter = await loadReporter(flags.format)
      await emit(shell, reporter.render(report, { colour }), flags.output)
    })
}
export default registerChangelog
