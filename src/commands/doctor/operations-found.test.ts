import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const responses = { 200: { description: 'd' } }
const get = { get: { responses } }
const paths = { '/a/{id}': get, '/logout': get, '/b': get, '/c': get, '/d': get, '/e': { post: { responses } } }

/** Runs doctor for an API at the path `root`, with `more` in its description. */
async function examined(
  root: string,
  more: object,
  { at = '', status = 200, only = paths as object, source = '', basePath = '', token = '' } = {},
) {
  const called: string[] = []
  const server = createServer(({ method, url = '', headers }, response) => {
    if (method === 'GET') called.push(url)
    if (token !== '' && url !== '/a/free' && headers.authorization !== 'Bearer right') {
      response.writeHead(401).end()
      return
    }
    const isThere = url.startsWith(`${root}/`) && /^\/(a\/\w+|b|c|d)$/.test(url.slice(root.length))
    response.writeHead(isThere ? status : 404, { 'content-type': 'application/json' }).end('{}')
  })
  cleanups.push(() => server.close())
  const host = `http://127.0.0.1:${await listen(server)}`
  const description = { openapi: '3.1.0', ...more, info: { title: 'Shop', version: '1' }, paths: only }
  const files = [
    { name: 'shop.json', content: JSON.stringify(description) },
    { name: 'suites/shop/all.suite.ts', content: '' },
  ]
  return inFolder(files, async (cwd) => {
    await mkdir(join(cwd, 'specs'), { recursive: true })
    await runCli(run, ['snapshot', 'add', 'shop', 'shop.json'], { cwd })
    const below = basePath === '' ? {} : { basePath }
    const auth = token === '' ? {} : { auth: [{ type: 'bearer', env: 'SHOP_TOKEN' }] }
    const api = {
      ...auth,
      target: { baseUrl: `${host}${at}`, ...below },
      ...(source !== '' && { source: `${host}${source}` }),
    }
    await writeFile(join(cwd, 'specdrift.config.json'), JSON.stringify({ apis: { shop: api } }))
    const env = { SHOP_TOKEN: token }
    const { code, stdout } = await runCli(run, ['doctor', '--format', 'json'], { cwd, env })
    const checks: readonly Record<string, string>[] = JSON.parse(stdout).checks
    const { status: result, message = '', fix = '' } = checks.find(({ what }) => what === 'operations') ?? {}
    return { code, result, message: message.replaceAll(host, 'HOST'), fix: fix.replaceAll(host, 'HOST'), called }
  })
}

it.each([
  ['basePath without host', '/api/v1', { openapi: undefined, swagger: '2.0', basePath: '/api/v1' }, {}],
  ['a relative server', '/api/v1', { servers: [{ url: '/api/v1' }] }, {}],
  ['all in the base URL', '/api/v1', { servers: [{ url: '/api/v1' }] }, { at: '/api/v1' }],
  ['no server', '', {}, {}],
  ['a path that the server does not have', '', { servers: [{ url: '/v2' }] }, { basePath: '/' }],
])('%s: three operations that need no value are called where they are', async (_what, root, more, how) => {
  const { code, result, message, called } = await examined(root, more, how)
  expect([code, result, message]).toEqual([0, 'ok', `GET /b 200, GET /c 200, GET /d 200 below HOST${root}`])
  expect(called).toEqual([`${root}/b`, `${root}/c`, `${root}/d`])
})

it.each([
  ['a path that nothing says', '/api', {}, {}],
  ['the path of the description under another one', '/v2', { servers: [{ url: '/v2' }] }, { at: '/wrong' }],
  ['a path that the server does not have', '', { servers: [{ url: '/v2' }] }, {}],
  ['one of several servers', '/v2', { servers: [{ url: '/v1' }, { url: '/v2' }] }, { at: '/v1' }],
  ['where the description is', '/own/app', {}, { source: '/own/app/openapi.json' }],
  ['what is behind a login', '/api', {}, { status: 401 }],
])('%s: all are 404, and the path is suspected', async (_what, root, more, how) => {
  const { code, result, message, fix } = await examined(root, more, how)
  expect([code, result]).toEqual([2, 'error'])
  expect(message).toMatch(/^GET \/b, GET \/c, GET \/d are all 404 below HOST/)
  expect(message).toMatch(new RegExp(`, and not below HOST${root}$`))
  const setting = root === '' ? 'basePath to /, and a base URL without a path' : `baseUrl to HOST${root}`
  expect(fix).toBe(`Set apis.shop.target.${setting}`)
})

it("fails if the operations don't exist at any path, and shows the description's servers", async () => {
  const { code, fix } = await examined('/nowhere/near/it', { servers: [{ url: '/v1' }] })
  expect([code, fix]).toEqual([2, expect.stringContaining('the description has the servers /v1')])
})

it('does not take an unknown identifier for a wrong path', async () => {
  const { code, result } = await examined('/x/y/z', {}, { only: { '/a/{id}': get } })
  expect([code, result]).toEqual([0, 'warning'])
})

it('calls safe operations only, and warns if all are rejected', async () => {
  const refused = await examined('', {}, { status: 403 })
  expect([refused.code, refused.result, refused.fix]).toEqual([0, 'warning', expect.stringContaining('credentials')])
  const none = await examined('', {}, { only: { '/e': { post: { responses } }, '/logout': get } })
  expect([none.result, none.called]).toEqual([undefined, []])
})

it.each([
  ['everywhere', {}, { '/b': get }],
  [
    'by the description',
    { security: [{ login: [] }] },
    { '/a/free': { get: { ...get.get, security: [] } }, '/b': get },
  ],
])('is red for a credential that is refused %s, and green for one that is not', async (_, more, only) => {
  const refused = await examined('', more, { only, token: 'expired' })
  expect([refused.code, refused.result]).toEqual([2, 'error'])
  expect(refused.message).toMatch(/^SHOP_TOKEN was refused \(401\): expired\? \(.*GET \/b 401\)$/)
  expect(await examined('', more, { only, token: 'right' })).toMatchObject({ code: 0, result: 'ok' })
})
