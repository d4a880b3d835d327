import { examples } from '../shell/options/examples.ts'
import type { Registration } from '../shell/shell.ts'
import { asImport } from './import.ts'
import { asLearn } from './learn.ts'
import { asList } from './list.ts'

/** `specdrift consumers list|learn|import`: what is known of who uses an API. */
const registerConsumers: Registration = (program, shell) => {
  const consumers = program
    .command('consumers')
    .summary('list, learn or import what consumers use of an API')
    .description('Keeps what each consumer of an API uses, one file a consumer: uses/<consumer>.json.')
    .addHelpText(
      'after',
      examples(
        'specdrift consumers list',
        'specdrift consumers learn checkout.har --consumer checkout-web --api shop',
        'specdrift consumers import pacts/checkout-shop.json --description openapi.yaml',
      ),
    )
  asList(consumers.command('list'), shell)
  asLearn(consumers.command('learn'), shell)
  asImport(consumers.command('import'), shell)
}
export default registerConsumers
