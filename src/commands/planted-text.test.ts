import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { errorCodes, toolError } from '../model/errors.ts'
import { runCli } from '../testing/cli/run-cli.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { createProgram, run } from './run.ts'
import { openLog } from './shell/log.ts'

/** Matches text that would control a terminal, mislead readers or run GitHub Actions commands. Tabs are our own. */
const planted = '\n::error::x\u001b[31m\u202e##[add-mask]y\u009b\u0007\r::stop-commands::z'
const acts = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\s*::|##\w*\[/mu

const shell = {
  ...{ env: {}, stdin: (async function* () {})(), cwd: '/nowhere', clock: () => 0, interrupted: async () => {} },
  ...{ print: () => {}, note: () => {}, log: () => {}, logged: () => [], finish: () => {} },
  globals: () => ({ configCode: true, color: true }),
  view: () => ({ colour: false }),
}

/** Returns the executable commands with their names. */
function leaves(command: Command, words: readonly string[] = []): [string, readonly string[], Command][] {
  if (command.commands.length === 0) return [[words.join(' '), words, command]]
  return command.commands.flatMap((each) => leaves(each, [...words, each.name()]))
}

describe.each(['pretty', 'json'] as const)('a %s log line', (format) => {
  it.each(errorCodes)('neutralises the text quoted by %s', async (code) => {
    const lines: string[] = []
    const write = (text: string) => void lines.push(text)
    const settings = () => ({ level: 'debug', format }) as const
    const { log } = await openLog(write, () => 0, settings)
    const args = Array.from({ length: 9 }, () => planted)
    // All messages take strings and ignore superfluous ones.
    const { message, hint } = toolError(code, args as unknown as Parameters<typeof toolError>[1])
    log('error', `error: ${message}\nhint: ${hint}\n`)
    expect(lines.join('')).not.toMatch(acts)
    expect([message, hint].join('')).not.toMatch(/\n(?! {2})/)
  })

  it('neutralizes the text of notes and requests', async () => {
    const lines: string[] = []
    const { log } = await openLog(
      (text) => void lines.push(text),
      () => 0,
      () => ({ level: 'debug', format }),
    )
    log('info', `${planted}\n`)
    log('debug', 'request sent', { method: 'GET', target: planted, failure: planted, credentials: [planted] })
    expect(lines.join('')).not.toMatch(acts)
  })
})

describe.each(leaves(createProgram(shell)))('%s', (_, words, command) => {
  const valued = command.options
    .filter((option) => option.required || option.optional)
    .map((option) => option.long ?? '')
  const lines = [
    [planted],
    [planted, planted],
    [`--${planted}`],
    ['--config', planted],
    ...valued.flatMap((name) => [
      [name, planted],
      [name, planted, planted],
    ]),
  ]

  it('neutralizes its arguments', async () => {
    await inFolder([{ name: 'a.json', content: JSON.stringify({ openapi: planted }) }], async (cwd) => {
      for (const line of [...lines, ['a.json'], ['a.json', 'a.json']]) {
        const { stdout, stderr } = await runCli(run, [...words, ...line], { cwd })
        expect(stdout, line.join(' ')).not.toMatch(acts)
        expect(stderr, line.join(' ')).not.toMatch(acts)
      }
    })
  })
})

const name = planted.replaceAll('"', '')
const described = JSON.stringify({
  openapi: '3.1.0',
  info: { title: planted, version: '1' },
  paths: {
    '/a': {
      get: {
        parameters: [{ name, in: 'query', required: true, schema: { type: 'string', enum: [planted] } }],
        responses: { 200: { description: planted, content: { 'application/json': { schema: {} } } } },
      },
    },
  },
})
const recorded = JSON.stringify({
  request: { method: 'GET', url: 'https://x.example/a?b=1', headers: { [`x-${name}`]: planted } },
  response: { status: 299, headers: { 'content-type': 'application/json', [name]: 'x' }, body: { [planted]: planted } },
})
const interaction = {
  description: planted,
  request: { method: 'GET', path: '/a' },
  response: { status: 200, headers: { [name]: planted }, body: { [planted]: planted } },
}
const contents = {
  'openapi.json': described,
  'specdrift.config.json': JSON.stringify({ apis: { demo: { source: 'openapi.json' } } }),
  'a.ndjson': `${recorded}\n`,
  'access.log': [
    `10.0.0.1 - ${planted.replaceAll(/[\r\n]/g, '')} [10/Oct/2026:13:55:36 +0000] "GET /a?b=\u202e HTTP/1.1" 299 1 "\u001b[31m" "##[add-mask]q\u202e"`,
    planted,
    '10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /\u202enope##[add-mask]q HTTP/1.1" 200 1 "-" "-"',
    '',
  ].join('\n'),
  'pact.json': JSON.stringify({
    consumer: { name: planted },
    provider: { name: planted },
    interactions: [interaction],
  }),
}

const files = Object.entries(contents).map(([file, content]) => ({ name: file, content }))

describe('text of files', () => {
  it.each([
    ['check a.ndjson --description openapi.json'],
    ['check access.log --description openapi.json'],
    ['describe a.ndjson'],
    ['describe a.ndjson --description openapi.json'],
    ['describe a.ndjson --description openapi.json --format patch'],
    ['consumers list'],
    ['consumers list --format json'],
    ['can-i-remove "GET /a" --description openapi.json'],
    ['can-i-remove "GET /a" --description openapi.json --format json'],
    ['plan demo --operations'],
    ['plan demo --operations --format json'],
    ['types demo'],
    ['history prune demo --older-than 1d'],
  ])('is inert in the output of %s', async (line) => {
    await inFolder(files, async (cwd) => {
      await runCli(run, ['snapshot', 'add', 'demo', 'openapi.json', '--id', 'v1'], { cwd })
      await runCli(run, ['consumers', 'import', 'pact.json', '--description', 'openapi.json'], { cwd })
      const words = [...line.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
      const { stdout, stderr } = await runCli(run, words, { cwd })
      expect(stdout.length + stderr.length).toBeGreaterThan(0)
      expect(`${stdout}\n${stderr}`).not.toMatch(acts)
    })
  })

  it('is inert in the output of consumers pact', async () => {
    await inFolder(files, async (cwd) => {
      await runCli(run, ['consumers', 'import', 'pact.json', '--description', 'openapi.json'], { cwd })
      const { stdout, stderr } = await runCli(run, ['consumers', 'pact', planted, '--description', 'openapi.json'], {
        cwd,
      })
      expect(JSON.parse(stdout).consumer).toEqual({ name: planted })
      expect(`${stdout}\n${stderr}`).not.toMatch(acts)
    })
  })
})
