import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { runCli } from '../testing/cli/run-cli.ts'
import { createProgram, run } from './run.ts'
import { groupedOptions } from './shell/help.ts'

const shell = {
  ...{ env: {}, stdin: (async function* () {})(), cwd: '/nowhere', clock: () => 0, interrupted: async () => {} },
  ...{
    print: () => {},
    note: () => {},
    log: () => {},
    logged: () => [],
    finish: () => {},
    globals: () => ({ configCode: true, color: true }),
    view: () => ({ colour: false }),
  },
}

/** Returns the executable commands with their names. */
function leaves(command: Command, words: readonly string[] = []): [string, Command][] {
  if (command.commands.length === 0) return [[words.join(' '), command]]
  return command.commands.flatMap((each) => leaves(each, [...words, each.name()]))
}

/** Returns the commands that only have subcommands, including the program. */
function groups(command: Command, words: readonly string[] = []): string[] {
  if (command.commands.length === 0) return []
  return [words.join(' '), ...command.commands.flatMap((each) => groups(each, [...words, each.name()]))]
}

async function helpOf(name: string): Promise<string> {
  const words = name.split(' ').filter((word) => word !== '')
  const { code, stdout, stderr } = await runCli(run, [...words, '--help'], { cwd: '/nowhere' })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

async function examplesOf(name: string): Promise<string[]> {
  const [, examples = ''] = (await helpOf(name)).split('\nExamples:\n')
  return [...examples.matchAll(/^ {2}(specdrift .*)$/gm)].map(([, line]) => line ?? '')
}

/** Returns the arguments of a line, without redirection. */
function argumentsOf(line: string): string[] {
  const [command = ''] = line.split(/ >+ /)
  return Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '').slice(1)
}

/** Parses a line with the program. Returns the command that it would run. */
async function parsed(line: string): Promise<string> {
  const program = createProgram(shell)
  let chosen = ''
  for (const [name, command] of leaves(program)) {
    command.action(() => {
      chosen = name
    })
  }
  await program.parseAsync(argumentsOf(line), { from: 'user' })
  return chosen
}

/** Returns the long names of the options of the command that the words refer to. */
function everyOption(command: Command, [name, ...rest]: readonly string[]): string[] {
  const next = command.commands.find((each) => each.name() === name)
  return next === undefined ? command.options.map(({ long }) => long ?? '') : everyOption(next, rest)
}

/** Deprecated names. They share the help of the current command. */
const aliases = ['snapshots']
const commands = leaves(createProgram(shell)).flatMap(([name]) => (aliases.includes(name) ? [] : [name]))

describe('--help', () => {
  it.each(commands)('of %s ends with examples that are command lines of it', async (name) => {
    const lines = await examplesOf(name)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect([line, await parsed(line)]).toEqual([line, name])
  })

  it.each(groups(createProgram(shell)))('of "%s" ends with examples of several of its commands', async (name) => {
    const lines = await examplesOf(name)
    const chosen = await Promise.all(lines.map(parsed))
    expect(chosen.filter((each) => !each.startsWith(name))).toEqual([])
    expect(new Set(chosen).size).toBeGreaterThan(1)
  })

  it.each([...groups(createProgram(shell)), ...commands])('of "%s" says what it is for', async (name) => {
    expect((await helpOf(name)).split('\n\n')[1]).toMatch(/^[A-Z].*\.$/s)
  })

  it.each(['', ...commands])('of "%s" fits on one screen, with at most 12 options', async (name) => {
    const help = await helpOf(name)
    const [, options = ''] = help.split('\nOptions:\n')
    expect(help.split('\n').length).toBeLessThan(name === '' ? 56 : 45)
    expect(options.match(/^ {2}-(?!h,)/gm)?.length ?? 0).toBeLessThanOrEqual(12)
  })

  it('prints the remaining options with --all', async () => {
    const [first, all] = [await helpOf('monitor'), await helpOf('monitor --all')]
    expect(first).toMatch(/\n\d\d more options: specdrift monitor --help --all\n/)
    expect(first).not.toContain('--shard <i/n> ')
    expect(all).toMatch(/\nCI:\n.* --shard <i\/n> .*\nAdvanced:\n/s)
    expect(all).not.toContain('more options')
  })

  it('lists options that exist', () => {
    const options = ['', ...commands].flatMap((name) => everyOption(createProgram(shell), name.split(' ')))
    expect(groupedOptions.filter((option) => !options.includes(option))).toEqual([])
  })

  it('would catch an option that is no more', async () => {
    expect(commands).toContain('report merge')
    expect(groups(createProgram(shell))).toEqual([
      '',
      'snapshot',
      'baseline',
      'history',
      'report',
      'notify',
      'consumers',
    ])
    await expect(parsed('specdrift monitor --no-such-thing')).rejects.toThrow(/unknown option/)
  })

  it('shows how to get started', async () => {
    const { stdout } = await runCli(run, ['--help'], { cwd: '/nowhere' })
    expect(stdout).toMatch(/Examples:\n {2}specdrift init\n/)
  })
})
