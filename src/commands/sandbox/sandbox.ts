import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { packageFile } from '../../files/package-file.ts'
import type { Description, Sandbox } from '../../sandbox/index.ts'
import { choiceOption } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import type { Registration } from '../shell/shell.ts'
import { openSandbox } from './open-sandbox.ts'

interface SandboxFlags {
  readonly port: number
  readonly host?: string
  readonly controlPort: number
  readonly build: string
  readonly drift: readonly string[]
  readonly seed: number
  readonly clock?: string
  readonly state?: string
  readonly webhooks: 'loopback' | 'anywhere'
}

const registerSandbox: Registration = (program, shell) => {
  program
    .command('sandbox')
    .summary('run a demo API on this machine')
    .description('Runs a demo API (a lending service) on this machine, until Ctrl-C.')
    .option('--port <number>', 'port to listen on (default: a free one)', portOf, 0)
    .option(
      '--host <name>',
      'address to listen on (default: 127.0.0.1); rejects requests for other host names except loopback',
    )
    .option('--control-port <number>', 'port of the control endpoint (default: a free one)', portOf, 0)
    .option('--build <id>', 'version of the interface, b01 to b07', 'b07')
    .option('--drift <kind@operation>', 'make a response violate the contract (repeatable)', collect, [])
    .option('--seed <number>', 'seed for generated prices', wholeNumber, 1)
    .option('--clock <time>', 'ISO 8601 time of the stopped clock, or real')
    .option('--state <file>', 'keep the state in this file across restarts')
    .addOption(
      choiceOption('--webhooks <where>', 'where webhooks may be sent: this machine or anywhere', [
        'loopback',
        'anywhere',
      ]).default('loopback'),
    )
    .addHelpText(
      'after',
      examples(
        'specdrift sandbox --port 8080',
        'specdrift sandbox --build b03 --drift "null@GET /main-account/loans" --clock real',
      ),
    )
    .action(async ({ state, ...flags }: SandboxFlags) => {
      const { openStateFile } = await import('./state-file.ts')
      const journal = state === undefined ? undefined : await openStateFile(resolve(shell.cwd, state), shell.note)
      const description = () => readDescription(flags.build)
      const sandbox = await openSandbox({ ...flags, description, journal })
      try {
        shell.print(greeting(sandbox))
        await shell.interrupted()
      } finally {
        await sandbox.close()
      }
    })
}
export default registerSandbox

function greeting({ url, controlUrl, tokens }: Sandbox): string {
  return [
    `The sandbox listens at ${url}`,
    `  main account  Bearer ${tokens.main}`,
    `  sub-account   Bearer ${tokens.sub}`,
    `  description   ${url}/openapi.json, to browse: ${url}/`,
    `  control       ${controlUrl}/drift, /clock and /state`,
    `Try: curl -H 'Authorization: Bearer ${tokens.main}' ${url}/main-account/loans/offers`,
    `     curl -X POST -H 'Content-Type: application/json' -d '{"advance":"P1D"}' ${controlUrl}/clock`,
    'Stop it with Ctrl-C.\n',
  ].join('\n')
}

/** Reads the snapshot of a build, which is part of the sources and of the package. */
async function readDescription(build: string): Promise<Description> {
  const { loadDocument } = await import('../../description/reading/load.ts')
  const { root } = await loadDocument(packageFile(`specs/lending/${build}.yaml`))
  return root
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}
