import { type CompleteResponses, contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// The loan calculator of the main account, which previews loans.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

api.call('GET /main-account/loans/offer')

api.call('POST /main-account/loans/offer/preview', {
  as: 'Line of Credit',
  body: { repaymentType: 'LINE_OF_CREDIT', fiatPrincipalAmount: 20_000, termInYears: 1 },
})

api.call('POST /main-account/loans/offer/preview', {
  as: 'Fixed Term against ETH',
  body: { repaymentType: 'FIXED_TERM', fiatPrincipalAmount: 20_000, termInYears: 2, cryptoCurrency: 'ETH' },
})

test('interest of a Line of Credit grows with its term', async () => {
  const interest = async (termInDays: number) => {
    const body = { fiatPrincipalAmount: 20_000, termInDays }
    const { json } = await api.send('POST /main-account/loans/line-of-credit/interest', { body })
    expect(json.totalRepaymentAmount).toBeCloseTo(20_000 + json.totalInterestAmount, 2)
    return json.totalInterestAmount
  }
  expect(await interest(365)).toBeGreaterThan(await interest(30))
})

test('the schedule of a Fixed Term loan repays the principal to the cent', async () => {
  const body = { fiatPrincipalAmount: 20_000, termInYears: 2 }
  const { json } = await api.send('POST /main-account/loans/fixed-term/schedule', { body })
  expect(json.schedule.map(({ month }) => month)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1))
  const repaid = json.schedule.reduce((sum, { principalRepaid }) => sum + principalRepaid, 0)
  expect(repaid).toBeCloseTo(20_000, 2)
})

test('the warning threshold is 50 % for BTC and 90 % for USDT', async () => {
  const { json } = await api.send('GET /main-account/ltv/limits')
  const limits = new Map(json.map(({ cryptoCurrency, attentionLimit }) => [cryptoCurrency, attentionLimit]))
  expect(limits.get('BTC')).toBe(50)
  expect(limits.get('USDT')).toBe(90)
})

test('more security increases the borrow limit', async () => {
  const limit = async (cryptoAmount: number) => {
    const body = { securities: [{ cryptoCurrency: 'BTC', cryptoAmount }], fiatCurrency: 'AUD' } as const
    const { json } = await api.send('POST /main-account/borrow-limits', { body })
    return json.maxFiatPrincipalAmount
  }
  expect(await limit(2)).toBeGreaterThan(await limit(1))
})

test('a principal over the limit is rejected with the name of the field', async () => {
  const { json } = await api.send('POST /main-account/loans/fixed-term/schedule', {
    body: { fiatPrincipalAmount: 1_000_000_000, termInYears: 2 },
    expect: 400,
  })
  expect(json.field).toBe('fiatPrincipalAmount')
})

api.call('POST /main-account/loans/fixed-term/schedule', {
  as: 'term over the limit',
  body: { fiatPrincipalAmount: 20_000, termInYears: 50 },
  expect: 400,
})

api.call('POST /main-account/loans/line-of-credit/interest', {
  as: 'amount that is no number',
  body: { fiatPrincipalAmount: 'a lot', termInDays: 365 },
  expect: 400,
})

api.call('POST /main-account/loans/offer/preview', { as: 'nothing filled in', body: {}, expect: 400 })
