import { styleText } from 'node:util'
import { type ApisFlags, withApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import type { Registration } from '../shell/shell.ts'
import type { Diagnosis } from './diagnosis.ts'

const registerDoctor: Registration = (program, shell) => {
  const [format, output, json] = outputOptions(['text', 'json'])
  withApis(program.command('doctor'), 'names of APIs (default: all)')
    .summary('diagnose configuration and connection problems')
    .description(
      'Checks the config, the credentials and the connection, calls three safe operations of each API, and suggests fixes. Exits with 0 or 2.',
    )
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addHelpText('after', examples('specdrift doctor', 'specdrift doctor shop --format json'))
    .action(async (names: readonly string[], flags: OutputFlags & ApisFlags) => {
      const destinations = destinationsOf(flags)
      const { diagnose } = await import('./diagnose.ts')
      const checks = await diagnose(shell, names, flags)
      await emitAll(shell, destinations, (name, { colour }) =>
        name === 'json' ? `${JSON.stringify({ checks }, null, 2)}\n` : textOf(checks, colour),
      )
      shell.finish(checks.some(({ status }) => status === 'error') ? 2 : 0)
    })
}
export default registerDoctor

const marks = { ok: ['✔', 'green'], warning: ['!', 'yellow'], error: ['✖', 'red'] } as const

async function textOf(checks: readonly Diagnosis[], colour: boolean): Promise<string> {
  const { printable } = await import('../../report/labels.ts')
  const width = Math.max(...checks.map(({ what }) => what.length))
  let last: string | undefined
  return checks
    .flatMap(({ status, api, what, message, fix }) => {
      const [mark, format] = marks[status]
      const sign = colour ? styleText(format, mark, { validateStream: false }) : mark
      const heading = api === last || api === undefined ? [] : ['', api]
      last = api
      const advice = fix === undefined ? [] : [printable(`${' '.repeat(width + 4)}${fix}`)]
      return [...heading, `${sign} ${printable(`${what.padEnd(width)}  ${message}`)}`, ...advice]
    })
    .map((line) => `${line}\n`)
    .join('')
}
