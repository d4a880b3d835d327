import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'
import { nodeVersion } from './diagnose.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts an API with a fixed response. The command line's clock shows 08:00. */
async function started(status = 200, date = 'Fri, 20 Nov 2026 08:00:10 GMT'): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, { date }).end())
  cleanups.push(() => server.close())
  return `http://127.0.0.1:${await listen(server)}`
}

const description = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: { /orders: { get: { security: [{ s: [] }], responses: { "200": { description: d } } } } }
components: { securitySchemes: { s: { type: http, scheme: bearer } } }
`
const project = [
  { name: 'shop.yaml', content: description },
  { name: 'suites/shop/all.suite.ts', content: '' },
]

type Check = Readonly<Record<'status' | 'what' | 'message' | 'api' | 'fix', string>>

/** Runs doctor in a project with a snapshot, after `harm` has modified it. */
async function examine(api: object, { env = {}, harm = async (_cwd: string): Promise<unknown> => undefined } = {}) {
  return inFolder(project, async (cwd) => {
    await runCli(run, ['snapshot', 'add', 'shop', 'shop.yaml', '--id', 'v1'], { cwd })
    await writeFile(join(cwd, 'specdrift.config.json'), JSON.stringify({ apis: { shop: api } }))
    await harm(cwd)
    const { code, stdout, stderr } = await runCli(run, ['doctor', 'shop', '--format', 'json'], { cwd, env })
    expect(stderr).toBe('')
    const checks: readonly Check[] = JSON.parse(stdout).checks
    return { code, checks, of: (what: string) => checks.find((check) => check.what === what) }
  })
}

const auth = [{ type: 'bearer', env: 'SHOP_TOKEN' }]

describe('doctor', () => {
  it('reports no problems in a working project', async () => {
    const target = { baseUrlEnv: 'SHOP_URL' }
    const env = { SHOP_URL: await started(), SHOP_TOKEN: 'secret-of-the-shop' }
    const { code, checks } = await examine({ target, auth }, { env })
    expect(code).toBe(0)
    expect(checks.map(({ what, status }) => `${what} ${status}`)).toEqual([
      ...['node ok', 'config ok', 'reports ok', 'history ok'],
      ...['snapshots ok', 'baseline ok', 'suites ok', 'credentials ok', 'target ok', 'clock ok', 'operations ok'],
    ])
    expect(JSON.stringify(checks)).not.toContain('secret-of-the-shop')
  })

  it.each([
    [
      'snapshots',
      /^specs\/shop\/v1.yaml was changed after it was captured/,
      (cwd: string) => writeFile(join(cwd, 'specs/shop/v1.yaml'), description.replace('Shop', 'Shed')),
    ],
    ['snapshots', /^no snapshots are stored yet/, (cwd: string) => rm(join(cwd, 'specs'), { recursive: true })],
    ['suites', /^no file matches suites\/shop/, (cwd: string) => rm(join(cwd, 'suites'), { recursive: true })],
    ['reports', /reports is not a folder$/, (cwd: string) => writeFile(join(cwd, 'reports'), '')],
    ['baseline', /baseline.json.*JSON/, (cwd: string) => writeFile(join(cwd, 'specs/shop/baseline.json'), '{')],
    ['config', /could not be read/, (cwd: string) => writeFile(join(cwd, 'specdrift.config.json'), '{')],
  ])('finds what is wrong with %s: %s', async (what, message, harm) => {
    const { code, of } = await examine({ target: { sandbox: true } }, { harm })
    expect([code, of(what)]).toEqual([
      2,
      expect.objectContaining({ status: 'error', message: expect.stringMatching(message), fix: expect.any(String) }),
    ])
  })

  it('reports an unreachable target and an unset variable', async () => {
    const { code, of } = await examine({ target: { baseUrl: 'http://127.0.0.1:1' }, auth })
    expect([code, of('target'), of('credentials'), of('clock')]).toEqual([
      2,
      expect.objectContaining({
        status: 'error',
        message: expect.stringMatching(/^No response from 127.0.0.1:1: /),
      }),
      expect.objectContaining({ status: 'error', message: 'SHOP_TOKEN not set' }),
      undefined,
    ])
    expect((await examine({})).of('target')).toMatchObject({ message: 'No base URL to call for shop.' })
    const byName = (env: Record<string, string>) => examine({ target: { baseUrlEnv: 'SHOP_URL' } }, { env })
    expect((await byName({})).of('target')?.message).toBe('No base URL to call for shop: SHOP_URL is not set.')
    expect((await byName({ SHOP_URL: 's3cr3t' })).of('target')).toMatchObject({
      message: 'SHOP_URL is not an http or https URL.',
      fix: 'Set SHOP_URL to a URL that begins with https:// or http://.',
    })
  })

  it('warns about a gateway, a wrong clock and missing credentials', async () => {
    const target = { baseUrl: await started(503, 'Fri, 20 Nov 2026 07:50:00 GMT') }
    const { code, of } = await examine({ target })
    expect([code, of('target'), of('clock'), of('credentials')]).toEqual([
      0,
      expect.objectContaining({ status: 'warning', message: expect.stringContaining('503') }),
      expect.objectContaining({ status: 'warning', message: '600 seconds ahead of the target' }),
      expect.objectContaining({ status: 'warning', message: expect.stringContaining('asks for bearer') }),
    ])
  })

  it('warns about alerts whose variables are not set', async () => {
    const notify = [{ type: 'github-issue' }, { type: 'slack', urlEnv: 'SLACK_URL' }]
    const harm = (cwd: string) => writeFile(join(cwd, 'specdrift.config.json'), JSON.stringify({ notify }))
    const { of } = await examine({}, { harm, env: { GITHUB_TOKEN: 't' } })
    expect(of('alerts')).toMatchObject({ status: 'warning', message: 'SLACK_URL not set' })
  })

  it('prints one line per check, followed by what to do', async () => {
    const { code, stdout } = await inFolder([], (cwd) => runCli(run, ['doctor'], { cwd, isTTY: false }))
    expect([code, stdout]).toEqual([
      2,
      expect.stringMatching(/^✖ APIs {4}no API is configured yet\n {10}Begin with: specdrift init$/m),
    ])
  })

  it('checks the minimum Node version', () => {
    expect([nodeVersion('20.19.0').status, nodeVersion('24.0.0').status]).toEqual(['ok', 'ok'])
    expect(nodeVersion('20.18.3')).toMatchObject({ status: 'error', fix: 'Install Node 20.19 or later.' })
  })

  it('rejects an unknown API', async () => {
    const { code, stderr } = await inFolder(project, (cwd) => runCli(run, ['doctor', 'shed'], { cwd }))
    expect([code, stderr]).toEqual([2, expect.stringContaining('No API called shed')])
  })
})
