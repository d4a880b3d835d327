import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { configured, type LiveOption, liveOptions } from '../../config/live-options.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'
import { optionOf } from '../shell/options/options.ts'

const { started } = servers()

test('an option is known by the name that commander gives its flag', () => {
  const options: readonly (readonly [string, LiveOption])[] = Object.entries(liveOptions)
  for (const [name, option] of options) expect(optionOf(option).attributeName()).toBe(name)
  expect(configured.map(([name]) => name)).toEqual(['responseTimeMs', 'crossCheck'])
})

test('an option that the config has too wins over it', async () => {
  const port = await started(
    createServer(async (_request, response) => {
      // No response takes less.
      await setTimeout(20)
      response.end()
    }),
  )
  const paths = { '/a': { get: { responses: { 200: { description: 'd' } } } } }
  const content = JSON.stringify({ openapi: '3.1.0', info: { title: 'Demo', version: '1' }, paths })
  const suite =
    "import { contract } from 'specdrift/suite'\nconst api = await contract({ api: 'demo' })\napi.call('GET /a')"
  const config = JSON.stringify({ apis: { demo: { responseTimeMs: 600_000 } } })
  const files = [
    { name: 'openapi.json', content },
    { name: 'specdrift.config.json', content: config },
    { name: 'suites/demo/a.suite.ts', content: suite },
  ]
  await inFolder(files, async (cwd) => {
    await runCli(run, ['snapshot', 'add', 'demo', 'openapi.json'], { cwd })
    const call = ['test', 'demo', '--base-url', `http://127.0.0.1:${port}`, '--format', 'json']
    const found = async (...flags: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await runCli(run, [...call, ...flags], { cwd })
      return JSON.parse(stdout).findings.map(({ ruleId }: { readonly ruleId: string }) => ruleId)
    }
    expect(await found()).toEqual([])
    expect(await found('--response-time-ms', '1')).toEqual(['response-time'])
  })
})
