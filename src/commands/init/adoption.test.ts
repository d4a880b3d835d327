import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliOptions, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const get = { get: { responses: { 200: { description: 'd' } } } }
const described = (paths: object, more: object = { openapi: '3.1.0' }) =>
  JSON.stringify({ ...more, info: { title: 'Shop', version: '1' }, paths })
const whole = described({ '/a': get, '/b': get, '/c': get })

/** Response by path, with and without the credential. */
const pages: Record<string, (allowed: boolean) => { status?: number; body?: string; location?: string }> = {
  '/open.json': () => ({ body: whole }),
  '/closed.json': (allowed) => (allowed ? { body: whole } : { status: 401 }),
  '/part.json': (allowed) => ({ body: allowed ? whole : described({ '/a': get }) }),
  '/login.json': (allowed) => (allowed ? { body: whole } : { status: 302, location: '/accounts/login' }),
  '/accounts/login': () => ({ body: '<!DOCTYPE html><title>Sign in</title><input type="password">' }),
  '/docs': () => ({ body: '<html><head><title>The docs</title></head></html>' }),
  '/swagger-ui': () => ({
    body: `<!DOCTYPE html>\n<html><head><title>FastAPI - Swagger UI</title></head><script>const ui = SwaggerUIBundle({\n url: '/openapi.json' })</script></html>`,
  }),
}
const secret = 'the-secret-of-the-docs'
let url = ''
const holds = ({ headers, url: at = '' }: IncomingMessage) =>
  headers.authorization === `token ${secret}` || headers['x-key'] === secret || at.includes(`k=${secret}`)
const server = createServer((request, response) => {
  const path = request.url?.split('?')[0] ?? ''
  const { status = 200, body = '', location } = pages[path]?.(holds(request)) ?? { status: 404 }
  response.writeHead(status, location === undefined ? {} : { location }).end(body)
})
beforeEach(async () => {
  url = `http://127.0.0.1:${await listen(server)}`
})
afterEach(() => new Promise((done) => server.close(done)))

const env = { DOCS_KEY: secret }
const cli = (cwd: string, argv: readonly string[], options: Partial<CliOptions> = {}) =>
  runCli(run, argv, { cwd, env, ...options })
const initially = (page: string, ...more: string[]) => ['init', '--url', `${url}${page}`, '--no-workflow', ...more]
const configIn = (cwd: string) => readFile(join(cwd, 'specdrift.config.ts'), 'utf8')
/** Returns a reference to a variable in a header value. */
const variable = (name: string) => `\${${name}}`
const token = 'header:Authorization:DOCS_KEY:prefix=token '

