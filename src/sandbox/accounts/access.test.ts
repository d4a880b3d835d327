import { describe, expect, it } from 'vitest'
import { goodRequests } from '../good-requests.ts'
import { testClient } from '../test-client.ts'

const requests = goodRequests.map(([operation, path, body]) => {
  const [method = ''] = operation.split(' ')
  return { call: `${method} ${path}`, body, other: path.startsWith('/main') ? 'sub-token' : 'main-token' }
})

describe('credentials', () => {
  it.each(requests)('$call rejects callers without a credential', async ({ call, body }) => {
    const { status, headers, body: response } = await testClient().call(call, { body, token: null })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(response).toEqual({ code: 'UNAUTHORIZED', message: expect.any(String), traceId: 'trace-1' })
  })

  it.each(requests)('$call rejects an unknown credential', async ({ call, body }) => {
    const { status, body: response } = await testClient().call(call, { body, token: 'stolen' })
    expect(status).toBe(401)
    expect(response).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it.each(requests)('$call rejects the other kind of account', async ({ call, body, other }) => {
    const { status, body: response } = await testClient().call(call, { body, token: other })
    expect(status).toBe(403)
    expect(response).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('are returned with a new sub-account and valid at once', async () => {
    const client = testClient()
    const request = { body: { email: 'new@example.com' } }
    const { body: account } = await client.call<{ accessToken: string }>('POST /main-account/sub-accounts', request)
    const { status, body } = await client.call('GET /sub-account/loans', { token: account.accessToken })
    expect([status, body]).toEqual([200, []])
  })
})

describe('isolation', () => {
  const foreign = requests.filter(({ call }) => /\/(loan|application|transaction)-\d/.test(call))

  it.each(foreign)('$call hides resources of another sub-account', async ({ call, body }) => {
    const { status, body: response } = await testClient().call(call, { body, token: 'sub-2-token' })
    expect(status).toBe(404)
    expect(response).toMatchObject({ code: 'NOT_FOUND', field: expect.any(String), fields: [expect.any(String)] })
  })

  it('shows each sub-account its own loans, and the main account all of them', async () => {
    const client = testClient()
    const ids = (loans: readonly { id: string }[]) => loans.map(({ id }) => id)
    const first = await client.call<{ id: string }[]>('GET /sub-account/loans')
    const second = await client.call<{ id: string }[]>('GET /sub-account/loans', { token: 'sub-2-token' })
    const main = await client.call<{ content: { id: string }[] }>('GET /main-account/loans')
    expect(ids(first.body)).toEqual(['loan-1', 'loan-2'])
    expect(ids(second.body)).toEqual(['loan-3'])
    expect(ids(main.body.content)).toEqual(['loan-1', 'loan-2', 'loan-3'])
  })

  it('finds and renames own transactions only', async () => {
    const client = testClient()
    const search = { token: 'sub-2-token', body: {} }
    const { body } = await client.call<{ content: { loanId: string }[] }>(
      'POST /sub-account/loans/transactions',
      search,
    )
    expect(new Set(body.content.map(({ loanId }) => loanId))).toEqual(new Set(['loan-3']))
    const rename = { token: 'sub-2-token', body: { id: 'transaction-1', externalTransactionId: 'mine' } }
    expect((await client.call('PATCH /sub-account/loans/transactions', rename)).status).toBe(404)
  })

  it.each([
    ['redraws', { loanId: 'loan-3', fiatAmount: 100 }],
    ['rollovers', { loanId: 'loan-3', rolloverType: 'FIXED_TERM', termInYears: 2 }],
  ])('rejects %s on loans of other accounts', async (kind, body) => {
    const { status } = await testClient().call(`POST /sub-account/loans/${kind}/applications`, { body })
    expect(status).toBe(404)
  })
})

describe('paths and methods', () => {
  it.each([
    ['GET /nowhere', 404],
    ['GET /main-account', 404],
    ['GET /main-account/nowhere', 404],
    ['GET /main-account/loans/', 404],
    ['GET /main-account/balances/crypto/DOGE', 404],
    ['GET /main-account/balances/crypto/%zz', 404],
    ['GET /main-account/balances/fiat/AU/NZD', 404],
    ['GET /main-account/deposit/crypto/BTC/ETH/wallet', 404],
    ['GET /main-account/prices/BTC/USD', 404],
    ['GET /main-account/webhooks/webhook-9', 404],
    ['GET /main-account/loans/offers?accountType=FAMILY', 404],
    ['GET /main-account/loans?pageNumber=-1', 400],
    ['GET /main-account/loans?pageSize=0', 400],
    ['DELETE /main-account/webhooks/webhook-1', 405],
    ['POST /main-account/webhooks/executions', 405],
    ['GET /sub-account/loans/transactions', 405],
  ])('%s is %i with the stated body', async (call, expected) => {
    const { status, body } = await testClient().call(call)
    expect(status).toBe(expected)
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String), traceId: 'trace-1' })
  })

  it('lists the methods of a path', async () => {
    const { headers } = await testClient().call('DELETE /sub-account/loans/transactions')
    expect(headers.get('allow')).toBe('POST, PATCH')
  })

  it('rejects a body above the size limit', async () => {
    const request = { rawBody: JSON.stringify({ email: 'a'.repeat(300_000) }) }
    expect((await testClient().call('POST /main-account/sub-accounts', request)).status).toBe(413)
  })

  it('counts trace identifiers', async () => {
    const client = testClient()
    await client.call('GET /nowhere')
    expect((await client.call('GET /nowhere')).body).toMatchObject({ traceId: 'trace-2' })
  })
})
