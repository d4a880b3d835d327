import { afterEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'

const running: Sandbox[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

async function drifting(...kinds: string[]): Promise<Response> {
  const drift = kinds.map((kind) => `${kind}@GET /main-account/health`)
  const sandbox = await startSandbox({ drift, slowMs: 5 })
  running.push(sandbox)
  return fetch(`${sandbox.url}/main-account/health`, { headers: { authorization: 'Bearer main-token' } })
}

describe('drift over a socket', () => {
  it.each([
    ['status', 202, 'application/json', '{"status":"UP"}'],
    ['content-type', 200, 'text/plain; charset=utf-8', '{"status":"UP"}'],
    ['body', 200, null, ''],
    ['malformed', 200, 'application/json', '{"status":"UP"'],
    ['html', 200, 'text/html; charset=utf-8', '<!doctype html><title>Maintenance</title><p>We are back soon.</p>\n'],
    ['slow', 200, 'application/json', '{"status":"UP"}'],
  ])('%s returns %i, %s and %j', async (kind, status, type, text) => {
    const response = await drifting(kind)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([status, type, text])
  })

  it.each([
    ['429', 'TOO_MANY_REQUESTS'],
    ['500', 'INTERNAL_ERROR'],
    ['503', 'UNAVAILABLE'],
  ])('%s returns the stated error body', async (kind, code) => {
    const response = await drifting(kind)
    expect([String(response.status), await response.json()]).toEqual([
      kind,
      { code, message: expect.any(String), traceId: `trace-${kind}` },
    ])
    expect(response.headers.get('retry-after')).toBe(kind === '429' ? '1' : null)
  })

  it('truncated breaks the connection within the body', async () => {
    const response = await drifting('truncated')
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '15'])
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('reset sends no response', async () => {
    await expect(drifting('reset')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  })

  it('combines several kinds, with the one that ends the connection last', async () => {
    await expect(drifting('reset', 'extra', 'slow')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
    const response = await drifting('truncated', 'status', 'extra')
    expect([response.status, response.headers.get('content-length')]).toEqual([202, '32'])
    await expect(response.text()).rejects.toThrow('terminated')
  })
})
