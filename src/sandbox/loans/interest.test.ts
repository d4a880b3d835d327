import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inFull } from '../../testing/runs.ts'
import type { CryptoCurrency } from '../money/market.ts'
import { type Amount, amount, zero } from '../money/money.ts'
import { testService } from '../test-client.ts'
import { openLoan } from './loans.ts'
import { offerFor, type RepaymentType } from './offers.ts'

/** A service with a loan of 20,000 AUD against 1 BTC for a year from 2026-01-15, and adjustable prices. */
async function withLoan(repaymentType: RepaymentType, principal = amount(20_000), termInDays = 365) {
  const { service, client } = await testService()
  const [account] = service.state.subAccounts
  if (account === undefined) throw new Error('no account was seeded')
  const price = { BTC: amount(150_000) }
  Object.assign(service.state, {
    market: { price: (currency: CryptoCurrency) => (currency === 'BTC' ? price.BTC : amount(1)) },
  })
  const offer = offerFor('PERSONAL', repaymentType)
  const terms = { offer, principal, security: amount(1), termInDays }
  const loan = openLoan(service.state, account, terms)
  const post = (path: string, body: unknown = {}) => client.call(`POST /sub-account/loans/${path}`, { body })
  const of = (type: string) => loan.transactions.filter((each) => each.type === type)
  const interestPaid = () =>
    loan.transactions
      .filter(({ status }) => status === 'COMPLETED')
      .reduce((sum, { interest = zero }) => sum.plus(interest), zero)
      .toFixed(2)
  return { service, account, loan, price, post, of, interestPaid }
}

/** Simple interest, actual days over 365. */
const byTheDay = (principal: number, percent: number, days: number): string =>
  amount(principal).mul(percent).div(100).mul(days).div(365).toFixed(2)

describe('interest is paid when a loan is closed', () => {
  const days = [1, 28, 29, 30, 31, 32, 33, 61, 62, 200]

  it.each(days.flatMap((day) => (['fiat', 'security'] as const).map((means) => [day, means] as const)))(
    'after %i days, by %s, whatever payment is on its way',
    async (day, means) => {
      const { service, loan, post, interestPaid } = await withLoan('LINE_OF_CREDIT')
      await service.advance(`P${day}D`)
      expect((await post(`${loan.id}/close/${means}`)).status).toBe(200)
      // Each payment rounds to the cent and carries the rest over.
      expect(interestPaid()).toBe(byTheDay(20_000, 11.9, day))
      const open = loan.transactions.filter(({ status }) => status !== 'COMPLETED' && status !== 'ROLLED_BACK')
      expect([loan.status, open]).toEqual(['CLOSED', []])
    },
  )

  it('on the day a payment is picked: 20,202.14 for a Line of Credit of 20,000 after 31 days', async () => {
    const { service, loan, post, of } = await withLoan('LINE_OF_CREDIT')
    await service.advance('P31D')
    expect(of('AUTO_FIAT_REPAY').at(-1)?.status).toBe('PICKED_FOR_RECKONING')
    await post(`${loan.id}/close/fiat`)
    expect(of('FIAT_REPAY').map(({ fiatAmount }) => fiatAmount?.toFixed(2))).toEqual(['20202.14'])
  })

  it('while a payment is postponed, and while security is about to be sold for it', async () => {
    for (const day of [32, 33, 34, 35]) {
      const { service, account, loan, post, interestPaid } = await withLoan('LINE_OF_CREDIT')
      await service.advance('P1D')
      account.wallet.fiat.set('AUD', zero)
      await service.advance(`P${day - 1}D`)
      await post(`${loan.id}/close/security`)
      expect([day, interestPaid()]).toEqual([day, byTheDay(20_000, 11.9, day)])
    }
  })

  it('also for a Fixed Term loan: its schedule for full months, plus the days since', async () => {
    const { service, loan, post, interestPaid } = await withLoan('FIXED_TERM')
    await service.advance('P31D')
    await post(`${loan.id}/close/fiat`)
    expect(interestPaid()).toBe('165.00')
  })
})

