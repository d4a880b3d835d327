import { examples } from '../shell/options/examples.ts'
import { historyOptions } from '../shell/options/options.ts'
import type { Registration } from '../shell/shell.ts'
import { notifyOption } from './alerts.ts'
import { runLive } from './live.ts'
import { type LiveFlags, withLiveOptions } from './live-options.ts'

const registerMonitor: Registration = (program, shell) => {
  const [historyDir, noHistory, requireHistory] = historyOptions()
  withLiveOptions(
    program.command('monitor').summary('check the live API on a schedule, with history and alerts'),
    'monitor',
  )
    .addOption(historyDir)
    .addOption(noHistory)
    .addOption(requireHistory)
    .addOption(notifyOption())
    .description(
      'Calls the live API and checks every response, compares the last two snapshots, and stores the run. Unlike `test`, it keeps a history, marks findings as new, open, regressed or fixed, and can send notifications. Runs all APIs by default.',
    )
    .addHelpText(
      'after',
      examples(
        'specdrift monitor',
        'specdrift monitor --jobs 4',
        'specdrift monitor --all --format text --format junit={api}.xml',
        'specdrift monitor shop --base-url https://staging.example.com --format github',
        'specdrift monitor shop --notify dry-run',
        'specdrift monitor shop --shard 1/4 --reports-dir shard-1',
      ),
    )
    .action((apis: readonly string[], flags: LiveFlags) => runLive(shell, 'monitor', apis, flags))
}
export default registerMonitor
