import { Command, CommanderError, Option } from 'commander'
import { ToolError } from '../model/errors.ts'
import { logLevels } from '../model/log.ts'
import { printable } from '../model/printable.ts'
import { toolVersion } from '../run/tool-version.ts'
import { didYouMean } from '../util/text.ts'
import registerBaseline from './baseline/baseline.ts'
import registerCanIRemove from './consumers/can-i-remove.ts'
import registerConsumers from './consumers/consumers.ts'
import registerChangelog from './contract/changelog.ts'
import registerDiff from './contract/diff.ts'
import registerSnapshot from './contract/snapshot.ts'
import registerTypes from './contract/types.ts'
import registerDoctor from './doctor/doctor.ts'
import registerHistory from './history/history.ts'
import registerInit from './init/init.ts'
import registerMonitor from './live/monitor.ts'
import registerPlan from './live/plan.ts'
import registerTest from './live/test.ts'
import registerCompletion from './reference/completion.ts'
import registerRules from './reference/rules.ts'
import registerSchema from './reference/schema.ts'
import registerNotify from './report/notify.ts'
import registerPatch from './report/patch.ts'
import registerReport from './report/report.ts'
import registerSandbox from './sandbox/sandbox.ts'
import { type HelpExtent, helpLayout } from './shell/help.ts'
import { levelOf, levelOfNote, logFormats, openLog } from './shell/log.ts'
import { choiceOption } from './shell/options/choices.ts'
import { examples } from './shell/options/examples.ts'
import type { Environment, ExitCode, GlobalFlags, Output, ProgressLine, Registration, Shell } from './shell/shell.ts'
import { viewOf } from './shell/view.ts'
import registerCheck from './traffic/check.ts'
import registerDescribe from './traffic/describe.ts'
import registerLearn from './traffic/learn.ts'
import registerProxy from './traffic/proxy.ts'
import registerRedact from './traffic/redact.ts'

/** Fits any terminal: a wrapped line could not be erased. */
const mostColumns = 79

/** The commands by the headings of `--help`. */
const registrations: Readonly<Record<string, readonly Registration[]>> = {
  'Start here:': [registerInit, registerDoctor, registerDiff, registerTest, registerMonitor],
  'Descriptions:': [registerSnapshot, registerChangelog, registerPatch, registerTypes],
  'Recorded traffic:': [registerCheck, registerLearn, registerDescribe, registerRedact, registerProxy],
  'Findings and reports:': [
    ...[registerBaseline, registerHistory, registerReport, registerNotify, registerPlan],
    ...[registerConsumers, registerCanIRemove],
  ],
  'Reference:': [registerRules, registerSchema, registerSandbox, registerCompletion],
}

/** Creates the command-line parser with all commands. */
export function createProgram(shell: Shell, helpExtent: HelpExtent = 'all'): Command {
  const program = new Command('specdrift')
    .description('Detects breaking changes between OpenAPI versions, and drift between a live API and its contract.')
    .version(toolVersion(), '-V, --version', 'print the version')
    .addOption(new Option('-v', 'print the version').hideHelp())
    .on('option:v', () => {
      shell.print(`${toolVersion()}\n`)
      throw new CommanderError(0, 'commander.version', toolVersion())
    })
    .option('--config <file>', 'config file (default: specdrift.config.{ts,js,json,yaml})')
    .option(
      '--no-config-code',
      'reject a config file that is code (ignored by test and monitor, because their suites are code)',
    )
    .option('--debug', 'print the code and the stack trace of an error')
    .addOption(choiceOption('--log-level <level>', 'log level on stderr; default: LOG_LEVEL, or info', logLevels))
    .addOption(choiceOption('--log-format <format>', 'log format', logFormats).default('pretty'))
    .option('--no-color', 'disable colors, like NO_COLOR')
    .helpOption('-h, --help', 'print help; with --all, all options')
    .configureHelp(helpLayout(helpExtent))
    .exitOverride()
    .configureOutput({ writeOut: shell.print, writeErr: () => {} })
    .addHelpText('after', examples('specdrift init', 'specdrift diff old.yaml new.yaml', 'specdrift monitor'))
  for (const [heading, group] of Object.entries(registrations)) {
    program.commandsGroup(heading)
    for (const register of group) register(program, shell)
  }
  program.helpCommand('help [command]', 'print help for a command')
  return program
}

/** Exit codes: 0 clean, 1 findings, 2 could not check, 130 or 143 if stopped by a signal. Never throws. */
export async function run(environment: Environment): Promise<ExitCode> {
  const { argv, stdout, stderr, ...rest } = environment
  const progressLine = openProgressLine(stderr, rest.env)
  // Erase the progress line before other output.
  const writeTo = (stream: Output) => (text: string) => {
    progressLine?.clear()
    stream.write(text)
  }
  let code: ExitCode = 0
  const { log, entries } = await openLog(writeTo(stderr), rest.clock, () => ({
    level: argv.includes('--verbose') ? 'debug' : levelOf(flagIn(argv, 'log-level', logLevels), rest.env.LOG_LEVEL),
    format: flagIn(argv, 'log-format', logFormats) ?? 'pretty',
  }))
  const shell: Shell = {
    ...rest,
    print: writeTo(stdout),
    note: (text) => log(levelOfNote(text), text),
    log,
    logged: () => entries,
    progressLine,
    finish: (next) => {
      code = next
    },
    globals: () => program.opts<GlobalFlags>(),
    view: () => viewOf(environment, shell.globals().color),
  }
  const program = createProgram(shell, argv.includes('--all') ? 'all' : 'first')
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    const failed = report(error, program, shell, argv)
    // TypeScript doesn't see that `finish` may have changed the code.
    const finished: ExitCode = code as ExitCode
    return finished === 130 || finished === 143 ? finished : failed
  }
}

