import { type CompleteResponses, contract } from 'specdrift/suite'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// Actions on a loan: change its security, repay, redraw, roll over and close it.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

/** Six loans of a new account, one per test, so that tests don't affect each other. */
const opened: { readonly auth: string; readonly id: string; readonly principal: number; readonly security: number }[] =
  []

beforeAll(async () => {
  // Applications are approved by the next day. If the clock can't be moved, the tests use existing loans.
  if (api.clock === undefined) return
  const { json: account } = await api.send('POST /main-account/sub-accounts', {
    body: { email: 'loans@example.com', contactNumber: '+61400000001' },
  })
  const auth = account.accessToken
  const { json: offers } = await api.send('GET /main-account/loans/offers')
  const loanOfferId = offers.find(({ repaymentType }) => repaymentType === 'LINE_OF_CREDIT')?.id ?? ''
  const terms = { fiatPrincipalAmount: 5_000, securityCryptoAmount: 0.2, termInYears: 2 }
  const applicantInfo = { relationshipStatus: 'SINGLE' } as const
  for (let count = 0; count < 6; count += 1) {
    const body = { applyFor: 'LINE_OF_CREDIT', applicantInfo, loanOfferId, ...terms } as const
    await api.send('POST /sub-account/loans/applications', { auth, body })
  }
  await api.clock.advance('P1D')
  const { json: loans } = await api.send('GET /sub-account/loans', { auth })
  for (const { id, principalLeft, securityCryptoAmount } of loans) {
    opened.push({ auth, id, principal: principalLeft, security: securityCryptoAmount })
  }
})

/** Returns an active loan and the credential of its account. */
async function aLoan() {
  const own = opened.shift()
  if (own !== undefined) {
    const { auth, id, principal, security } = own
    return { who: { auth }, path: { loanId: id }, principal, security }
  }
  const { json: loans } = await api.send('GET /sub-account/loans')
  const active = loans.find(({ status }) => status === 'ACTIVE')
  if (active === undefined) throw new Error('the sub-account has no active loan to go on with')
  const { id, principalLeft: principal, securityCryptoAmount: security } = active
  return { who: {}, path: { loanId: id }, principal, security }
}

test('security is topped up and withdrawn', async () => {
  const { who, path, security } = await aLoan()
  const { json: more } = await api.send('POST /sub-account/loans/{loanId}/security/top-up', {
    ...{ ...who, path },
    body: { cryptoAmount: 0.05 },
  })
  expect(more.securityCryptoAmount).toBeCloseTo(security + 0.05, 8)

  const { json: less } = await api.send('POST /sub-account/loans/{loanId}/security/withdraw', {
    ...{ ...who, path },
    body: { cryptoAmount: 0.025 },
  })
  expect(less.securityCryptoAmount).toBeCloseTo(security + 0.025, 8)
})

test('a loan is repaid with fiat and with security', async () => {
  const { who, path, principal } = await aLoan()
  const { json: paid } = await api.send('POST /sub-account/loans/{loanId}/repayments/fiat', {
    ...{ ...who, path },
    body: { fiatAmount: 500.25 },
  })
  expect(paid.principalLeft).toBeCloseTo(principal - 500.25, 2)

  const { json: sold } = await api.send('POST /sub-account/loans/{loanId}/repayments/security', {
    ...{ ...who, path },
    body: { cryptoAmount: 0.01 },
  })
  expect(sold.principalLeft).toBeLessThan(paid.principalLeft)
  // Older contracts don't require the fee.
  expect(sold.totalFee ?? 0).toBeGreaterThanOrEqual(paid.totalFee ?? 0)

  const { json: now } = await api.send('GET /sub-account/loans/{loanId}', { ...who, path })
  expect(now.principalLeft).toBe(sold.principalLeft)
  expect(now.securityCryptoAmount).toBe(sold.securityCryptoAmount)
})

test('the repaid amount can be redrawn', async () => {
  const { who, path } = await aLoan()
  const { loanId } = path
  const applicantInfo = { relationshipStatus: 'SINGLE' } as const
  await api.send('POST /sub-account/loans/{loanId}/repayments/fiat', { ...who, path, body: { fiatAmount: 200 } })
  const { json: redraw } = await api.send('POST /sub-account/loans/redraws/applications', {
    ...who,
    body: { applicantInfo, loanId, fiatAmount: 100 },
  })
  const { json: redraws } = await api.send('GET /sub-account/loans/redraws/applications', who)
  expect(redraws.map(({ id }) => id)).toContain(redraw.id)

  await api.send('POST /sub-account/loans/redraws/applications', {
    ...who,
    body: { applicantInfo, loanId, fiatAmount: 1_000_000 },
    expect: 409,
  })
})

test('a loan can be rolled over to either product', async () => {
  const { who, path, principal } = await aLoan()
  const { loanId } = path
  const applicantInfo = { relationshipStatus: 'SINGLE' } as const
  const rollover = 'POST /sub-account/loans/rollovers/applications'
  const fiatLoanLimit = Math.ceil(principal) + 1_000
  await api.send(rollover, { ...who, body: { applicantInfo, rolloverType: 'CREDIT_LINE', loanId, fiatLoanLimit } })
  await api.send(rollover, { ...who, body: { applicantInfo, rolloverType: 'FIXED_TERM', loanId, termInYears: 2 } })
  await api.send(rollover, { ...who, body: { applicantInfo, rolloverType: 'PERPETUAL', loanId }, expect: 400 })
})

describe('a loan is closed', () => {
  for (const means of ['fiat', 'security'] as const) {
    test(`with ${means}, once`, async () => {
      const { who, path } = await aLoan()
      const { json: closed } = await api.send(`POST /sub-account/loans/{loanId}/close/${means}`, { ...who, path })
      expect(closed.principalLeft).toBe(0)
      expect(closed.status).not.toBe('ACTIVE')
      await api.send(`POST /sub-account/loans/{loanId}/close/${means}`, { ...who, path, expect: 409 })
      const body = { fiatAmount: 1 }
      await api.send('POST /sub-account/loans/{loanId}/repayments/fiat', { ...who, path, body, expect: 409 })
    })
  }
})

describe('rejected', () => {
  const path = { loanId: 'nope' }
  api.call('GET /sub-account/loans/{loanId}', { as: 'unknown loan', path, expect: 404 })
  for (const action of ['close/fiat', 'close/security', 'repayments/fiat', 'repayments/security'] as const) {
    api.call(`POST /sub-account/loans/{loanId}/${action}`, { as: 'unknown loan', path, expect: '4XX' })
  }
  for (const action of ['top-up', 'withdraw'] as const) {
    api.call(`POST /sub-account/loans/{loanId}/security/${action}`, { as: 'unknown loan', path, expect: '4XX' })
  }
  api.call('POST /sub-account/loans/redraws/applications', {
    as: 'unknown loan',
    body: { loanId: 'nope', fiatAmount: 100 },
    expect: '4XX',
  })
})
