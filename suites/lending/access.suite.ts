import { type CompleteResponses, contract } from 'specdrift/suite'
import { describe, expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// Access rights, and responses to unreadable requests.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

for (const operation of [
  'GET /main-account/loans',
  'GET /sub-account/loans',
  'POST /main-account/sub-accounts',
] as const) {
  api.call(operation, { as: 'no credential', auth: false, expect: 401 })
  api.call(operation, { as: 'credential of nobody', auth: 'not-a-token', expect: 401 })
}

api.call('GET /sub-account/loans', { as: 'credential of the main account', auth: '/main-account', expect: 403 })
api.call('GET /main-account/loans', { as: 'credential of a sub-account', auth: '/sub-account', expect: 403 })

describe('the data of another sub-account', () => {
  async function stranger() {
    const body = { email: 'stranger@example.com', contactNumber: '+61400000004' }
    const { json } = await api.send('POST /main-account/sub-accounts', { body })
    return json.accessToken
  }

  test('its loans cannot be read or changed', async () => {
    const { json: mine } = await api.send('GET /sub-account/loans')
    expect(mine).not.toHaveLength(0)
    const auth = await stranger()
    const { json: theirs } = await api.send('GET /sub-account/loans', { auth })
    expect(theirs).toEqual([])
    for (const { id } of mine) {
      const refused = { auth, path: { loanId: id }, expect: 404 } as const
      await api.send('GET /sub-account/loans/{loanId}', refused)
      await api.send('POST /sub-account/loans/{loanId}/close/fiat', refused)
      await api.send('POST /sub-account/loans/{loanId}/close/security', refused)
      const [fiat, crypto] = [{ fiatAmount: 1 }, { cryptoAmount: 0.001 }]
      await api.send('POST /sub-account/loans/{loanId}/repayments/fiat', { ...refused, body: fiat })
      await api.send('POST /sub-account/loans/{loanId}/repayments/security', { ...refused, body: crypto })
      await api.send('POST /sub-account/loans/{loanId}/security/top-up', { ...refused, body: crypto })
      await api.send('POST /sub-account/loans/{loanId}/security/withdraw', { ...refused, body: crypto })
    }
  })

  test('its applications cannot be read or changed', async () => {
    const { json: application } = await api.send('POST /sub-account/loans/applications')
    const auth = await stranger()
    const { json: theirs } = await api.send('GET /sub-account/loans/applications', { auth })
    expect(theirs).toEqual([])
    const refused = { auth, path: { id: application.id }, expect: 404 } as const
    await api.send('POST /sub-account/loans/applications/{id}/withdraw', refused)
  })

  test('its transactions cannot be found or renamed', async () => {
    const { json: mine } = await api.send('POST /sub-account/loans/transactions', { body: {} })
    const id = mine.content[0]?.id ?? ''
    const auth = await stranger()
    const { json: theirs } = await api.send('POST /sub-account/loans/transactions', { auth, body: {} })
    expect(theirs.totalElements).toBe(0)
    const body = { id, externalTransactionId: 'not-mine' }
    await api.send('PATCH /sub-account/loans/transactions', { auth, body, expect: 404 })
  })
})

test('a body that is not JSON gets the documented error', async () => {
  const { json } = await api.send('POST /main-account/webhooks', { rawBody: '{"eventType":', expect: 400 })
  expect(json.message).not.toBe('')
})

api.call('POST /main-account/webhooks', { as: 'body that is a list', body: [], expect: 400 })
api.call('POST /main-account/sub-accounts', { as: 'no body', rawBody: '', expect: 400 })
