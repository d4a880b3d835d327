import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClock } from '../clock.ts'
import { amount } from '../money/money.ts'
import { seedState } from '../seed.ts'
import { type TestClient, testClient, testService, today } from '../test-client.ts'
import { closeWithSecurity } from './loan-actions.ts'
import { openLoan } from './loans.ts'
import { offerFor } from './offers.ts'

interface LoanBody extends Record<string, unknown> {
  readonly securityCryptoAmount: number
}

async function latest(client: TestClient): Promise<readonly Record<string, unknown>[]> {
  const request = { body: { field: 'id', direction: 'DESC' } }
  const response = await client.call<{ content: Record<string, unknown>[] }>(
    'POST /sub-account/loans/transactions',
    request,
  )
  return response.body.content
}

async function balance(client: TestClient, path: string): Promise<unknown> {
  return (await client.call(`GET /sub-account/balances/${path}`)).body.balance
}

const loan1 = '/sub-account/loans/loan-1'

describe('a loan', () => {
  it('has a ratio and status based on the price of its security', async () => {
    const { body } = await testClient().call(`GET ${loan1}`)
    expect(body).toMatchObject({
      principalLeft: 22_000,
      principalRepaid: 10_000,
      initialBorrow: 30_000,
      totalRedraw: 2000,
      totalFee: 495,
      securityFiatAmount: 150_000,
      loanToValue: 14.666667,
      loanToValueStatus: 'HEALTHY',
      fiatPrincipalAvailableToBorrow: 8000,
      attentionLimit: 50,
    })
    const yesterday = new Date(today.getTime() - 86_400_000)
    const price = await testClient({ now: () => yesterday }).call('GET /main-account/prices/BTC/AUD')
    const ratioBefore = (22_000 / Number(price.body.tokenBuyPrice)) * 100
    expect(body.loanToValue24hTrend).toBeCloseTo(14.666667 - ratioBefore, 5)
  })

  it('has the trend of its ratio over 24 hours, or since it was opened, regardless of changes', async () => {
    const { service, client } = await testService()
    const seen = new Map<string, number>()
    const actions = [
      ['repayments/fiat', { fiatAmount: 1500 }],
      ['security/withdraw', { cryptoAmount: 0.4 }],
      ['security/top-up', { cryptoAmount: 0.25 }],
      ['repayments/security', { cryptoAmount: 0.01 }],
    ] as const
    for (let half = 0; half < 12; half += 1) {
      const now = await service.advance('PT12H')
      for (const id of ['loan-1', 'loan-2', 'loan-4']) {
        const [name, body] = actions[(half + Number(id.slice(5))) % actions.length] ?? actions[0]
        if (half % 3 !== 1) await client.call(`POST /sub-account/loans/${id}/${name}`, { body })
        const loan = await client.call<{ loanToValue: number }>(`GET /sub-account/loans/${id}`)
        const { loanToValue, ...view } = loan.body
        seen.set(`${id} ${now.toISOString()}`, loanToValue)
        const before = seen.get(`${id} ${new Date(now.getTime() - 86_400_000).toISOString()}`)
        if (before !== undefined)
          expect(view).toMatchObject({ loanToValue24hTrend: expect.closeTo(loanToValue - before, 5) })
      }
    }
    expect(seen.size).toBe(36)
  })

  it('has a trend since it was opened if it is younger than 24 hours', async () => {
    const { service, client } = await testService()
    await service.advance('P1D')
    const opened = await client.call('GET /sub-account/loans/loan-4')
    expect(opened.body).toMatchObject({ createdAt: '2026-01-16T00:00:00.000Z', loanToValue24hTrend: 0 })
    const { body } = await client.call('POST /sub-account/loans/loan-4/repayments/fiat', { body: { fiatAmount: 5000 } })
    expect(body.loanToValue24hTrend).toBeCloseTo(Number(body.loanToValue) - Number(opened.body.loanToValue), 5)
    expect(body.loanToValue24hTrend).toBeLessThan(-3)
  })

  it('is repaid in fiat from the balance', async () => {
    const client = testClient()
    const before = await balance(client, 'fiat/AU/AUD')
    const { body } = await client.call(`POST ${loan1}/repayments/fiat`, { body: { fiatAmount: 500.5 } })
    expect(body).toMatchObject({ principalLeft: 21_499.5, principalRepaid: 10_500.5 })
    expect(await balance(client, 'fiat/AU/AUD')).toBe(Number(before) - 500.5)
    expect((await latest(client))[0]).toMatchObject({ type: 'FIAT_REPAY', status: 'COMPLETED', fiatAmount: 500.5 })
  })

  it('is repaid from its security, less the swap fee and its GST', async () => {
    const client = testClient()
    const { body } = await client.call(`POST ${loan1}/repayments/security`, { body: { cryptoAmount: 0.01 } })
    expect(body).toMatchObject({ securityCryptoAmount: 0.99, principalLeft: 22_000 - 1491.75, totalFee: 495 + 8.25 })
    expect((await latest(client))[0]).toMatchObject({
      type: 'SECURITY_REPAY',
      cryptoAmount: 0.01,
      fiatAmount: 1491.75,
      securityRepaymentSwapFee: 7.5,
      securityRepaymentSwapFeeGst: 0.75,
    })
  })

  it('accepts more security from the wallet', async () => {
    const client = testClient()
    const before = await balance(client, 'crypto/BTC')
    const { body } = await client.call(`POST ${loan1}/security/top-up`, { body: { cryptoAmount: 0.5 } })
    expect(body).toMatchObject({ securityCryptoAmount: 1.5, loanToValue: 9.777778 })
    expect(await balance(client, 'crypto/BTC')).toBe(Number(before) - 0.5)
    expect((await latest(client))[0]).toMatchObject({ type: 'SECURITY_DEPOSIT', status: 'COMPLETED' })
  })

  it('returns security down to the borrowing limit, and not a unit more', async () => {
    const client = testClient()
    // 22,000 / 150,000 / 40 % must remain, rounded up: 0.36666667.
    const refused = await client.call(`POST ${loan1}/security/withdraw`, { body: { cryptoAmount: 0.63333334 } })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'LIMIT_EXCEEDED', field: 'cryptoAmount', rejectedValue: 0.63333334 })
    const { body } = await client.call(`POST ${loan1}/security/withdraw`, { body: { cryptoAmount: 0.63333333 } })
    expect(body).toMatchObject({ securityCryptoAmount: 0.36666667, pendingWithdrawSecurityCryptoAmount: 0.63333333 })
    expect((await latest(client))[0]).toMatchObject({ type: 'SECURITY_WITHDRAWAL', status: 'WITHDRAWAL_INITIATED' })
  })

  it.each([
    ['repayments/fiat', { fiatAmount: 22_000.01 }, 409, 'LIMIT_EXCEEDED'],
    ['repayments/fiat', { fiatAmount: 0.001 }, 400, 'INVALID_FIELD'],
    ['repayments/fiat', {}, 400, 'MISSING_FIELD'],
    ['repayments/security', { cryptoAmount: 1.5 }, 409, 'LIMIT_EXCEEDED'],
    ['repayments/security', { cryptoAmount: 0.5 }, 409, 'LIMIT_EXCEEDED'],
    ['repayments/security', { cryptoAmount: 0.00000001 }, 409, 'LIMIT_EXCEEDED'],
    ['security/top-up', { cryptoAmount: 900 }, 409, 'INSUFFICIENT_BALANCE'],
    ['security/top-up', { cryptoAmount: 0.000000001 }, 400, 'INVALID_FIELD'],
  ])('rejects %s with %j', async (action, request, expected, code) => {
    const client = testClient()
    const before = await client.call(`GET ${loan1}`)
    const { status, body } = await client.call(`POST ${loan1}/${action}`, { body: request })
    expect(status).toBe(expected)
    expect(body).toMatchObject({ code })
    expect((await client.call(`GET ${loan1}`)).body).toEqual(before.body)
  })
})

