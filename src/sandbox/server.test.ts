import { afterEach, describe, expect, it } from 'vitest'
import { driftKinds, type Sandbox, type SandboxOptions, SandboxUsageError, startSandbox } from './index.ts'

const running: Sandbox[] = []

async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  running.push(sandbox)
  return sandbox
}

async function get(sandbox: Sandbox, path: string, token = sandbox.tokens.main): Promise<Response> {
  return fetch(sandbox.url + path, { headers: { authorization: `Bearer ${token}` } })
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

describe('startSandbox', () => {
  it('listens on a free loopback port and returns JSON', async () => {
    const sandbox = await start()
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(sandbox.tokens).toEqual({ main: 'main-token', sub: 'sub-token' })
    const response = await get(sandbox, '/main-account/health')
    expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
      200,
      'application/json',
      { status: 'UP' },
    ])
  })

  it('parses a body and rejects malformed JSON over the socket', async () => {
    const sandbox = await start()
    const send = (body: string) =>
      fetch(`${sandbox.url}/sub-account/loans/loan-1/repayments/fiat`, {
        method: 'POST',
        headers: { authorization: 'Bearer sub-token', 'content-type': 'application/json' },
        body,
      })
    expect((await send('{"fiatAmount":1}')).status).toBe(200)
    const refused = await send('{"fiatAmount"')
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ code: 'MALFORMED_JSON' })])
  })

  it('isolates the state of each sandbox', async () => {
    const [one, other] = [await start(), await start()]
    const headers = { authorization: `Bearer ${one.tokens.sub}` }
    await fetch(`${one.url}/sub-account/loans/loan-1/close/fiat`, { method: 'POST', headers })
    const loan = await get(other, '/sub-account/loans/loan-1', other.tokens.sub)
    expect(await loan.json()).toMatchObject({ status: 'ACTIVE' })
  })

  it('accepts tokens and drifts', async () => {
    const sandbox = await start({ tokens: { main: 'secret' }, drift: ['null@GET /main-account/balances/crypto'] })
    expect(sandbox.tokens).toEqual({ main: 'secret', sub: 'sub-token' })
    const response = await get(sandbox, '/main-account/balances/crypto')
    expect(await response.json()).toMatchObject([null, { currency: 'ETH' }, {}, {}, {}])
    expect((await get(sandbox, '/main-account/health', 'main-token')).status).toBe(401)
  })

  it('stops listening when closed', async () => {
    const sandbox = await startSandbox()
    await get(sandbox, '/main-account/health')
    await sandbox.close()
    await expect(get(sandbox, '/main-account/health')).rejects.toThrow()
  })

  it('leaves the global Request and Response unchanged', async () => {
    const before = [globalThis.Request, globalThis.Response]
    await start()
    expect([globalThis.Request, globalThis.Response]).toEqual(before)
  })

  it.each([
    { drift: ['nonsense'] },
    { drift: ['colour@GET /main-account/loans'] },
    { drift: [`${driftKinds[0]}@GET /main-account/nothing`] },
    { tokens: { main: 'same', sub: 'same' } },
    { tokens: { main: '' } },
    { tokens: { sub: 'sub-3-token' } },
  ])('throws a usage error for %j', async (options) => {
    await expect(startSandbox(options)).rejects.toThrow(SandboxUsageError)
  })

  it('rejects if the port is in use', async () => {
    const { url } = await start()
    await expect(startSandbox({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE')
  })
})
