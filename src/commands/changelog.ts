import { Option } from 'commander'
import { formatOption } from './diff.ts'
import { pickApi, policyNames, readSettings, type SettingFlags } from './settings.ts'
import { emit, type Registration } from './shell.ts'

interface ChangelogFlags extends SettingFlags {
  readonly format: string
  readonly output?: string
}

/** `specdrift changelog [api]`: what each snapshot changed. */
const registerChangelog: Registration = (program, shell) => {
  program
    .command('changelog')
    .summary('tell what each snapshot of an API changed')
    .argument('[api]', 'the API, when there are several')
    .addOption(formatOption(['text', 'markdown', 'json']))
    .addOption(new Option('--policy <name>', 'what counts as breaking').choices(policyNames))
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .action(async (name: string | undefined, flags: ChangelogFlags) => {
      const config = await readSettings(shell, flags)
      const api = pickApi(config, name)
      const [{ buildChangelog }, { renderReport }] = await Promise.all([
        import('../run/changelog.ts'),
        import('../report/render.ts'),
      ])
      const { policy, rules, specsDir } = config
      const report = await buildChangelog({ api: api.name, cwd: shell.cwd, specsDir, policy, rules })
      const colour = flags.output === undefined && shell.colour()
      await emit(shell, renderReport(report, flags.format, { colour }), flags.output)
    })
}
export default registerChangelog
