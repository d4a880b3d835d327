import { type CompleteAnswers, contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// Who may call what, and how requests that cannot be read are refused.
const api = await contract<CompleteAnswers<Operations>>({ api: 'lending' })

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

test('a sub-account does not see the loans of another', async () => {
  const { json: mine } = await api.send('GET /sub-account/loans')
  const { json: other } = await api.send('POST /main-account/sub-accounts', {
    body: { email: 'stranger@example.com' },
  })
  for (const { id } of mine) {
    await api.send('GET /sub-account/loans/{loanId}', { path: { loanId: id }, auth: other.accessToken, expect: 404 })
  }
})

test('a body that is no JSON is refused as the contract says', async () => {
  const { json } = await api.send('POST /main-account/webhooks', { rawBody: '{"eventType":', expect: 400 })
  expect(json.message).not.toBe('')
})

api.call('POST /main-account/webhooks', { as: 'body that is a list', body: [], expect: 400 })
api.call('POST /main-account/sub-accounts', { as: 'no body', rawBody: '', expect: 400 })
