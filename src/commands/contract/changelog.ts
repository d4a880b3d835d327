import type { TerminalView } from '../../model/report/view.ts'
import { openPreviousRuns } from '../live/previous-runs.ts'
import { type ApisFlags, forEachApi, pickApis, withApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { type FilterFlags, filtered, wantedBy, withFilters } from '../shell/options/filters.ts'
import { historyOptions, policyOption, todayOption } from '../shell/options/options.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions, requireApart } from '../shell/options/outputs.ts'
import { dayOf, readSettings, type SettingFlags } from '../shell/settings.ts'
import type { Registration } from '../shell/shell.ts'

interface ChangelogFlags extends SettingFlags, OutputFlags, ApisFlags, FilterFlags {
  readonly today?: string
}

/** Formats of a changelog. The first is the default. */
export const changelogFormats = ['text', 'markdown', 'json', 'html'] as const

/** Registers `specdrift changelog [api]`. */
const registerChangelog: Registration = (program, shell) => {
  const [historyDir] = historyOptions()
  const [format, output, json] = outputOptions(changelogFormats)
  withFilters(withApis(program.command('changelog')))
    .summary('list the changes in each stored version')
    .description(
      'Compares each snapshot of an API with the previous one. For a file in Git, use specdrift diff --history git:<path>.',
    )
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addOption(policyOption())
    .addOption(todayOption())
    .addOption(historyDir)
    .addHelpText('after', examples('specdrift changelog', 'specdrift changelog shop --format markdown -o CHANGELOG.md'))
    .action(async (names: readonly string[], flags: ChangelogFlags) => {
      const destinations = destinationsOf(flags)
      const config = await readSettings(shell, flags)
      const apis = pickApis(config, names, flags)
      requireApart(destinations, apis.length)
      await wantedBy(flags)
      const today = dayOf(flags.today, shell.clock())
      const [{ buildChangelog }, { loadReporter }] = await Promise.all([
        import('../../run/contract/changelog.ts'),
        import('../../report/load-reporter.ts'),
      ])
      const { policy, rules, specsDir } = config
      await forEachApi(shell, apis, async ({ name: api }, own) => {
        const past = await openPreviousRuns(own, config, api)
        const report = await buildChangelog({ api, cwd: shell.cwd, specsDir, policy, rules, today, previous: past })
        const shown = await filtered(report, flags)
        const render = async (name: string, view: TerminalView) => (await loadReporter(name)).render(shown, view)
        await emitAll(own, destinations, render, api)
      })
    })
}
export default registerChangelog
