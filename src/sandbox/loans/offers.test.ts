import { describe, expect, it } from 'vitest'
import { assets, cryptoCurrencies } from '../money/market.ts'
import { amount } from '../money/money.ts'
import { testClient, testService } from '../test-client.ts'
import { loanToValueStatus } from './lvr.ts'

const creditLine = '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c01'
const fixedTerm = '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c02'

async function post(path: string, body: unknown) {
  return testClient().call(`POST /main-account/${path}`, { body })
}

describe('limits and prices', () => {
  it('has the attention limit at 50 % for BTC and 90 % for USDT', async () => {
    const { body } = await testClient().call<unknown[]>('GET /main-account/ltv/limits')
    expect(body).toContainEqual(expect.objectContaining({ cryptoCurrency: 'BTC', attentionLimit: 50 }))
    expect(body).toContainEqual(expect.objectContaining({ cryptoCurrency: 'USDT', attentionLimit: 90 }))
  })

  it.each([
    ['49.999999', 'HEALTHY'],
    ['50', 'ATTENTION'],
    ['60', 'REPAYMENT_NOTICE'],
    ['70', 'DEFAULT_NOTICE'],
    ['80', 'LIQUIDATION'],
  ])('a ratio of %s %% of BTC is %s', (ratio, status) => {
    expect(loanToValueStatus(amount(ratio), assets.BTC.limits)).toBe(status)
  })

  it('is null where the description allows it', async () => {
    const client = testClient()
    const fiat = await client.call('GET /main-account/balances/fiat')
    expect(fiat.body).toContainEqual({ balance: null, currency: 'NZD' })
    const bitcoin = await client.call('GET /main-account/deposit/crypto/BTC/BTC/wallet')
    expect(bitcoin.body.memo).toBeNull()
    const ether = await client.call('GET /main-account/deposit/crypto/ETH/ETH/wallet')
    expect(ether.body.memo).toEqual(expect.any(String))
  })
})

describe('calculations under an offer', () => {
  it('projects the interest of a Line of Credit', async () => {
    const request = { fiatPrincipalAmount: 36_500, securityCryptoAmount: 1 }
    expect((await post(`loans/offers/${creditLine}/interest`, request)).body).toEqual({
      dailyInterest: 0.032603,
      dailyInterestAmount: 11.9,
      loanRatio: 24.333333,
      loanRatioDecimal: 0.243333,
      totalRepayment: 1.119,
      totalRepaymentAmount: 40_843.5,
    })
  })

  it('returns the capacity of security within the limits of the offer', async () => {
    const principal = async (cryptoAmount: number) => {
      const { body } = await post(`loans/offers/${creditLine}/principal`, { cryptoAmount })
      return body.maxFiatPrincipalAmount
    }
    expect(await principal(1)).toBe(60_000)
    expect(await principal(0.01)).toBe(0)
    expect(await principal(100)).toBe(1_000_000)
  })

  it('sums the capacity of several securities', async () => {
    const securities = [
      { cryptoCurrency: 'BTC', cryptoAmount: 1 },
      { cryptoCurrency: 'USDT', cryptoAmount: 1000 },
    ]
    const { body } = await post('borrow-limits', { securities, fiatCurrency: 'AUD' })
    expect(body).toEqual({ fiatCurrency: 'AUD', minFiatPrincipalAmount: 1000, maxFiatPrincipalAmount: 61_304.75 })
  })

  it('returns a repayment schedule whose summary matches its entries', async () => {
    const request = { fiatPrincipalAmount: 20_000, termInYears: 1.5 }
    const { body } = await post(`loans/offers/${fixedTerm}/repayments`, request)
    const schedule = body.schedule as { principalRepaid: number; interestComponent: number; payment: number }[]
    const sum = (pick: 'principalRepaid' | 'interestComponent') =>
      Math.round(schedule.reduce((total, each) => total + each[pick] * 100, 0)) / 100
    expect(schedule).toHaveLength(18)
    expect(sum('principalRepaid')).toBe(20_000)
    expect(body.interestToPay).toBe(sum('interestComponent'))
    expect(body).toMatchObject({ originationFeeValue: 300, monthlyRepayment: schedule[0]?.payment })
    expect(body.totalToPay).toBeCloseTo(20_300 + sum('interestComponent'), 2)
    expect(body.interestSaved).toBeCloseTo(20_000 * 0.099 * 1.5 - sum('interestComponent'), 2)
  })

  it('calculates the same before an offer is selected', async () => {
    const request = { fiatPrincipalAmount: 20_000, termInYears: 2 }
    const before = await post('loans/fixed-term/schedule', request)
    expect(before.body).toEqual((await post(`loans/offers/${fixedTerm}/repayments`, request)).body)
    const preview = await post('loans/offer/preview', { ...request, repaymentType: 'FIXED_TERM' })
    expect(preview.body).toMatchObject({ monthlyRepayment: before.body.monthlyRepayment, originationFee: 300 })
  })

  it.each([
    [
      `loans/offers/${creditLine}/interest`,
      { fiatPrincipalAmount: 1_000_000.01, securityCryptoAmount: 100 },
      'LIMIT_EXCEEDED',
    ],
    [`loans/offers/${fixedTerm}/repayments`, { fiatPrincipalAmount: 999.999, termInYears: 2 }, 'LIMIT_EXCEEDED'],
    [`loans/offers/${fixedTerm}/repayments`, { fiatPrincipalAmount: 20_000, termInYears: 6 }, 'LIMIT_EXCEEDED'],
    [`loans/offers/${fixedTerm}/repayments`, { fiatPrincipalAmount: 2_000_000, termInYears: 2 }, 'LIMIT_EXCEEDED'],
    [`loans/offers/${fixedTerm}/repayments`, {}, 'MISSING_FIELD'],
    ['loans/line-of-credit/interest', { fiatPrincipalAmount: 20_000, termInDays: 5000 }, 'INVALID_FIELD'],
    ['borrow-limits', { securities: [{ cryptoCurrency: 'DOGE', cryptoAmount: 1 }] }, 'INVALID_FIELD'],
    ['borrow-limits', { fiatCurrency: 'USD' }, 'INVALID_FIELD'],
    ['webhooks', { eventType: 'RAIN', url: 'http://127.0.0.1/' }, 'INVALID_FIELD'],
    ['webhooks', { eventType: 'MISSING_BANK_ACCOUNT', url: 'file:///etc/passwd' }, 'INVALID_FIELD'],
  ])('rejects %s with %j', async (path, request, code) => {
    const { status, body } = await post(path, request)
    expect([status, body.code]).toEqual([400, code])
  })

  it('rejects a principal that the security does not cover today', async () => {
    const request = { fiatPrincipalAmount: 60_000.01, securityCryptoAmount: 1 }
    const { status, body } = await post(`loans/offers/${creditLine}/interest`, request)
    expect([status, body.code, body.field]).toEqual([409, 'LIMIT_EXCEEDED', 'fiatPrincipalAmount'])
  })

  it.each([
    ['none/principal', { cryptoAmount: 1 }],
    [`${creditLine}/repayments`, { fiatPrincipalAmount: 20_000, termInYears: 2 }],
    [`${fixedTerm}/interest`, { fiatPrincipalAmount: 20_000, securityCryptoAmount: 1 }],
  ])('has no offer for %s', async (path, request) => {
    const { status, body } = await post(`loans/offers/${path}`, request)
    expect([status, body.field]).toEqual([404, 'loanOfferId'])
  })
})

