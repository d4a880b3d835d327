import { examples } from '../shell/examples.ts'
import type { Registration } from '../shell/shell.ts'
import { asImport } from './import.ts'
import { asList } from './list.ts'

/** `specdrift consumers list|import`: what is known of who uses an API. */
const registerConsumers: Registration = (program, shell) => {
  const consumers = program
    .command('consumers')
    .summary('list or import what consumers use of an API')
    .description('Keeps what each consumer of an API uses, one file a consumer: uses/<consumer>.json.')
    .addHelpText(
      'after',
      examples(
        'specdrift consumers list',
        'specdrift consumers import pacts/checkout-shop.json --description openapi.yaml',
      ),
    )
  asList(consumers.command('list'), shell)
  asImport(consumers.command('import'), shell)
}
export default registerConsumers
