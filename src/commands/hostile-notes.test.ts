import { expect, it } from 'vitest'
import { startCli } from '../testing/cli-process.ts'
import { inFolder } from '../testing/scenario.ts'

const description = 'openapi: 3.0.3\ninfo: { title: D, version: "1" }\npaths: {}\n'

it.each([
  ['an address', ['diff', '\n::error::x', 'a.yaml']],
  ['an option', ['diff', '--\n::stop-commands::x']],
  ['a command', ['\u001b[31m\u2028##[group]x\n::error::x']],
  ['an API', ['snapshots', '\u001b]0;x\u0007\u202e']],
  ['a key of the config', ['snapshots', '--config', 'c.json']],
  ['a reference, with its stack', ['--debug', 'snapshot', 'shop', 'b.yaml']],
])('%s cannot make a terminal or a workflow log act', async (_, args) => {
  const files = [
    { name: 'a.yaml', content: description },
    {
      name: 'b.yaml',
      content: `${description}"x\\n::error::\\e[31m": 1\ncomponents: { schemas: { A: { $ref: "::error::\\n##[group]" } } }\n`,
    },
    { name: 'c.json', content: JSON.stringify({ '\n::error::\u001b[31m##[group]': 1 }) },
  ]
  await inFolder(files, async (cwd) => {
    const { stderr } = await startCli(args, { cwd }).ended
    expect(stderr).toMatch(/\w/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]|^\s*::|##\[/m)
  })
})