describe('a description behind a credential', () => {
  it.each([
    ['/closed.json', token, 'requires the credential'],
    ['/login.json', 'header:X-Key:DOCS_KEY', 'requires the credential'],
    ['/part.json', 'query:k:DOCS_KEY', 'without the credential the description has 1 of 3 operations'],
  ])('%s is fetched with %s, now and at the next snapshot', async (page, auth, said) => {
    await inFolder([], async (cwd) => {
      const { code, stdout, stderr } = await cli(cwd, initially(page, '--auth', auth))
      expect([code, stderr]).toEqual([0, expect.stringContaining(said)])
      expect(stdout).toContain('a snapshot of 3 operations')
      const config = await configIn(cwd)
      expect(config).toMatch(/sourceAuth: \[\n.*env: 'DOCS_KEY'/)
      expect(`${config}${stdout}${stderr}`).not.toContain(secret)
      expect(await cli(cwd, ['snapshot', 'add'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^unchanged/),
      })
    })
  })

  it('is fetched with a header, using a variable or a literal value', async () => {
    await inFolder([], async (cwd) => {
      const named = await cli(
        cwd,
        initially('/closed.json', '--header', `Authorization: token ${variable('DOCS_KEY')}`),
      )
      expect(named.code).toBe(0)
      expect(await configIn(cwd)).toContain("name: 'Authorization', valuePrefix: 'token ', env: 'DOCS_KEY'")
      const once = await cli(cwd, initially('/part.json', '--header', `X-Key: ${secret}`, '--force'))
      expect(once).toMatchObject({ code: 0, stderr: expect.stringContaining('X-Key is not stored in any file') })
      expect(await configIn(cwd)).not.toContain('sourceAuth')
      const again = ['snapshot', 'add', 'shop', `${url}/closed.json`, '--header', `X-Key: ${secret}`]
      expect(await cli(cwd, again)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^unchanged/) })
    })
  })

  it('needs no credential if the description is the same without it', async () => {
    await inFolder([], async (cwd) => {
      expect(await cli(cwd, initially('/open.json', '--auth', token))).toMatchObject({ code: 0, stderr: '' })
      expect(await configIn(cwd)).not.toContain('sourceAuth')
    })
  })

  it.each([
    ['/closed.json', [], 'it responded with 401, as nothing but the address was sent'],
    ['/closed.json', ['--header', 'X-Key: wrong'], 'it responded with 401, although a credential was sent'],
    ['/login.json', [], '/accounts/login: it responded with a login page in HTML ("Sign in"), not with a description'],
    ['/docs', [], 'is not an OpenAPI description: it is an HTML page ("The docs")'],
    ['/swagger-ui', [], 'it is an HTML page ("FastAPI - Swagger UI"), which shows /openapi.json: name that address'],
    ['/closed.json', ['--auth', 'bearer:UNSET'], 'UNSET, which holds a credential of'],
    ['/closed.json', ['--header', `X: ${variable('UNSET')}`], 'UNSET, which holds a credential of'],
  ])('%s is refused with %j', async (page, more, said) => {
    const { code, stdout, stderr } = await inFolder([], (cwd) => cli(cwd, initially(page, ...more)))
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(said)])
  })

  it.each([
    ['--auth', `bearer:${secret}`],
    ['--header', secret],
  ])('a secret in %s is not repeated', async (flag, given) => {
    const { code, stderr } = await inFolder([], (cwd) => cli(cwd, initially('/open.json', flag, given)))
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${flag} `)])
    expect(stderr).not.toContain(secret)
  })
})

describe('base paths', () => {
  const servers = (list: readonly string[]) => ({ openapi: '3.1.0', servers: list.map((each) => ({ url: each })) })
  const base = (text: string) => /baseUrl: '([^']*)'/.exec(text)?.[1]?.replace(/127.0.0.1:\d+/, 'HERE')

  it.each([
    ['basePath without host', { swagger: '2.0', basePath: '/api/v1' }, undefined, 'http://HERE/api/v1'],
    ['a relative server', servers(['/api/v1']), undefined, 'http://HERE/api/v1'],
    ['a relative server, the host named', servers(['/api/v1']), 'http://b.example', 'http://b.example/api/v1'],
    ['basePath, all named', { swagger: '2.0', basePath: '/v1' }, 'http://b.example/v1/', 'http://b.example/v1'],
    ["a path of one's own", servers(['/api/v1']), 'http://b.example/own', 'http://b.example/own'],
    ['no server', { openapi: '3.1.0' }, undefined, 'http://HERE'],
  ])('%s', async (_what, head, named, expected) => {
    pages['/based.json'] = () => ({ body: described({ '/a': get }, head) })
    await inFolder([], async (cwd) => {
      const flags = named === undefined ? [] : ['--base-url', named]
      const { code } = await cli(cwd, initially('/based.json', ...flags))
      expect([code, base(await configIn(cwd))]).toEqual([0, expected])
    })
  })
})

it('shows guessed credentials and asks for others if they are declined', async () => {
  const schemes = { s: { type: 'http', scheme: 'bearer' }, k: { type: 'apiKey', in: 'query', name: 'key' } }
  const more = { openapi: '3.1.0', components: { securitySchemes: schemes }, security: [{ s: [], k: [] }] }
  pages['/secured.json'] = () => ({ body: described({ '/a': get }, more) })
  await inFolder([], async (cwd) => {
    const argv = initially('/secured.json', '--api', 'shop', '--dry-run')
    const quiet = await cli(cwd, argv)
    const guess = 'bearer:SHOP_S_TOKEN@/a  (security scheme s)\n  query:key:SHOP_K_KEY@/a  (security scheme k)\n'
    expect(quiet).toMatchObject({ code: 0, stderr: expect.stringContaining(guess) })
    const asked = (stdin: string) => cli(cwd, argv, { isTTY: true, stdin })
    const taken = await asked('\nyes\n')
    expect(taken).toMatchObject({ code: 0, stderr: expect.stringContaining(guess) })
    expect(taken.stdout).toContain("env: 'SHOP_S_TOKEN'")
    const own = await asked('\nno\nnonsense\nheader:X-Key:MY_KEY\nbasic:U:P\n\n')
    expect([own.code, own.stderr]).toEqual([0, expect.stringContaining('error: It must be bearer:VARIABLE')])
    expect(own.stdout).toMatch(/name: 'X-Key', env: 'MY_KEY' },\n.*usernameEnv: 'U'/)
    expect((await asked('\nno\nnone\n')).stdout).not.toContain('auth:')
  })
})

it('appends only missing names to an existing .env, and prints only those', async () => {
  await inFolder([], async (cwd) => {
    const held = 'OTHER="a secret"\r\nDOCS_KEY=\r\n'
    await writeFile(join(cwd, '.env'), held)
    const argv = initially('/open.json', '--auth', 'basic:SHOP_USER:DOCS_KEY', '--auth', 'bearer:SHOP_TOKEN@/a')
    const dry = await cli(cwd, [...argv, '--dry-run'], { env: {} })
    expect(dry.stdout).toContain('would add to .env\n\n    SHOP_USER=\n    SHOP_TOKEN=\n')
    expect(dry.stdout).not.toContain('a secret')
    const { code, stdout } = await cli(cwd, argv, { env: {} })
    expect([code, stdout]).toEqual([0, expect.stringContaining('fill in SHOP_TOKEN in .env\n')])
    expect(stdout).toContain('fill in DOCS_KEY in .env')
    const now = `${held}SHOP_USER=\r\nSHOP_TOKEN=\r\n`
    expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(now)
    await cli(cwd, [...argv, '--force'], { env: {} })
    expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(now)
  })
})
