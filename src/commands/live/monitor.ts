import { examples } from '../shell/examples.ts'
import { historyOptions } from '../shell/options.ts'
import type { Registration } from '../shell/shell.ts'
import { notifyOption } from './alerts.ts'
import { type LiveFlags, runLive, withLiveOptions } from './live.ts'

/** `specdrift monitor [api]`: the contract's last change, the live API, the baseline, and the reports. */
const registerMonitor: Registration = (program, shell) => {
  const [historyDir, noHistory] = historyOptions()
  withLiveOptions(program.command('monitor').summary('hold the live API to its contract, and report'))
    .addOption(historyDir)
    .addOption(noHistory)
    .addOption(notifyOption())
    .description('Calls the API with its suites, compares with the last snapshots and the baseline, writes reports.')
    .addHelpText(
      'after',
      examples(
        'specdrift monitor',
        'specdrift monitor shop --base-url https://staging.example.com --format github',
        'specdrift monitor lending --drift "null@GET /main-account/balances/crypto"',
        'specdrift monitor shop --notify dry-run',
        'specdrift monitor shop --shard 1/4 --reports-dir shard-1',
      ),
    )
    .action((api: string | undefined, flags: LiveFlags) => runLive(shell, 'monitor', api, flags))
}
export default registerMonitor
