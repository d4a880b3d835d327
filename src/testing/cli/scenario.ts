import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CliResult } from './run-cli.ts'

/** One end-to-end case of the command line, read from a text file. */
export interface Scenario {
  /** The first line: what it shows. */
  readonly title: string
  readonly files: readonly { readonly name: string; readonly content: string }[]
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  /** Command lines that come first and must end with 0. */
  readonly before: readonly (readonly string[])[]
  readonly argv: readonly string[]
  readonly expected: CliResult
}

/**
 * Reads a scenario: a title, then sections that open with `=== <word>`: `file <name>`, `env` (NAME=value lines),
 * `stdin`, `before` and `run` (the arguments), `exit`, `stdout`, `stderr`. An output section left out means nothing is written.
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
    expected: { code: Number(only('exit')), stdout: only('stdout'), stderr: only('stderr') },
  }
}

const words = new Set(['file', 'env', 'stdin', 'before', 'run', 'exit', 'stdout', 'stderr'])

/** Runs something in a new folder with the scenario's files, which is removed afterwards. */
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

/** Splits a command line at spaces; a part in double quotes stays whole. */
function argumentsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
}

function pair(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}