describe('the interest of a Line of Credit, from its first day to the close', () => {
  /** P · r · d / 365 in cents as an integer fraction, r = 11.9 % = 119/1000, rounded once, half up. */
  const exactly = (cents: bigint, days: bigint) => (2n * cents * 119n * days + 365_000n) / (2n * 365_000n)

  it.each([
    ['6545', 365, '778.86'],
    ['1025', 73, '24.40'],
  ])('rounds up half a cent of %s AUD after %i days: %s AUD', async (principal, day, interest) => {
    const { service, loan, post, interestPaid } = await withLoan('LINE_OF_CREDIT', amount(principal), 730)
    await service.advance(`P${day}D`)
    await post(`${loan.id}/close/fiat`)
    expect(interestPaid()).toBe(interest)
  })

  it('is the exact fraction rounded once, regardless of payments', async () => {
    const anything = fc.tuple(fc.integer({ min: 100_000, max: 6_000_000 }), fc.integer({ min: 1, max: 400 }))
    // Odd multiples of 25 AUD and 73 days give interest with half a cent.
    const ties = fc.tuple(fc.nat(1000), fc.nat(2)).map(([n, m]) => [(2 * n + 41) * 2500, (2 * m + 1) * 73] as const)
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, ties), async ([cents, days]) => {
        const { service, loan, post, interestPaid } = await withLoan('LINE_OF_CREDIT', amount(cents).div(100), 730)
        await service.advance(`P${days}D`)
        await post(`${loan.id}/close/fiat`)
        expect(amount(interestPaid()).mul(100).toFixed()).toBe(String(exactly(BigInt(cents), BigInt(days))))
      }),
      { numRuns: inFull(500, 50), seed: 35 },
    )
  })
})

describe('a rollover', () => {
  const rollOver = (loanId: string) => ({ loanId, rolloverType: 'FIXED_TERM', termInYears: 1 })

  it.each([28, 29, 30, 31, 40])(
    'after %i days settles the days of the old term, and begins the new one',
    async (day) => {
      const { service, loan, post, interestPaid } = await withLoan('LINE_OF_CREDIT')
      await service.advance(`P${day}D`)
      expect((await post('rollovers/applications', rollOver(loan.id))).status).toBe(200)
      await service.advance('P2D')
      // Carried out at the next midnight.
      expect(interestPaid()).toBe(byTheDay(20_000, 11.9, day + 1))
      expect(loan.transactions.filter(({ status }) => status !== 'COMPLETED' && status !== 'ROLLED_BACK')).toEqual([])
      await service.advance('P25D')
      expect(loan.collected).toBe(0)
      await service.advance('P6D')
      expect([loan.collected, interestPaid()]).toEqual([
        1,
        amount(byTheDay(20_000, 11.9, day + 1))
          .plus('165')
          .toFixed(2),
      ])
    },
  )
})

describe('the last payment', () => {
  it('bears interest until it is collected, if late', async () => {
    const { service, account, loan, interestPaid } = await withLoan('LINE_OF_CREDIT')
    await service.advance('P360D')
    account.wallet.fiat.set('AUD', zero)
    await service.advance('P10D')
    expect([loan.status, loan.principalLeft.toFixed()]).toEqual(['CLOSED', '0'])
    expect(interestPaid()).toBe(byTheDay(20_000, 11.9, 370))
  })

  it.each([1, 2, 3])('collected after %i postponements, bears interest for those days', async (postponed) => {
    const { service, account, loan, interestPaid } = await withLoan('LINE_OF_CREDIT')
    await service.advance('P360D')
    const before = account.wallet.fiat.get('AUD') ?? zero
    account.wallet.fiat.set('AUD', zero)
    await service.advance(`P${5 + postponed}D`)
    account.wallet.fiat.set('AUD', before)
    await service.advance('P4D')
    expect(loan.status).toBe('CLOSED')
    expect(interestPaid()).toBe(byTheDay(20_000, 11.9, 365 + postponed + 1))
  })
})

