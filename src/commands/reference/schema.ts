import { choiceArgument } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import { emit, type Registration } from '../shell/shell.ts'

/** `specdrift schema <what>`: the JSON Schema of what specdrift writes and reads. */
const registerSchema: Registration = (program, shell) => {
  program
    .command('schema')
    .summary('print the JSON Schema of report.json, the config, a recorded exchange, or what a webhook gets')
    .description('Prints a JSON Schema (draft 2020-12), to check by what specdrift writes and reads.')
    .addArgument(
      choiceArgument(
        '<what>',
        'of the JSON reports, of specdrift.config.json, of a line of a recording, or of what a webhook gets',
        Object.keys(schemas),
      ),
    )
    .option('-o, --output <file>', 'write to this file instead of stdout, - is stdout')
    .addHelpText('after', examples('specdrift schema report', 'specdrift schema config'))
    .action(async (what: keyof typeof schemas, { output }: { readonly output?: string }) => {
      await emit(shell, `${JSON.stringify(await schemas[what](), null, 2)}\n`, output)
    })
}
export default registerSchema

/** Loads each schema by what it is of; `npm run gen` keeps them under schemas/. */
export const schemas = {
  report: async () => (await import('../../report/schema/report.schema.ts')).reportSchema,
  config: async () => (await import('../../config/schema.ts')).configJsonSchema(),
  exchange: async () => (await import('../../traffic/exchange.schema.ts')).exchangeSchema,
  notification: async () => (await import('../../notify/notification.schema.ts')).notificationSchema,
}
