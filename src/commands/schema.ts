import { Argument } from 'commander'
import type { Registration } from './shell.ts'

/** `specdrift schema <what>`: the JSON Schema of what specdrift writes and reads. */
const registerSchema: Registration = (program, shell) => {
  program
    .command('schema')
    .summary('print the JSON Schema of report.json or of the config')
    .addArgument(
      new Argument('<what>', 'of the JSON reports, or of specdrift.config.json').choices(['report', 'config']),
    )
    .action(async (what: 'report' | 'config') => {
      const schema =
        what === 'report'
          ? (await import('../report/report.schema.ts')).reportSchema
          : (await import('../config/schema.ts')).configJsonSchema()
      shell.print(`${JSON.stringify(schema, null, 2)}\n`)
    })
}
export default registerSchema