describe('interest that cannot be paid', () => {
  it('stays owed and is collected again', async () => {
    const { service, account, loan, price, interestPaid } = await withLoan('LINE_OF_CREDIT')
    await service.advance('P1D')
    account.wallet.fiat.set('AUD', zero)
    price.BTC = amount('0.001')
    await service.advance('P99D')
    expect([interestPaid(), loan.status]).toEqual(['0.00', 'ACTIVE'])
    account.wallet.fiat.set('AUD', amount(50_000))
    await service.advance('P60D')
    expect(Number(interestPaid())).toBeGreaterThan(Number(byTheDay(20_000, 11.9, 140)))
  })
})

describe('a Fixed Term loan in a month with an additional repayment', () => {
  it('pays interest by the day for that month', async () => {
    const { service, loan, post, interestPaid } = await withLoan('FIXED_TERM')
    await service.advance('P15D')
    await post(`${loan.id}/repayments/fiat`, { fiatAmount: 15_000 })
    await service.advance('P17D')
    const days = [amount(20_000).mul(15), amount(5000).mul(16)].reduce((sum, each) => sum.plus(each), zero)
    expect(interestPaid()).toBe(days.mul('0.099').div(365).toFixed(2))
  })

  it('loses no interest when all of it is repaid', async () => {
    const { service, loan, post, interestPaid } = await withLoan('FIXED_TERM')
    await service.advance('P15D')
    await post(`${loan.id}/repayments/fiat`, { fiatAmount: 20_000 })
    await service.advance('P17D')
    expect(interestPaid()).toBe(byTheDay(20_000, 9.9, 15))
  })
})

describe('a sale when the ratio reaches its last limit', () => {
  const ratio = (principalLeft: Amount, security: Amount, price: Amount) =>
    principalLeft.div(security.mul(price)).mul(100).toNumber()

  it.each([23_000, 24_500, 26_000, 40_000])(
    'ends at the borrowing limit, at %i on the day it is made',
    async (then) => {
      const { service, loan, price, of } = await withLoan('LINE_OF_CREDIT')
      price.BTC = amount(24_500)
      await service.advance('P1D')
      expect(of('AUTO_SECURITY_REPAY')).toMatchObject([{ status: 'INITIATED' }])
      price.BTC = amount(then)
      await service.advance('P1D')
      expect(of('AUTO_SECURITY_REPAY')).toMatchObject([{ status: 'COMPLETED' }])
      const ended = ratio(loan.principalLeft, loan.security, price.BTC)
      expect(ended).toBeLessThanOrEqual(40)
      expect(ended).toBeGreaterThan(39.999)
    },
  )

  it('is skipped if the price has recovered by then', async () => {
    const { service, loan, price, of } = await withLoan('LINE_OF_CREDIT')
    price.BTC = amount(24_500)
    await service.advance('P1D')
    price.BTC = amount(150_000)
    await service.advance('P1D')
    expect(of('AUTO_SECURITY_REPAY')).toMatchObject([{ status: 'ROLLED_BACK' }])
    expect(loan.security.toFixed()).toBe('1')
  })
})

it('the seeded loans owe interest for the days before the start', async () => {
  const { service } = await testService()
  await service.advance('P3D')
  const first = service.state.loans[0]?.transactions.filter(({ type }) => type === 'AUTO_FIAT_REPAY') ?? []
  // From 17 December to 17 January: 30,000 for 9 days, 20,000 for 11 and 22,000 for 11.
  const owed = amount(30_000 * 9 + 20_000 * 11 + 22_000 * 11)
    .mul('0.119')
    .div(365)
  expect(first.at(-1)?.fiatAmount?.toFixed(2)).toBe(owed.toFixed(2))
})
