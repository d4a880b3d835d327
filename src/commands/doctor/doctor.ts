import { styleText } from 'node:util'
import { examples } from '../shell/examples.ts'
import { formatOption } from '../shell/options.ts'
import type { Registration } from '../shell/shell.ts'
import type { Diagnosis } from './diagnosis.ts'

/** `specdrift doctor [api]`: whether everything a run needs is there. */
const registerDoctor: Registration = (program, shell) => {
  program
    .command('doctor')
    .summary('say what keeps a run from working')
    .description(
      'Looks at everything a run needs, asks each API for one answer, and says what to do. Ends with 0 or 2.',
    )
    .argument('[api]', 'only this one of several APIs')
    .addOption(formatOption(['text', 'json']))
    .addHelpText('after', examples('specdrift doctor', 'specdrift doctor shop --format json'))
    .action(async (api: string | undefined, { format }: { readonly format: string }) => {
      const { diagnose } = await import('./diagnose.ts')
      const checks = await diagnose(shell, api)
      shell.print(format === 'json' ? `${JSON.stringify({ checks }, null, 2)}\n` : await told(checks, shell.colour()))
      shell.finish(checks.some(({ status }) => status === 'error') ? 2 : 0)
    })
}
export default registerDoctor

const marks = { ok: ['✔', 'green'], warning: ['!', 'yellow'], error: ['✖', 'red'] } as const

async function told(checks: readonly Diagnosis[], colour: boolean): Promise<string> {
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
