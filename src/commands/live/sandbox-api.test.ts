import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const get = { get: { responses: { 200: { description: 'd' } } } }
const snapshot = (paths: object) => {
  const content = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths })
  return { name: 'shop.json', content }
}
const suite = { name: 'suites/shop/all.suite.ts', content: '' }
const config = (api: object) => ({ name: 'specdrift.config.json', content: JSON.stringify({ apis: { shop: api } }) })
const foreign = { '/orders': get, '/main-account/webhooks': get, '/things': get }

it.each([
  ['--sandbox', ['monitor', 'shop', '--sandbox'], {}],
  ['--sandbox', ['test', 'shop', '--sandbox'], { target: { baseUrl: 'http://127.0.0.1:1' } }],
  ['--drift', ['monitor', 'shop', '--drift', 'null@GET /orders'], {}],
  ['target.sandbox of the config', ['monitor'], { target: { sandbox: true } }],
  ['target.sandbox of the config', ['doctor'], { target: { sandbox: true } }],
])('%s is refused for another API: %j', async (flag, argv, api) => {
  await inFolder([snapshot(foreign), suite, config(api)], async (cwd) => {
    await runCli(run, ['snapshot', 'add', 'shop', 'shop.json'], { cwd })
    const { code, stdout, stderr } = await runCli(run, argv, { cwd })
    // A command-line mistake must not replace a report.
    expect((await readdir(cwd)).includes('reports')).toBe(flag.startsWith('target') && argv[0] === 'monitor')
    expect([code, `${stdout}${stderr}`]).toEqual([
      2,
      expect.stringContaining(`${flag} is for the lending API of the built-in sandbox, which has 1 of the 3`),
    ])
  })
})

it('hints never recommend the sandbox', async () => {
  await inFolder([snapshot(foreign), suite, config({})], async (cwd) => {
    await runCli(run, ['snapshot', 'add', 'shop', 'shop.json'], { cwd })
    for (const argv of [['monitor'], ['test'], ['doctor']]) {
      const { code, stdout, stderr } = await runCli(run, argv, { cwd })
      expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('No base URL to call for shop')])
      expect(stdout + stderr).not.toContain('sandbox')
    }
  })
})