/** Returns the value of an option, even if the command line is otherwise invalid. */
function flagIn<T extends string>(argv: readonly string[], name: string, known: readonly T[]): T | undefined {
  const at = argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  const value = at < 0 ? undefined : (argv[at]?.split('=')[1] ?? argv[at + 1])
  return known.find((one) => one === value)
}

function report(error: unknown, program: Command, shell: Shell, argv: readonly string[]): 0 | 2 {
  if (error instanceof CommanderError) return reportUsage(error, program, shell, argv)
  const debug = argv.includes('--debug')
  if (error instanceof ToolError) {
    const hint = error.code === 'USAGE' ? usageHint(program, argv) : error.hint
    shell.note(`error: ${error.message}\nhint: ${hint}\n`)
    if (debug) shell.note(`code: ${error.code}\n${traceOf(error)}\n`)
    return 2
  }
  shell.note(`${unexpected(error, debug)}\n`)
  return 2
}

/** Formats an unexpected error, with a stack trace if `debug` is set. */
export function unexpected(error: unknown, debug: boolean): string {
  const message = error instanceof Error ? error.message : String(error)
  const hint = 'This is a defect of specdrift; please report it. Run again with --debug for the stack.'
  return `error: ${message}\nhint: ${hint}${debug ? `\n${traceOf(error)}` : ''}`
}

function reportUsage(error: CommanderError, program: Command, shell: Shell, argv: readonly string[]): 0 | 2 {
  if (error.exitCode === 0) return 0
  if (error.code === 'commander.help') {
    const { command, rest } = commandOf(program, argv)
    // `help` with an unknown command, for example `help monitr`.
    if (rest !== undefined) {
      shell.note(`error: unknown command '${rest}'${nearest(rest, command)}\nhint: ${usageHint(program, argv)}\n`)
      return 2
    }
    command.configureOutput({ writeErr: shell.note }).outputHelp({ error: true })
    return 2
  }
  const [message = '', suggestion = misspelt(error, program, argv)] = error.message.split('\n')
  shell.note(`${message}${suggestion === undefined ? '' : ` ${suggestion}`}\n`)
  shell.note(`hint: ${usageHint(program, argv)}\n`)
  return 2
}

/** Returns a hint that refers to the help of the command that the user probably meant. */
function usageHint(program: Command, argv: readonly string[]): string {
  const { command, names } = commandOf(program, argv)
  const flags = command.commands.length > 0 ? '--help' : '--help --all'
  const what = command.commands.length > 0 ? 'the commands' : 'all arguments and options'
  let help = ''
  const write = (text: string) => {
    help += text
  }
  command.configureOutput({ writeOut: write, writeErr: write }).outputHelp()
  const [, example = names.join(' ')] = /\nExamples:\n {2}(.*)/.exec(help) ?? []
  return `For example: ${example}. \`${names.join(' ')} ${flags}\` lists ${what}.`
}

/** Returns the command that the words refer to, and the first unknown word. */
function commandOf(program: Command, argv: readonly string[]) {
  const names = [program.name()]
  let command = program
  let rest: string | undefined
  for (const word of argv) {
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word))
    if (next === undefined && !word.startsWith('-') && word !== 'help') rest ??= word
    if (next === undefined) continue
    names.push(next.name())
    command = next
    rest = undefined
  }
  return { command, names, rest }
}

/** Suggests a subcommand. For a mistyped one, commander reports an excess argument of the parent command. */
function misspelt(error: CommanderError, program: Command, argv: readonly string[]): string | undefined {
  const { command, rest } = commandOf(program, argv)
  if (error.code !== 'commander.excessArguments' || rest === undefined) return undefined
  return nearest(rest, command).trimStart() || undefined
}

function nearest(word: string, { commands }: Command): string {
  const near = didYouMean(
    word,
    commands.map((each) => each.name()),
  )
  return near === undefined ? '' : ` (Did you mean ${near}?)`
}

/** Formats a stack trace. Errors from suite workers are plain objects. */
function traceOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const stack = 'stack' in error && typeof error.stack === 'string' ? error.stack : ''
  return 'cause' in error && error.cause !== undefined ? `${stack}\ncaused by:\n${traceOf(error.cause)}` : stack
}

/** Opens a progress line, if stderr is a capable terminal and not in CI. Otherwise returns undefined. */
function openProgressLine(stderr: Output, env: Environment['env']): ProgressLine | undefined {
  if (stderr.isTTY !== true || env.TERM === 'dumb' || (env.CI ?? '') !== '') return undefined
  const erase = '\r\u001b[2K'
  let isShown = false
  return {
    show(text) {
      isShown = true
      stderr.write(`${erase}${printable(text).slice(0, mostColumns)}`)
    },
    clear() {
      if (isShown) stderr.write(erase)
      isShown = false
    },
  }
}
