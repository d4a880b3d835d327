import { afterEach, expect, it } from 'vitest'
import { type Exchange, type Sandbox, startSandbox } from '../index.ts'

const running: Sandbox[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

async function exchangesOf(drift: string, method: string, path: string, body?: string): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  const sandbox = await startSandbox({ drift: [drift], onResponse: (exchange) => exchanges.push(exchange) })
  running.push(sandbox)
  const headers = { authorization: 'Bearer main-token', 'content-type': 'application/json' }
  await fetch(`${sandbox.url}${path}`, { method, headers, ...(body !== undefined && { body }) }).catch(() => {})
  return exchanges
}

const health = 'GET /main-account/health'

it('reports the request, the original response and the altered response', async () => {
  expect(await exchangesOf(`null@${health}`, 'GET', '/main-account/health?a=b')).toEqual([
    {
      ...{ operation: health, method: 'GET', target: '/main-account/health?a=b', body: '' },
      meant: { status: 200, body: '{"status":"UP"}' },
      sent: { status: 200, body: '{"status":null}' },
    },
  ])
})

it('reports a drift that removes the response', async () => {
  const [exchange] = await exchangesOf(`reset@${health}`, 'GET', '/main-account/health')
  expect(exchange).toMatchObject({ operation: health, meant: { body: '{"status":"UP"}' }, sent: { body: '' } })
})

it('reports rejections, which have no original response', async () => {
  const [exchange] = await exchangesOf(`null@${health}`, 'POST', '/main-account/webhooks', '{"eventType":1}')
  expect(exchange).toMatchObject({ operation: 'POST /main-account/webhooks', body: '{"eventType":1}' })
  expect([exchange?.meant, exchange?.sent.status]).toEqual([undefined, 400])
})

it('reports requests without a matching operation', async () => {
  const [exchange] = await exchangesOf(`null@${health}`, 'GET', '/nowhere')
  expect(exchange).toMatchObject({ method: 'GET', target: '/nowhere', sent: { status: 404 } })
  expect(exchange?.operation).toBeUndefined()
})