describe('every asset with a limit', () => {
  it.each(cryptoCurrencies)('%s has offers and can secure a loan', async (asset) => {
    const { service, client } = await testService()
    const email = { email: 'borrower@example.com' }
    const { body: account } = await client.call('POST /main-account/sub-accounts', { body: email })
    const token = String(account.accessToken)
    const { body: offers } = await client.call<{ id: string; cryptoCurrency: string }[]>(
      'GET /main-account/loans/offers',
    )
    const loanOfferId = offers.find(({ cryptoCurrency }) => cryptoCurrency === asset)?.id ?? ''
    const held = await client.call(`GET /sub-account/balances/crypto/${asset}`, { token })
    const terms = { fiatPrincipalAmount: 1000, securityCryptoAmount: held.body.balance, termInYears: 1 }
    const body = { applyFor: 'LINE_OF_CREDIT', loanOfferId, ...terms }
    const applied = await client.call('POST /sub-account/loans/applications', { token, body })
    expect([applied.status, applied.body.status]).toEqual([200, 'SUBMITTED'])
    await service.advance('P1D')
    const loans = await client.call('GET /sub-account/loans', { token })
    expect(loans.body).toMatchObject([{ status: 'ACTIVE', securityCryptoCurrency: asset, principalLeft: 1000 }])
  })
})

it('returns the total interest of a Line of Credit with the daily one', async () => {
  const body = { fiatPrincipalAmount: 20_000, termInDays: 365 }
  const response = await testClient().call('POST /main-account/loans/line-of-credit/interest', { body })
  expect(response.body).toMatchObject({ dailyInterestAmount: 6.52, totalInterestAmount: 2380, totalInterest: 11.9 })
})

it('returns null for a single balance without an account, and its code in the list', async () => {
  const one = await testClient().call('GET /sub-account/balances/fiat/NZ/NZD')
  expect(one.body).toEqual({ balance: null, currency: null })
  const before = await testClient({ build: 'b05' }).call('GET /sub-account/balances/fiat/NZ/NZD')
  expect(before.body).toEqual({ balance: 0 })
})
