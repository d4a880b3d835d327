import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CliResult } from './run-cli.ts'

/** An end-to-end test of the command line, read from a text file. */
export interface Scenario {
  /** First line of the file. */
  readonly title: string
  readonly files: readonly { readonly name: string; readonly content: string }[]
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  /** Command lines to run first. They must exit with 0. */
  readonly before: readonly (readonly string[])[]
  readonly argv: readonly string[]
}

/**
 * Parses a scenario: a title, then sections that start with `=== <word>`: `file <name>`, `env` (NAME=value lines), `stdin`, `before` and
 * `run` (arguments), `exit`, `stdout`, `stderr`. A missing output section means no output.
 */
export async function readScenario(path: string): Promise<Scenario> {
  const [title = '', ...sections] = (await readFile(path, 'utf8')).split(/^=== /m)
  const parsed = sections.map((section) => {
    const [head = '', ...body] = section.split('\n')
    const [word = '', name = ''] = head.split(' ')
    return { word, name, body: body.join('\n') }
  })
  const only = (word: string) => parsed.find((section) => section.word === word)?.body ?? ''
  const unknown = parsed.find(({ word }) => !words.has(word))
  if (unknown !== undefined) throw new Error(`${path}: no section is called ${unknown.word}`)
  return {
    title: title.trim(),
    files: parsed.filter(({ word }) => word === 'file').map(({ name, body }) => ({ name, content: body })),
    env: Object.fromEntries(only('env').trim().split('\n').filter(Boolean).map(pair)),
    stdin: only('stdin'),
    before: parsed.filter(({ word }) => word === 'before').map(({ body }) => argumentsOf(body.trim())),
    argv: argumentsOf(only('run').trim()),
  }
}

const outputs = ['exit', 'stdout', 'stderr']
const words = new Set(['file', 'env', 'stdin', 'before', 'run', ...outputs])

/** Returns a scenario's text with a result instead of the expected one, to compare both as one file and to update it (`vitest -u`). */
export function withResult(text: string, { code, stdout, stderr }: CliResult): string {
  const inputs = text
    .split(/^(?==== )/m)
    .filter((section) => !outputs.some((word) => section.startsWith(`=== ${word}\n`)))
  const result = { exit: `${code}\n`, stdout, stderr }
  return [...inputs, ...Object.entries(result).map(([word, body]) => (body === '' ? '' : `=== ${word}\n${body}`))].join(
    '',
  )
}

/** Calls a function with a new folder containing the scenario's files. Removes the folder afterwards. */
export async function inFolder<T>(files: Scenario['files'], use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-'))
  try {
    for (const { name, content } of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Splits a command line at spaces, except in double quotes. */
function argumentsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
}

function pair(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}
