import { describe, expect, it } from 'vitest'
import { type TestRequest, testClient } from '../test-client.ts'

interface Item {
  readonly id: string
  readonly loanId: string
  readonly type: string
  readonly status: string
  readonly created: string
  readonly fiatAmount?: number
}

interface Page {
  readonly content: readonly Item[]
  readonly totalElements: number
}

async function search(body: unknown, query = '', client = testClient()) {
  return client.call<Page>(`POST /main-account/loans/transactions${query}`, { body })
}

async function ids(body: unknown): Promise<readonly string[]> {
  return (await search(body, '?pageSize=100')).body.content.map(({ id }) => id.replace('transaction-', ''))
}

/** Returns identifiers from one number down to another. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => String(from - index))

describe('transaction search', () => {
  it('accepts an empty request and lists all, newest first', async () => {
    const empty = { dateFrom: '', dateTo: '', direction: '', field: '', filter: {}, sorting: [] }
    expect(await ids(empty)).toEqual(await ids({}))
    expect(await ids(empty)).toEqual(down(15, 1))
    const { status } = await testClient().call('POST /main-account/loans/transactions')
    expect(status).toBe(200)
  })

  it('filters by types and statuses', async () => {
    const { body } = await search({ filter: { types: ['FIAT_REPAY', 'FIAT_BORROW'], statuses: ['COMPLETED'] } })
    expect(new Set(body.content.map(({ type }) => type))).toEqual(new Set(['FIAT_REPAY', 'FIAT_BORROW']))
    const none = await search({ filter: { statuses: ['ROLLED_BACK'] } })
    expect(none.body).toMatchObject({
      content: [],
      empty: true,
      totalElements: 0,
      totalPages: 0,
      first: true,
      last: true,
    })
  })

  it('filters by dates, inclusive, where dateTo covers the whole day', async () => {
    expect(await ids({ dateFrom: '2026-01-15' })).toEqual(['15', '14'])
    expect(await ids({ dateFrom: '2025-11-16T09:00:00Z', dateTo: '2025-11-26' })).toEqual(down(7, 4))
    expect(await ids({ dateTo: '2025-11-16T09:00:00Z' })).toEqual(down(5, 1))
    expect(await ids({ dateTo: '2025-11-16T08:59:59.999Z' })).toEqual(down(3, 1))
  })

  it('sorts by one field and direction, or by a list of them', async () => {
    expect(await ids({ field: 'id', direction: 'DESC' })).toEqual(down(15, 1))
    expect((await ids({ field: 'fiatAmount' })).slice(0, 3)).toEqual(['14', '9', '10'])
    const sorting = [{ field: 'loanId', direction: 'DESC' }, { field: 'type' }, { field: 'id', direction: 'DESC' }]
    expect(await ids({ sorting })).toEqual([
      '10',
      '7',
      '6',
      '13',
      '8',
      '5',
      '15',
      '4',
      '14',
      '9',
      '3',
      '12',
      '2',
      '11',
      '1',
    ])
  })

  it('paginates with the documented envelope', async () => {
    const { body } = await search({ field: 'id', direction: 'ASC' }, '?pageNumber=1&pageSize=4')
    expect(body.content.map(({ id }) => id)).toEqual([
      'transaction-5',
      'transaction-6',
      'transaction-7',
      'transaction-8',
    ])
    const envelope = { empty: false, first: false, last: false, number: 1, size: 4, totalElements: 15, totalPages: 4 }
    expect(body).toMatchObject(envelope)
    const last = await search({}, '?pageNumber=3&pageSize=4')
    expect(last.body).toMatchObject({ last: true, empty: false })
    const beyond = await search({}, '?pageNumber=4&pageSize=4')
    expect(beyond.body).toMatchObject({ content: [], empty: true, last: true, number: 4 })
  })

  it('finds only own transactions for a sub-account', async () => {
    const { body } = await testClient().call<Page>('POST /sub-account/loans/transactions', { body: {} })
    expect(body.totalElements).toBe(12)
    expect(body.content.every(({ loanId }) => loanId !== 'loan-3')).toBe(true)
  })

  it.each([
    [{ filter: { types: ['BORROW'] } }, 'filter.types'],
    [{ filter: { statuses: 'COMPLETED' } }, 'filter.statuses'],
    [{ dateFrom: 'yesterday' }, 'dateFrom'],
    [{ dateTo: '2026-01-15T09:00:00' }, 'dateTo'],
    [{ field: 'colour' }, 'field'],
    [{ field: 'id', direction: 'SIDEWAYS' }, 'direction'],
    [{ sorting: [{ field: 'colour' }] }, 'sorting[0].field'],
    [{ sorting: 'id' }, 'sorting'],
  ])('rejects %j', async (body, field) => {
    const response = await search(body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: 'INVALID_FIELD', field })
  })
})

describe('PATCH transactions', () => {
  it('changes the external identifier, which the loan then shows', async () => {
    const client = testClient()
    const request: TestRequest = { body: { id: 'transaction-2', externalTransactionId: 'mine-2' } }
    const { body } = await client.call<Item[]>('PATCH /sub-account/loans/transactions', request)
    expect(body).toMatchObject([{ id: 'transaction-2', externalTransactionId: 'mine-2' }])
    const loan = await client.call('GET /sub-account/loans/loan-1')
    expect(loan.body).toMatchObject({ externalTransactionIds: expect.arrayContaining(['mine-2']) })
  })

  it('has the application of a transaction', async () => {
    const { body } = await testClient().call<Page>('POST /sub-account/loans/transactions', { body: {} })
    const redraw = body.content.find(({ id }) => id === 'transaction-12')
    expect(redraw).toMatchObject({ type: 'FIAT_BORROW', loanApplicationId: 'redraw-1' })
  })
})
