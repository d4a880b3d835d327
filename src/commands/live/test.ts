import { examples } from '../shell/examples.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Registration } from '../shell/shell.ts'
import { type LiveFlags, runLive, withLiveOptions } from './live.ts'

interface TestFlags extends LiveFlags {
  readonly watch?: boolean
}

/** `specdrift test [api]`: calls the live API only; what changed in the contract is left out. */
const registerTest: Registration = (program, shell) => {
  withLiveOptions(program.command('test').summary('call the live API with its suites'))
    .option('--watch', 'run again when a file of the suites changes, until Ctrl-C')
    .description('Calls the API with its suites and judges every answer by the contract.')
    .addHelpText(
      'after',
      examples(
        'specdrift test',
        'specdrift test shop --base-url http://127.0.0.1:3000 --watch',
        'specdrift test shop --tag smoke --min-coverage operations=100',
      ),
    )
    .action(async (name: string | undefined, { watch, ...flags }: TestFlags) => {
      const run = (): Promise<void> => runLive(shell, 'test', name, flags)
      if (!watch) return run()
      const config = await readSettings(shell, flags)
      const { folderOf, rerunOnChange } = await import('./watch.ts')
      return rerunOnChange(shell, { folder: folderOf(pickApi(config, name).suites), except: config.reportsDir }, run)
    })
}
export default registerTest
