import { type LiveFlags, runLive, withLiveOptions } from './live.ts'
import type { Registration } from './shell.ts'

/** `specdrift test [api]`: calls the live API only; what changed in the contract is left out. */
const registerTest: Registration = (program, shell) => {
  withLiveOptions(program.command('test').summary('call the live API with its suites'))
    .description('Calls the API with its suites and judges every answer by the contract.')
    .action((api: string | undefined, flags: LiveFlags) => runLive(shell, 'test', api, flags))
}
export default registerTest
