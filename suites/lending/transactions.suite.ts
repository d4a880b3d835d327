import { type CompleteResponses, contract } from 'specdrift/suite'
import { describe, expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// Transactions: search by type, status and date, sort, and rename.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

for (const account of ['main-account', 'sub-account'] as const) {
  const search = `POST /${account}/loans/transactions` as const

  test(`the ${account} searches by type and status, sorted by time`, async () => {
    const { json: all } = await api.send(search, { body: {} })
    const types = all.content.slice(0, 1).map(({ type }) => type)
    const statuses = all.content.slice(0, 1).map(({ status }) => status)
    const { json: page } = await api.send(search, {
      body: { dateFrom: '2000-01-01', filter: { types, statuses }, field: 'created', direction: 'ASC' },
    })
    expect(page.content).not.toHaveLength(0)
    for (const { type, status } of page.content) expect([[type], [status]]).toEqual([types, statuses])
    const times = page.content.map(({ created }) => Date.parse(created))
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  test(`the ${account} searches by date`, async () => {
    const { json: all } = await api.send(search, { body: { sorting: [{ field: 'created', direction: 'DESC' }] } })
    const lastDay = (all.content[0]?.created ?? '').slice(0, 10)
    const { json: since } = await api.send(search, { body: { dateFrom: lastDay } })
    expect(new Set(since.content.map(({ created }) => created.slice(0, 10)))).toEqual(new Set([lastDay]))
    const { json: none } = await api.send(search, { body: { dateTo: '1999-12-31' } })
    expect(none).toMatchObject({ content: [], empty: true, first: true, last: true, totalElements: 0 })
  })

  describe(`the ${account} is refused`, () => {
    const bodies = {
      'date that is none': { dateFrom: 'yesterday' },
      'field that there is not': { sorting: [{ field: 'colour', direction: 'ASC' }] },
    }
    for (const [as, body] of Object.entries(bodies)) api.call(search, { as, body, expect: 400 })
  })
}

test('a transaction can be renamed', async () => {
  const { json: page } = await api.send('POST /sub-account/loans/transactions', { body: {} })
  const id = page.content[0]?.id ?? ''
  const { json: changed } = await api.send('PATCH /sub-account/loans/transactions', {
    body: { id, externalTransactionId: 'bookkeeping-1' },
  })
  expect(changed).toMatchObject([{ id, externalTransactionId: 'bookkeeping-1' }])
})

api.call('PATCH /sub-account/loans/transactions', {
  as: 'unknown transaction',
  body: { id: 'nope', externalTransactionId: 'bookkeeping-1' },
  expect: 404,
})
