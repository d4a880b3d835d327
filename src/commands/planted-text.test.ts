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
