import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

interface Event {
  readonly id: string
  readonly eventType: string
  readonly data: Record<string, unknown>
}

/** Starts a webhook that returns these statuses in order, then 200. */
async function receiver(...statuses: number[]) {
  const events: Event[] = []
  const server = createServer(async (request, response) => {
    events.push(JSON.parse(await textOf(request)))
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, events }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

async function sandboxWith(eventType: string, url: string, options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options)
  cleanups.push(() => sandbox.close())
  const { status } = await call(sandbox, 'POST /main-account/webhooks', { eventType, url })
  expect(status).toBe(200)
  return sandbox
}

async function call({ url, tokens }: Sandbox, line: string, body?: unknown) {
  const [method = '', path = ''] = line.split(' ')
  const token = path.startsWith('/main') ? tokens.main : tokens.sub
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...sent,
  })
}

/** Returns the listed executions of 'webhook-2', the first that isn't seeded. */
async function executions(sandbox: Sandbox): Promise<readonly unknown[]> {
  const response = await call(sandbox, 'GET /main-account/webhooks/executions?pageSize=100')
  const { content } = (await response.json()) as { content: { webhookId: string; responseStatus?: number }[] }
  return content.filter(({ webhookId }) => webhookId === 'webhook-2').map(({ responseStatus }) => responseStatus)
}

describe('webhooks', () => {
  it('are called for a new transaction, and the execution is listed', async () => {
    const { url, events } = await receiver()
    const sandbox = await sandboxWith('TRANSACTION_STATUS_CHANGED', url)
    await call(sandbox, 'POST /sub-account/loans/loan-1/repayments/fiat', { fiatAmount: 12.5 })
    await sandbox.settled()
    expect(events).toMatchObject([
      { eventType: 'TRANSACTION_STATUS_CHANGED', data: { type: 'FIAT_REPAY', status: 'COMPLETED', fiatAmount: 12.5 } },
    ])
    expect(await executions(sandbox)).toEqual([200])
  })

  it.each([
    ['LOAN_STATUS_CHANGED', 'POST /sub-account/loans/loan-1/close/fiat', {}, { id: 'loan-1', status: 'CLOSED' }],
    ['MISSING_BANK_ACCOUNT', 'POST /main-account/sub-accounts', { email: 'a@b.cd' }, { subAccountId: 'sub-3' }],
  ])('are notified of %s', async (eventType, line, body, data) => {
    const { url, events } = await receiver()
    const sandbox = await sandboxWith(eventType, url)
    await call(sandbox, line, body)
    await sandbox.settled()
    expect(events).toMatchObject([{ eventType, data }])
  })

  it('are retried after 1, 5 and 30 minutes with the same event, and then no more', async () => {
    const { url, events } = await receiver(500, 503, 302, 404)
    const sandbox = await sandboxWith('TRANSACTION_STATUS_CHANGED', url)
    await call(sandbox, 'POST /sub-account/loans/loan-1/repayments/fiat', { fiatAmount: 1 })
    await sandbox.settled()
    const seen: number[] = []
    for (const pause of ['PT59S', 'PT1S', 'PT4M59S', 'PT1S', 'PT30M', 'PT10H']) {
      await sandbox.advance(pause)
      seen.push(events.length)
    }
    expect(seen).toEqual([1, 2, 2, 3, 4, 4])
    expect(new Set(events.map(({ id }) => id)).size).toBe(1)
    expect(await executions(sandbox)).toEqual([500, 503, 302, 404])
  })

  it('without a response have an execution without a status', async () => {
    const { url } = await receiver()
    await cleanups.pop()?.()
    const sandbox = await sandboxWith('TRANSACTION_STATUS_CHANGED', url)
    await call(sandbox, 'POST /sub-account/loans/loan-1/repayments/fiat', { fiatAmount: 1 })
    await sandbox.settled()
    expect(await executions(sandbox)).toEqual([undefined])
  })

  it.each([
    [{}, 'not called', 0, undefined],
    [{ webhooks: 'anywhere' as const }, 'called where that is configured', 1, 204],
  ])('on other machines, with %j, are %s', async (options, _, calls, status) => {
    // 192.0.2.0/24 is reserved for documentation (RFC 5737), so no host responds.
    const elsewhere = 'http://192.0.2.1/hook'
    const real = fetch
    const called: unknown[] = []
    vi.stubGlobal('fetch', (to: Parameters<typeof real>[0], init?: RequestInit) => {
      if (to !== elsewhere) return real(to, init)
      called.push(to)
      return Promise.resolve(new Response(null, { status: 204 }))
    })
    cleanups.push(async () => vi.unstubAllGlobals())
    const sandbox = await sandboxWith('TRANSACTION_STATUS_CHANGED', elsewhere, options)
    await call(sandbox, 'POST /sub-account/loans/loan-1/repayments/fiat', { fiatAmount: 1 })
    await sandbox.settled()
    expect(called).toHaveLength(calls)
    expect(await executions(sandbox)).toEqual([status])
  })

  it.each(['ftp://localhost/', 'http://', 'http://a b/', 'http://1.2.3.400/', 'http://localhost:70000/', 'localhost'])(
    'cannot be registered at %s',
    async (url) => {
      const sandbox = await startSandbox()
      cleanups.push(() => sandbox.close())
      const response = await call(sandbox, 'POST /main-account/webhooks', { eventType: 'LOAN_STATUS_CHANGED', url })
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ field: 'url' })])
    },
  )
})
