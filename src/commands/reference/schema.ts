import { choiceArgument } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import { emit, type Registration } from '../shell/shell.ts'

const registerSchema: Registration = (program, shell) => {
  program
    .command('schema')
    .summary('print the JSON Schema of reports, config and other files')
    .description('Prints the JSON Schema (draft 2020-12) of a file or message that specdrift reads or writes.')
    .addArgument(
      choiceArgument(
        '<what>',
        'report: report.json; config: specdrift.config.json; exchange: a line of a recording; notification: a webhook payload',
        Object.keys(schemas),
      ),
    )
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .addHelpText('after', examples('specdrift schema report', 'specdrift schema config'))
    .action(async (what: keyof typeof schemas, { output }: { readonly output?: string }) => {
      await emit(shell, `${JSON.stringify(await schemas[what](), null, 2)}\n`, output)
    })
}
export default registerSchema

/** Schemas by subject, loaded lazily. `npm run gen` writes them to schemas/. */
export const schemas = {
  report: async () => (await import('../../report/schema/report.schema.ts')).reportSchema,
  config: async () => (await import('../../config/schema.ts')).configJsonSchema(),
  exchange: async () => (await import('../../traffic/exchange.schema.ts')).exchangeSchema,
  notification: async () => (await import('../../report/notify/notification.schema.ts')).notificationSchema,
}
