import { afterEach, describe, expect, it } from 'vitest'
import { driftKinds, type Sandbox, type SandboxOptions, startSandbox } from './index.ts'

const running: Sandbox[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ controlPort: 0, ...options })
  running.push(sandbox)
  return sandbox
}

async function control({ controlUrl }: Sandbox, line: string, body?: unknown, type = 'application/json') {
  const [method = '', path = ''] = line.split(' ')
  const sent = body === undefined ? {} : { headers: { 'content-type': type }, body: JSON.stringify(body) }
  const response = await fetch(`${controlUrl}${path}`, { method, ...sent })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function get({ url }: Sandbox, path: string) {
  const response = await fetch(url + path, { headers: { authorization: 'Bearer main-token' } })
  return { status: response.status, text: await response.text() }
}

describe('the control endpoint', () => {
  it('switches drifts on and off while the service runs', async () => {
    const sandbox = await start({ drift: ['null@GET /main-account/health'] })
    const clean = '{"status":"UP"}'
    expect((await get(sandbox, '/main-account/health')).text).toBe('{"status":null}')
    const two = ['extra@GET /main-account/health', 'status@GET /main-account/health']
    expect((await control(sandbox, 'PUT /drift', { drifts: two })).body).toEqual({ drifts: two })
    expect(await get(sandbox, '/main-account/health')).toEqual({
      status: 202,
      text: '{"status":"UP","unheardOf":true}',
    })
    const third = await control(sandbox, 'POST /drift', { drift: 'html@get /main-account/loans' })
    expect(third.body).toEqual({ drifts: [...two, 'html@GET /main-account/loans'] })
    expect((await get(sandbox, '/main-account/loans')).text).toContain('<!doctype html>')
    expect((await control(sandbox, 'DELETE /drift')).body).toEqual({ drifts: [] })
    expect(await get(sandbox, '/main-account/health')).toEqual({ status: 200, text: clean })
  })

  it('lists the kinds with the operations they can happen at', async () => {
    const { body } = await control(await start(), 'GET /drift')
    expect(Object.keys(Object(body.kinds)).sort()).toEqual([...driftKinds].sort())
    expect(body).toMatchObject({ drifts: [], kinds: { required: expect.arrayContaining(['GET /sub-account/loans']) } })
  })

  it('moves time, and everything due has happened before it responds', async () => {
    const sandbox = await start()
    expect((await control(sandbox, 'GET /clock')).body).toEqual({ now: '2026-01-15T09:00:00.000Z' })
    const moved = await control(sandbox, 'POST /clock', { advance: 'P1DT1H' })
    expect(moved.body).toEqual({ now: '2026-01-16T10:00:00.000Z' })
    expect(JSON.parse((await get(sandbox, '/main-account/loans')).text)).toMatchObject({ totalElements: 4 })
  })

  it('resets accounts and time, but keeps the drifts', async () => {
    const sandbox = await start({ drift: ['extra@GET /main-account/health'] })
    const list = async () => JSON.parse((await get(sandbox, '/main-account/sub-accounts')).text)
    const before = await list()
    const account = { firstName: 'A', lastName: 'B', email: 'a@example.com', contactNumber: '+61400000000' }
    const headers = { authorization: 'Bearer main-token', 'content-type': 'application/json' }
    const body = JSON.stringify(account)
    expect((await fetch(`${sandbox.url}/main-account/sub-accounts`, { method: 'POST', headers, body })).ok).toBe(true)
    await sandbox.advance('P1D')
    expect(await list()).not.toEqual(before)
    const anew = { status: 200, body: { now: '2026-01-15T09:00:00.000Z' } }
    expect(await control(sandbox, 'DELETE /state')).toEqual(anew)
    expect([await list(), sandbox.drifts()]).toEqual([before, ['extra@GET /main-account/health']])
  })

  it('does not reset a persistent state', async () => {
    const journal = { read: async () => [], append: async () => {}, close: async () => {} }
    const response = await control(await start({ journal }), 'DELETE /state')
    expect(response).toEqual({ status: 400, body: { message: expect.stringContaining('another state file') } })
  })

  it.each([
    ['PUT /drift', { drifts: ['nul@GET /main-account/health'] }, /no drift kind 'nul'/],
    ['PUT /drift', { drifts: 'null@GET /main-account/loans' }, /must be a list/],
    ['POST /drift', {}, /Required: drift/],
    ['POST /clock', { advance: '1 day' }, /no ISO 8601 duration/],
    ['POST /clock', { advance: 'P' }, /no ISO 8601 duration/],
    ['POST /clock', { advance: 'P500Y' }, /past the year 2199/],
  ])('rejects %s %j without changes', async (line, body, message) => {
    const sandbox = await start({ drift: ['extra@GET /main-account/health'] })
    const response = await control(sandbox, line, body)
    expect([response.status, response.body]).toEqual([400, { message: expect.stringMatching(message) }])
    expect(sandbox.drifts()).toEqual(['extra@GET /main-account/health'])
    expect((await control(sandbox, 'GET /clock')).body).toEqual({ now: '2026-01-15T09:00:00.000Z' })
  })

  it("rejects web forms, and lists the endpoint's operations", async () => {
    const sandbox = await start()
    expect((await control(sandbox, 'POST /drift', { drift: 'x' }, 'text/plain')).status).toBe(415)
    expect(await control(sandbox, 'GET /')).toMatchObject({ status: 404, body: { message: expect.any(String) } })
  })

  it('does not exist by default', async () => {
    const sandbox = await startSandbox()
    running.push(sandbox)
    expect(sandbox.controlUrl).toBeUndefined()
  })
})

describe('options', () => {
  it.each([[{ clock: 'noon' }], [{ clock: '1999-01-01' }], [{ build: 'b99' }]])('refuses %j', async (options) => {
    await expect(startSandbox(options)).rejects.toThrow(/clock|build/)
  })

  it('sets the clock, or lets it run', async () => {
    const fixed = await start({ clock: '2027-03-01T00:00:00Z' })
    expect((await control(fixed, 'GET /clock')).body).toEqual({ now: '2027-03-01T00:00:00.000Z' })
    const before = Date.now()
    const { body } = await control(await start({ clock: 'real' }), 'GET /clock')
    expect(Date.parse(String(body.now))).toBeGreaterThanOrEqual(before)
  })

  it('serves the given description and a self-contained page', async () => {
    const get = { tags: ['<b>tag'], summary: 'a & b' }
    const post = { requestBody: { content: { 'application/json': { example: { a: '</script>' } } } } }
    const [paths, type] = [{ '/a': { get, post } }, 'http']
    const components = { schemas: {}, securitySchemes: { mainAccount: { type }, subAccount: { type } } }
    const description = async () => ({ info: { title: 'T', version: '1' }, components, paths })
    const { url } = await start({ description })
    const served = await (await fetch(`${url}/openapi.json`)).json()
    const securitySchemes = {
      mainAccount: { type, 'x-default': 'main-token' },
      subAccount: { type, 'x-default': 'sub-token' },
    }
    const open = { ...components, securitySchemes }
    expect(served).toEqual({ ...(await description()), components: open, servers: [{ url }] })
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await page.text()
    expect(html).toContain('&lt;b&gt;tag')
    expect(html).toContain('2 operations')
    expect(html).not.toMatch(/<script|<b>tag|<\/script|src=|@import/)
  })
})

describe('a body that is too large', () => {
  it.each([true, false])('is rejected and not stored: announced %s', async (isAnnounced) => {
    const sandbox = await start()
    const chunk = new Uint8Array(64 * 1024).fill(32)
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length
        if (sent > 64 * 2 ** 20) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const body = isAnnounced ? ' '.repeat(1024 * 1024) : stream
    const headers = { 'content-type': 'application/json' }
    // Node requires `duplex` for a stream.
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const response = await fetch(`${sandbox.controlUrl}/clock`, init).catch(() => undefined)
    // A rejection during sending can break the connection.
    if (isAnnounced || response !== undefined) expect(response?.status).toBe(413)
    expect(sent).toBeLessThan(32 * 2 ** 20)
    expect((await control(sandbox, 'GET /clock')).status).toBe(200)
  })
})
