import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { knownKeys } from '../config/known-keys.ts'
import { configJsonSchema } from '../config/schema.ts'
import { errorCodes } from '../model/errors.ts'
import { ids } from '../run/catalogue.ts'
import { runCli } from '../testing/cli/run-cli.ts'
import { createProgram, run } from './run.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const page = (name: string): string => readFileSync(join(docs, name), 'utf8')

/** Returns the sections of a heading level by heading. */
function sections(text: string, mark: string): ReadonlyMap<string, string> {
  const parts = text.split(new RegExp(`^${mark} `, 'm')).slice(1)
  return new Map(parts.map((part): [string, string] => [part.split('\n', 1)[0] ?? '', part]))
}

/** Returns the options listed in a help text: `-o, --output <file>`. */
function optionsOfHelp(help: string): string[] {
  const [text = ''] = help.split('\nExamples:\n')
  const rows = [...text.matchAll(/^ {2}(-\S*.*?)(?: {2,}|$)/gm)].map(([, row]) => row ?? '')
  return rows.filter((row) => !row.startsWith('-h, --help'))
}

const rowsOfPage = (text: string): string[] =>
  [...text.matchAll(/^\| `(-[^`]*)` \|/gm)].map(([, row]) => (row ?? '').replaceAll('\\|', '|'))

const shell = { ...({} as Parameters<typeof createProgram>[0]), print: () => {} }

function commandsOf(command: Command, words: readonly string[] = []): string[] {
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
  if (below.length === 0) return [words.join(' ')]
  return below.flatMap((each) => commandsOf(each, [...words, each.name()]))
}

describe('docs/cli.md', () => {
  const bySection = sections(page('cli.md'), '##')
  const commands = commandsOf(createProgram(shell))

  it('documents exactly the existing commands', () => {
    const documented = [...bySection.keys()].flatMap((title) => /^specdrift (.*)$/.exec(title)?.[1] ?? [])
    expect(documented).toEqual(commands)
    expect(commands.length).toBeGreaterThan(20)
  })

  it.each(commands)('has every option of %s that its help prints, and no other', async (name) => {
    const { stdout } = await runCli(run, [...name.split(' '), '--help', '--all'], { cwd: '/nowhere' })
    expect(rowsOfPage(bySection.get(`specdrift ${name}`) ?? '')).toEqual(optionsOfHelp(stdout))
  })

  it('has the options of every command', async () => {
    const { stdout } = await runCli(run, ['--help', '--all'], { cwd: '/nowhere' })
    expect(rowsOfPage(bySection.get('Options of every command') ?? '')).toEqual(optionsOfHelp(stdout))
  })
})

it('docs/config.md documents exactly the keys of the config, each in its section', () => {
  const documented = [...sections(page('config.md'), '##')].flatMap(([title, text]) => {
    const [, path = ''] = /^Keys of (?:the file|`(.*?)`)/.exec(title) ?? []
    if (!title.startsWith('Keys of')) return []
    return [...text.matchAll(/^\| `([^`]*)`/gm)].map(([, key]) => [path, key].filter(Boolean).join('.'))
  })
  const known = knownKeys(configJsonSchema()).map(({ key, location }) => [...location, key].join('.'))
  const plain = (paths: readonly string[]) => [...new Set(paths.map((path) => path.replace(/<\w+>/g, '*')))].toSorted()
  expect(plain(documented)).toEqual(plain(known))
})

it('docs/troubleshooting.md documents exactly the error codes, each with what to do', () => {
  const [, below = ''] = page('troubleshooting.md').split('\n## Errors by code\n')
  const byCode = sections(below, '###')
  expect([...byCode.keys()]).toEqual(errorCodes.toSorted())
  for (const text of byCode.values()) expect(text).toMatch(/^- \S/m)
})

it('docs/rules/README.md links exactly the rules and checks', () => {
  const linked = [...page('rules/README.md').matchAll(/^\| \[`([a-z-]+)`\]\(\1\.md\)/gm)].map(([, id]) => id)
  expect(linked).toEqual(ids)
})
