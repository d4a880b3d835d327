import { type LiveFlags, runLive, withLiveOptions } from './live.ts'
import type { Registration } from './shell.ts'

/** `specdrift monitor [api]`: the contract's last change, the live API, the baseline, and the reports. */
const registerMonitor: Registration = (program, shell) => {
  withLiveOptions(program.command('monitor').summary('hold the live API to its contract, and report'))
    .description('Calls the API with its suites, compares with the last snapshots and the baseline, writes reports.')
    .action((api: string | undefined, flags: LiveFlags) => runLive(shell, 'monitor', api, flags))
}
export default registerMonitor
