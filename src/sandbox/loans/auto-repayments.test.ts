import { describe, expect, it } from 'vitest'
import { transactionStatuses, transactionTypes } from '../model/transaction.ts'
import { type CryptoCurrency, cryptoCurrencies } from '../money/market.ts'
import { amount, zero } from '../money/money.ts'
import { testService } from '../test-client.ts'
import { annuitySchedule, creditLineCost } from './calculators.ts'
import { openLoan } from './loans.ts'
import { offerFor, type RepaymentType } from './offers.ts'

/** A service with a loan of 20,000 AUD against 1 BTC for a year, and adjustable prices. */
async function withLoan(repaymentType: RepaymentType) {
  const { service, client } = await testService()
  const [account] = service.state.subAccounts
  if (account === undefined) throw new Error('no account was seeded')
  const price = { BTC: amount(150_000) }
  Object.assign(service.state, {
    market: { price: (currency: CryptoCurrency) => (currency === 'BTC' ? price.BTC : amount(1)) },
  })
  const offer = offerFor('PERSONAL', repaymentType)
  const terms = { offer, principal: amount(20_000), security: amount(1), termInDays: 365 }
  const loan = openLoan(service.state, account, terms)
  const of = (type: string) => loan.transactions.filter((each) => each.type === type)
  return { service, client, account, loan, price, of }
}

describe('automatic repayments', () => {
  it('of a Fixed Term loan match the projected schedule to the cent', async () => {
    const { service, loan, of } = await withLoan('FIXED_TERM')
    await service.advance('P13M')
    const projected = annuitySchedule(amount(20_000), amount('0.099'), 12).map(({ payment }) => payment.toFixed(2))
    expect(of('AUTO_FIAT_REPAY').map(({ fiatAmount }) => fiatAmount?.toFixed(2))).toEqual(projected)
    expect([loan.status, loan.principalRepaid.toFixed(), loan.security.toFixed()]).toEqual(['CLOSED', '20000', '0'])
  })

  it('of a Line of Credit are the projected interest, and the principal at the end', async () => {
    const { service, loan, of } = await withLoan('LINE_OF_CREDIT')
    await service.advance('P13M')
    const paid = of('AUTO_FIAT_REPAY').reduce((sum, { fiatAmount = zero }) => sum.plus(fiatAmount), zero)
    const { totalInterest } = creditLineCost(amount(20_000), amount('0.119'), 365)
    expect(paid.toFixed(2)).toBe(totalInterest.plus(20_000).toFixed(2))
    expect([of('AUTO_FIAT_REPAY').length, loan.status]).toEqual([12, 'CLOSED'])
  })

  it('pass through one status per daily settlement', async () => {
    const { service, of } = await withLoan('FIXED_TERM')
    await service.advance('P29D')
    const seen: unknown[] = []
    for (let day = 0; day < 4; day += 1) {
      seen.push(of('AUTO_FIAT_REPAY').at(-1)?.status)
      await service.advance('P1D')
    }
    expect(seen).toEqual(['PRE_RECKONING', 'READY_FOR_RECKONING', 'PICKED_FOR_RECKONING', 'COMPLETED'])
  })

  it('are postponed three times for an insufficient balance, and then raised by selling security', async () => {
    const { service, account, of } = await withLoan('FIXED_TERM')
    // The first daily settlement pays out the seeded application.
    await service.advance('P1D')
    account.wallet.fiat.set('AUD', zero)
    await service.advance('P32D')
    expect(of('AUTO_FIAT_REPAY')).toMatchObject([{ status: 'POSTPONED_TO_NEXT_RECKONING', postponements: 2 }])
    await service.advance('P2D')
    expect(of('AUTO_FIAT_REPAY')).toMatchObject([{ status: 'ROLLED_BACK' }])
    expect(of('AUTO_SECURITY_REPAY')).toMatchObject([{ status: 'INITIATED' }])
    await service.advance('P1D')
    const [sold] = of('AUTO_SECURITY_REPAY')
    expect(sold?.status).toBe('COMPLETED')
    expect(sold?.fiatAmount?.toFixed(2)).toBe(of('AUTO_FIAT_REPAY')[0]?.fiatAmount?.toFixed(2))
  })

  it('sell security when the ratio reaches its last limit, down to the borrowing limit', async () => {
    const { service, client, price, loan, of } = await withLoan('LINE_OF_CREDIT')
    price.BTC = amount(24_000)
    expect((await client.call(`GET /sub-account/loans/${loan.id}`)).body).toMatchObject({
      loanToValue: 83.333333,
      loanToValueStatus: 'LIQUIDATION',
      restrictionReasons: ['LVR_ABOVE_BORROW_LIMIT'],
    })
    await service.advance('P2D')
    expect(of('AUTO_SECURITY_REPAY')).toMatchObject([{ status: 'COMPLETED' }])
    const { body } = await client.call(`GET /sub-account/loans/${loan.id}`)
    expect(body.loanToValue).toBeCloseTo(40, 2)
  })

  it('are not postponed forever if security is missing', async () => {
    const { service, account, price, loan } = await withLoan('FIXED_TERM')
    await service.advance('P1D')
    account.wallet.fiat.set('AUD', zero)
    price.BTC = amount(100)
    await service.advance('P2Y')
    expect([loan.security.toFixed(), loan.principalLeft.gt(19_000), loan.status]).toEqual(['0', true, 'ACTIVE'])
  })

  it('and user actions produce transactions of every documented type and status', async () => {
    const { service, client, account, loan, price } = await withLoan('FIXED_TERM')
    const post = (path: string, body: unknown) => client.call(`POST /sub-account/loans/${path}`, { body })
    const types = new Set<string>()
    const statuses = new Set<string>()
    const record = () => {
      for (const { type, status } of service.state.transactions) {
        types.add(type)
        statuses.add(status)
      }
    }
    await post(`${loan.id}/repayments/fiat`, { fiatAmount: 1000 })
    await post(`${loan.id}/repayments/security`, { cryptoAmount: 0.01 })
    await post(`${loan.id}/security/withdraw`, { cryptoAmount: 0.1 })
    await post('redraws/applications', { loanId: loan.id, fiatAmount: 500 })
    record()
    await service.advance('P1D')
    account.wallet.fiat.set('AUD', zero)
    for (let day = 0; day < 40; day += 1) {
      await service.advance('P1D')
      record()
    }
    price.BTC = amount(1)
    await service.advance('P2D')
    record()
    expect([...types].sort()).toEqual([...transactionTypes].sort())
    expect([...statuses].sort()).toEqual([...transactionStatuses].sort())
  })
})

describe('prices', () => {
  it('change daily, deterministically per seed, by a bounded amount', async () => {
    const walk = async (seed: number) => {
      const { service } = await testService({ seed })
      const days: number[][] = []
      for (let day = 0; day < 60; day += 1) {
        days.push(cryptoCurrencies.map((currency) => service.state.market.price(currency).toNumber()))
        await service.advance('P1D')
      }
      return days
    }
    const [one, again, other] = [await walk(1), await walk(1), await walk(2)]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    for (const [day, prices] of one.entries()) {
      const before = one[day - 1] ?? prices
      for (const [asset, price] of prices.entries()) {
        expect(Math.abs(price / (before[asset] ?? price) - 1)).toBeLessThan(0.0401)
      }
    }
  })
})
