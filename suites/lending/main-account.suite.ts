import { type CompleteAnswers, contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// Offers, loans and transactions as the main account sees them: those of all its sub-accounts.
const api = await contract<CompleteAnswers<Operations>>({ api: 'lending' })

api.call('GET /main-account/health')

test('loans come in pages', async () => {
  const query = { pageNumber: '0', pageSize: '2' }
  const { json: first } = await api.send('GET /main-account/loans', { query })
  expect(first).toMatchObject({ number: 0, size: 2, first: true })
  const { json: beyond } = await api.send('GET /main-account/loans', { query: { pageNumber: '1000' } })
  expect(beyond).toMatchObject({ content: [], empty: true, last: true, totalElements: first.totalElements })
})

api.call('GET /main-account/loans', { as: 'default page' })
api.call('GET /main-account/loans', { as: 'page size that is no number', query: { pageSize: 'many' }, expect: 400 })

for (const accountType of ['PERSONAL', 'BUSINESS']) {
  test(`what an offer for ${accountType} accounts would cost`, async () => {
    const { json: offers } = await api.send('GET /main-account/loans/offers', { query: { accountType } })
    const credit = offerFor(offers, 'LINE_OF_CREDIT')
    const fixed = offerFor(offers, 'FIXED_TERM')
    const path = (offer: { readonly id: string }) => ({ loanOfferId: offer.id })

    const { json: principal } = await api.send('POST /main-account/loans/offers/{loanOfferId}/principal', {
      path: path(credit),
      body: { cryptoAmount: 1 },
    })
    expect(principal.maxFiatPrincipalAmount).toBeLessThanOrEqual(credit.maxFiatPrincipalAmount)
    const fiatPrincipalAmount = principal.minFiatPrincipalAmount

    await api.send('POST /main-account/loans/offers/{loanOfferId}/interest', {
      path: path(credit),
      body: { fiatPrincipalAmount, securityCryptoAmount: 1 },
    })
    await api.send('POST /main-account/loans/offers/{loanOfferId}/repayments', {
      path: path(fixed),
      body: { fiatPrincipalAmount, termInYears: 1 },
    })
  })
}

api.call('GET /main-account/loans/offers', { as: 'no type of account' })
api.call('GET /main-account/loans/offers', { as: 'unknown account type', query: { accountType: 'ALIEN' }, expect: 404 })

api.call('POST /main-account/loans/offers/{loanOfferId}/principal', {
  as: 'unknown offer',
  path: { loanOfferId: 'nope' },
  expect: 404,
})

api.call('POST /main-account/loans/offers/{loanOfferId}/interest', {
  as: 'more than the security carries',
  body: { fiatPrincipalAmount: 900_000, securityCryptoAmount: 0.001 },
  expect: 409,
})

test('transactions are searched by type and status and sorted by time', async () => {
  const { json: page } = await api.send('POST /main-account/loans/transactions', {
    body: {
      dateFrom: '2000-01-01',
      filter: { types: ['FIAT_BORROW', 'FIAT_REPAY'], statuses: ['COMPLETED'] },
      field: 'created',
      direction: 'ASC',
    },
  })
  expect(page.content).not.toHaveLength(0)
  for (const { type, status } of page.content) {
    expect(['FIAT_BORROW', 'FIAT_REPAY']).toContain(type)
    expect(status).toBe('COMPLETED')
  }
  const times = page.content.map(({ created }) => Date.parse(created))
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

api.call('POST /main-account/loans/transactions', { as: 'everything', body: {} })
api.call('POST /main-account/loans/transactions', { as: 'before all time', body: { dateTo: '1999-12-31' } })
api.call('POST /main-account/loans/transactions', {
  as: 'former transaction type',
  body: { filter: { types: ['TOP_UP_COLLATERAL'] } },
  expect: 400,
})

function offerFor<T extends { readonly repaymentType: string }>(offers: readonly T[], repaymentType: string): T {
  const found = offers.find((offer) => offer.repaymentType === repaymentType)
  if (found === undefined) throw new Error(`there is no offer for ${repaymentType}`)
  return found
}
