import { InvalidArgumentError } from 'commander'
import { openSandbox } from './open-sandbox.ts'
import type { Registration } from './shell.ts'

interface SandboxFlags {
  readonly port: number
  readonly drift: readonly string[]
}

/** `specdrift sandbox`: the lending service to try things on, until it is interrupted. */
const registerSandbox: Registration = (program, shell) => {
  program
    .command('sandbox')
    .summary('run the lending service to try things on')
    .option('--port <number>', 'port to listen on, any free one by default', portOf, 0)
    .option(
      '--drift <kind@operation>',
      'make one answer drift (repeatable)',
      (value, all: string[]) => [...all, value],
      [],
    )
    .action(async ({ port, drift }: SandboxFlags) => {
      const { url, tokens, close } = await openSandbox({ port, drift })
      try {
        shell.print(
          [
            `The sandbox answers at ${url}`,
            `  main account  Bearer ${tokens.main}`,
            `  sub-account   Bearer ${tokens.sub}`,
            `Try: curl -H 'Authorization: Bearer ${tokens.main}' ${url}/main-account/health`,
            'Stop it with Ctrl-C.\n',
          ].join('\n'),
        )
        await shell.interrupted()
      } finally {
        await close()
      }
    })
}
export default registerSandbox

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}
