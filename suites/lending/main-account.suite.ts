import { type CompleteResponses, contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// The main account sees the offers and loans of all its sub-accounts.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

if (api.has('GET /main-account/health')) api.call('GET /main-account/health')

test('loans come in pages', async () => {
  const query = { pageNumber: '0', pageSize: '2' }
  const { json: first } = await api.send('GET /main-account/loans', { query })
  expect(first).toMatchObject({ number: 0, size: 2, first: true })
  const { json: beyond } = await api.send('GET /main-account/loans', { query: { pageNumber: '1000' } })
  expect(beyond).toMatchObject({ content: [], empty: true, last: true, totalElements: first.totalElements })
})

test('the pages together contain every loan', async () => {
  const { json: all } = await api.send('GET /main-account/loans', { query: { pageSize: '100' } })
  const ids: string[] = []
  for (let pageNumber = 0; pageNumber * 2 < all.totalElements; pageNumber += 1) {
    const query = { pageNumber: String(pageNumber), pageSize: '2' }
    const { json: page } = await api.send('GET /main-account/loans', { query })
    expect(page).toMatchObject({ number: pageNumber, totalElements: all.totalElements })
    ids.push(...page.content.map(({ id }) => id))
  }
  expect(ids).toEqual(all.content.map(({ id }) => id))
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

test('every asset with a limit can be borrowed on', async () => {
  const { json: limits } = await api.send('GET /main-account/ltv/limits')
  const { json: offers } = await api.send('GET /main-account/loans/offers')
  const offered = new Set(offers.map(({ cryptoCurrency }) => cryptoCurrency))
  expect(limits.map(({ cryptoCurrency }) => cryptoCurrency).filter((asset) => !offered.has(asset))).toEqual([])
})

// The first contract has an enum of account types, and UUIDs as offer ids.
const alien = { query: { accountType: 'ALIEN' } }
const offers = 'GET /main-account/loans/offers'
api.call(offers, { as: 'unknown account type', ...alien, expect: api.has(offers, alien) ? 404 : 400 })
const nowhere = { path: { loanOfferId: 'nope' } }
const principal = 'POST /main-account/loans/offers/{loanOfferId}/principal'
api.call(principal, { as: 'unknown offer', ...nowhere, expect: api.has(principal, nowhere) ? 404 : 400 })

api.call('POST /main-account/loans/offers/{loanOfferId}/interest', {
  as: 'more than the security carries',
  body: { fiatPrincipalAmount: 900_000, securityCryptoAmount: 0.001 },
  expect: 409,
})

function offerFor<T extends { readonly repaymentType: string }>(offers: readonly T[], repaymentType: string): T {
  const found = offers.find((offer) => offer.repaymentType === repaymentType)
  if (found === undefined) throw new Error(`there is no offer for ${repaymentType}`)
  return found
}
