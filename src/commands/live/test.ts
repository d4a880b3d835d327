import { toolError } from '../../model/errors.ts'
import { pickApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { readSettings } from '../shell/settings.ts'
import type { Registration } from '../shell/shell.ts'
import { runLive } from './live.ts'
import { type LiveFlags, withLiveOptions } from './live-options.ts'

const registerTest: Registration = (program, shell) => {
  withLiveOptions(program.command('test').summary('call the live API once and check its responses'), 'test')
    .description(
      'Calls the live API and checks every response against the latest snapshot. Unlike `monitor`, it keeps no history, compares no snapshots and sends no notifications.',
    )
    .addHelpText(
      'after',
      examples(
        'specdrift test',
        'specdrift test shop --base-url http://127.0.0.1:3000 --watch',
        'specdrift test shop --tag smoke --min-coverage operations=100',
      ),
    )
    .action(async (names: readonly string[], { watch, ...flags }: LiveFlags) => {
      const run = (): Promise<void> => runLive(shell, 'test', names, flags)
      if (!watch) return run()
      const config = await readSettings(shell, flags)
      const [api, another] = pickApis(config, names, flags)
      if (api === undefined || another !== undefined)
        throw toolError('USAGE', ['--watch works with a single API only.'])
      const { folderOf, rerunOnChange } = await import('./watch.ts')
      return rerunOnChange(shell, { folder: folderOf(api.suites), except: config.reportsDir }, run)
    })
}
export default registerTest