describe('closing', () => {
  it('repays the remaining debt in fiat and returns the security', async () => {
    const client = testClient()
    const before = await balance(client, 'crypto/BTC')
    const { body } = await client.call(`POST ${loan1}/close/fiat`)
    const closed = { status: 'CLOSED', principalLeft: 0, securityCryptoAmount: 0, loanToValue: 0, allowedActions: [] }
    expect(body).toMatchObject({ ...closed, restrictionReasons: ['LOAN_CLOSED'] })
    expect(await balance(client, 'crypto/BTC')).toBe(Number(before) + 1)
    const types = (await latest(client)).slice(0, 2).map(({ type }) => type)
    expect(types).toEqual(['SECURITY_WITHDRAWAL', 'FIAT_REPAY'])
  })

  it('otherwise sells just enough security', async () => {
    const client = testClient()
    const before = await balance(client, 'crypto/BTC')
    const { body } = await client.call<LoanBody>(`POST ${loan1}/close/security`)
    expect(body).toMatchObject({ status: 'CLOSED', principalLeft: 0, securityCryptoAmount: 0 })
    const [withdrawal, repayment] = await latest(client)
    // Since 17 December, 11.9 % a year on 30,000 for 9 days, on 20,000 for 11 and on 22,000 for 9.
    expect(repayment).toMatchObject({ type: 'SECURITY_REPAY', fiatAmount: 22_224.31 })
    expect(Number(withdrawal?.cryptoAmount) + Number(repayment?.cryptoAmount)).toBeCloseTo(1, 8)
    expect(await balance(client, 'crypto/BTC')).toBeCloseTo(Number(before) + Number(withdrawal?.cryptoAmount), 8)
  })

  it('always covers the debt by selling, exceeding it by a few cents at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 5_000_000 }), (principalInCents) => {
        const state = seedState(
          createClock(() => today),
          1,
          { main: 'm', sub: 's' },
        )
        const [account] = state.subAccounts
        if (!account) throw new Error('no account was seeded')
        const principal = amount(principalInCents).div(100)
        const offer = offerFor('PERSONAL', 'LINE_OF_CREDIT')
        const loan = openLoan(state, account, { offer, principal, security: amount(1), termInDays: 365 })
        const before = account.wallet.fiat.get('AUD')
        closeWithSecurity(state, account, loan)
        const surplus = before && account.wallet.fiat.get('AUD')?.minus(before).toNumber()
        expect(surplus).toBeGreaterThanOrEqual(0)
        expect(surplus).toBeLessThan(0.05)
      }),
    )
  })

  it.each([
    'close/fiat',
    'close/security',
    'repayments/fiat',
    'repayments/security',
    'security/top-up',
    'security/withdraw',
  ])('ends all others: %s is rejected', async (action) => {
    const client = testClient()
    await client.call(`POST ${loan1}/close/fiat`)
    const request = { body: { fiatAmount: 1, cryptoAmount: 0.1 } }
    const { status, body } = await client.call(`POST ${loan1}/${action}`, request)
    expect([status, body.code]).toEqual([409, 'NOT_ALLOWED_NOW'])
  })

  it('cancels pending redraws and completes pending withdrawals', async () => {
    const client = testClient()
    const redraws = '/sub-account/loans/redraws/applications'
    await client.call(`POST ${redraws}`, { body: { loanId: 'loan-1', fiatAmount: 1000 } })
    await client.call(`POST ${loan1}/security/withdraw`, { body: { cryptoAmount: 0.1 } })
    const { body } = await client.call(`POST ${loan1}/close/fiat`)
    expect(body).toMatchObject({ pendingBorrowFiatPrincipalAmount: 0, pendingWithdrawSecurityCryptoAmount: 0 })
    const statuses = (await latest(client)).slice(0, 4).map(({ status }) => status)
    expect(statuses).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'ROLLED_BACK'])
    const listed = await client.call<{ status: string }[]>(`GET ${redraws}`)
    expect(listed.body.map(({ status }) => status)).toEqual(['APPROVED', 'DECLINED'])
  })
})
