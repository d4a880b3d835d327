// Generates docs/cli.md: the commands of the program with all arguments and options.
import { block, generated, page, table } from './markdown.mjs'

const silent = {
  ...{ env: {}, cwd: '/', clock: () => 0, interrupted: async () => {}, print() {}, note() {}, log() {} },
  ...{ stdin: (async function* () {})(), logged: () => [], finish() {}, colour: () => false },
  globals: () => ({ configCode: true, color: true }),
}

/** Renders the page of the command line. */
export function cliPage(createProgram) {
  const program = createProgram(silent)
  const commands = leavesOf(program)
  return page(
    generated,
    '# Commands and options',
    'After reading this page you can look up every command, argument and option, as printed by `specdrift <command> --help --all`. Exit codes: 0 clean, 1 findings at or above `--fail-on`, 2 could not check ([troubleshooting](troubleshooting.md)).',
    table(
      ['command', 'what it does'],
      commands.map(({ name, command }) => [
        `[\`${name}\`](#${anchorOf(name)})`,
        command.summary() || command.description(),
      ]),
    ),
    '## Options of every command',
    optionTable(program),
    ...commands.map(section),
  )
}

/** Returns all commands with their full names, without commands that only have subcommands. */
export function leavesOf(command, words = ['specdrift']) {
  const own = { name: words.join(' '), command }
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
  const children = below.flatMap((each) => leavesOf(each, [...words, each.name()]))
  return below.length === 0 ? [own] : children
}

function section({ name, command }) {
  const args = command.registeredArguments
  return page(
    `## ${name}`,
    command.description(),
    block('text', `${name} ${command.usage()}`),
    argumentTable(args),
    optionTable(command),
    examplesOf(command),
  ).trimEnd()
}

function argumentTable(args) {
  if (args.length === 0) return undefined
  return table(
    ['argument', 'meaning'],
    args.map((each) => [`\`${shown(each)}\``, withChoices(each)]),
  )
}

function shown(argument) {
  const name = argument.name() + (argument.variadic ? '...' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

function optionTable(command) {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
  if (options.length === 0) return undefined
  return table(
    ['option', 'meaning'],
    options.map((option) => [`\`${option.flags}\``, withChoices(option)]),
  )
}

function withChoices({ description, argChoices, defaultValue, negate }) {
  const choices = argChoices === undefined ? '' : ` One of ${argChoices.map((choice) => `\`${choice}\``).join(', ')}.`
  const isSaid =
    defaultValue === undefined || negate || Array.isArray(defaultValue) || typeof defaultValue === 'boolean'
  return `${sentence(description)}${choices}${isSaid ? '' : ` Default: \`${defaultValue}\`.`}`
}

function sentence(text) {
  const first = /^[a-z]+\b(?!\.)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(first) ? first : `${first}.`
}

function examplesOf(command) {
  let text = ''
  command.configureOutput({
    writeOut: (chunk) => {
      text += chunk
    },
  })
  command.outputHelp()
  const [, examples] = text.split('\nExamples:\n')
  return examples && block('sh', examples.replace(/^ {2}/gm, ''))
}

/** Returns GitHub's anchor of a heading. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
