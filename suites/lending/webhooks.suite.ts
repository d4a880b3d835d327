import { type CompleteResponses, contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// Webhooks, which receive the events of the service.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

test('a registered webhook can be read and is listed', async () => {
  const body = { eventType: 'TRANSACTION_STATUS_CHANGED', url: 'http://127.0.0.1:9000/hook' } as const
  const { json: webhook } = await api.send('POST /main-account/webhooks', { body })
  expect(webhook.eventType).toBe(body.eventType)

  const { json: found } = await api.send('GET /main-account/webhooks/{id}', { path: { id: webhook.id } })
  const registered = { id: webhook.id, ...body }
  expect(found).toMatchObject(registered)

  const { json: page } = await api.send('GET /main-account/webhooks')
  expect(page.content).toContainEqual(expect.objectContaining(registered))
})

api.call('GET /main-account/webhooks/executions')

// An event needs a trigger. If the clock can't be moved, the test doesn't wait for one.
const missing = { eventType: 'MISSING_BANK_ACCOUNT', url: 'http://127.0.0.1:9000/hook' } as const
const isMissed = api.has('POST /main-account/webhooks', { body: missing })
test.runIf(isMissed && api.clock !== undefined)('a sub-account without a bank account is announced', async () => {
  const { json: webhook } = await api.send('POST /main-account/webhooks', { body: missing })
  await api.send('POST /main-account/sub-accounts', {
    body: { email: 'nobank@example.com', contactNumber: '+61400000006' },
  })
  await api.clock?.advance('PT1S')
  const { json: page } = await api.send('GET /main-account/webhooks/executions')
  const sent = page.content.filter(({ webhookId }) => webhookId === webhook.id)
  expect(sent).not.toHaveLength(0)
  expect(sent.map(({ eventType }) => eventType)).toEqual(sent.map(() => 'MISSING_BANK_ACCOUNT'))
})
api.call('GET /main-account/webhooks/{id}', { as: 'unknown webhook', path: { id: 'nope' }, expect: 404 })

api.call('POST /main-account/webhooks', {
  as: 'unknown event type',
  body: { eventType: 'FULL_MOON', url: 'http://127.0.0.1:9000/hook' },
  expect: 400,
})

api.call('POST /main-account/webhooks', {
  as: 'address that is none',
  body: { eventType: 'LOAN_STATUS_CHANGED', url: 'nowhere' },
  expect: 400,
})

// These come last, because a webhook receives events only after its registration.
for (const eventType of ['LOAN_STATUS_CHANGED', 'TRANSACTION_STATUS_CHANGED', 'MISSING_BANK_ACCOUNT']) {
  const body = { eventType, url: 'http://127.0.0.1:9000/hook' }
  api.call('POST /main-account/webhooks', {
    ...{ as: eventType, body },
    ...(!api.has('POST /main-account/webhooks', { body }) && { expect: 400 }),
  })
}
