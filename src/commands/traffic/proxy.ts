import { spawn } from 'node:child_process'
import { InvalidArgumentError, Option } from 'commander'
import { toolError } from '../../model/errors.ts'
import { renderOptions } from '../report/render-report.ts'
import { examples } from '../shell/options/examples.ts'
import { samplesOption } from '../shell/options/options.ts'
import { destinationsOf, emitAll, type OutputFlags } from '../shell/options/outputs.ts'
import { withContractOptions, withReportOptions } from '../shell/options/report-options.ts'
import type { SettingFlags } from '../shell/settings.ts'
import type { ExitCode, Registration, Shell } from '../shell/shell.ts'
import { contractOf } from './contract-of.ts'
import { keepReports } from './keep-reports.ts'

interface ProxyFlags extends SettingFlags, OutputFlags {
  readonly target: URL
  readonly api?: string
  readonly description?: string
  readonly host?: string
  readonly port?: number
  readonly record?: string
  readonly fail?: boolean
  readonly keepHost?: boolean
  readonly insecure?: boolean
  readonly maxBody?: number
  readonly expand?: boolean
}

const formats = ['text', 'json', 'markdown', 'html', 'junit', 'ctrf', 'sarif', 'github', 'one-line']

/** Registers `specdrift proxy --target <origin>`. */
const registerProxy: Registration = (program, shell) => {
  const command = program
    .command('proxy')
    .summary('forward requests to an API, and check and record them')
    .description(
      'Forwards HTTP/1.1, HTTP/2 (with prior knowledge) and WebSocket unchanged, and checks the exchanges. Runs until Ctrl-C, or until the command after -- ends.',
    )
    .argument('[command...]', 'command to run; gets the proxy address in SPECDRIFT_PROXY_URL')
    .addOption(
      new Option('--target <origin>', 'origin to forward to: https://api.example.com')
        .argParser(originOf)
        .makeOptionMandatory(),
    )
  withContractOptions(command)
    .option('--record <file>', 'save the redacted exchanges: HAR if it ends in .har, else NDJSON')
    .option('--fail', 'exit with 1 if the traffic violates the contract')
    .option('--host <name>', 'address to listen on (default: 127.0.0.1)')
    .addOption(new Option('--port <n>', 'port to listen on (default: a free one)').argParser(portOf))
    .option(
      '--keep-host',
      'keep the Host of requests and the Location of responses (default: redirects stay at the proxy)',
    )
    .option('--insecure', "don't verify the TLS certificate of the target")
    .addOption(
      new Option('--max-body <MB>', 'forward larger bodies without checking them (default: 16)').argParser(megabytesOf),
    )
  withReportOptions(command, formats)
    .addOption(samplesOption())
    .option('--reports-dir <folder>', 'folder for reports')
    .addHelpText(
      'after',
      examples(
        'specdrift proxy --target https://api.example.com --api shop --port 4010',
        'specdrift proxy --target http://127.0.0.1:3000 --description openapi.yaml --record traffic.ndjson',
        'specdrift proxy --target http://127.0.0.1:3000 --api shop --fail -- npm run e2e',
      ),
    )
    .action((command: readonly string[], flags: ProxyFlags) => proxy(shell, command, flags))
}
export default registerProxy

function originOf(text: string): URL {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw new InvalidArgumentError('It must begin with http:// or https://.')
  return url
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

function megabytesOf(text: string): number {
  const size = Number(text)
  if (!(size > 0 && size <= 1024)) throw new InvalidArgumentError('It must be a number above 0 and up to 1024.')
  return Math.round(size * 2 ** 20)
}

async function proxy(shell: Shell, command: readonly string[], flags: ProxyFlags): Promise<void> {
  const destinations = destinationsOf(flags)
  const { options: contract, name, reports } = await contractOf(shell, flags)
  const [{ runProxy }, { renderReport }, { exitCodeOf }] = await Promise.all([
    import('../../run/proxy/run-proxy.ts'),
    import('../../report/render.ts'),
    import('../../report/build.ts'),
  ])
  const { host, port, record, keepHost, insecure } = flags
  let ended: ExitCode = 0
  const report = await runProxy({
    ...contract,
    ...{ target: flags.target, mostBody: flags.maxBody ?? 16 * 2 ** 20 },
    host,
    port,
    record,
    ...(keepHost === true && { keepHost }),
    ...(insecure === true && { insecure }),
    onFinding: ({ severity, ruleId, location, message }) =>
      shell.note(`${severity === 'error' ? '✖' : '!'} ${ruleId}  ${location}: ${message}\n`),
    whileListening: async (url) => {
      shell.note(`forwarding ${url} to ${flags.target.origin}${command.length === 0 ? '; stop with Ctrl-C' : ''}\n`)
      if (command.length === 0) await shell.interrupted()
      else ended = await runCommand(shell, command, url)
    },
  })
  if (record !== undefined) shell.note(`wrote ${record}\n`)
  const options = renderOptions(shell, flags)
  await emitAll(shell, destinations, (format, view) => renderReport(report, format, { ...options, ...view }), name)
  if (reports !== undefined) await keepReports(shell, report, reports)
  const found = exitCodeOf(report)
  // A failure of the command determines the exit code. Drift counts only with `--fail`.
  shell.finish(ended !== 0 ? ended : flags.fail === true ? found : 0)
}

/** Runs the user's command with the proxy's address in its environment. Resolves with 0 on success and 1 on any failure. */
function runCommand(shell: Shell, [program = '', ...args]: readonly string[], url: string): Promise<ExitCode> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: shell.cwd,
      env: { ...shell.env, SPECDRIFT_PROXY_URL: url },
      // Redirect the command's stdout to stderr, because our stdout may contain data.
      stdio: ['inherit', 2, 2],
      shell: process.platform === 'win32',
    })
    // A terminal also sends Ctrl-C to the command. After the command has ended, the proxy stops and reports.
    const forget = shell.signals?.on((signal) => {
      if (signal === 'SIGTERM' || shell.stdin.isTTY !== true) child.kill(signal)
    })
    child.on('error', (error) => fail(toolError('USAGE', [`${program} could not be run: ${error.message}.`], error)))
    child.on('close', (code) => {
      forget?.()
      // If the command could not be started, `error` handles it.
      if (child.pid === undefined) return
      if (code !== 0) shell.note(`${program} ended with ${code ?? 'a signal'}\n`)
      done(code === 0 ? 0 : 1)
    })
  })
}
