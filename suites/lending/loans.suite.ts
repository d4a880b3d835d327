import { type CompleteAnswers, contract } from 'specdrift/suite'
import { describe, expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// The life of a loan: security goes in and out, it is repaid, drawn again, prolonged and closed.
const api = await contract<CompleteAnswers<Operations>>({ api: 'lending' })

/** The types of transaction that the tests so far must have left. */
const moved = new Set<string>()

/** A loan of the sub-account that can still be acted on. */
async function activeLoan() {
  const { json: loans } = await api.send('GET /sub-account/loans')
  const active = loans.find(({ status }) => status === 'ACTIVE')
  if (active === undefined) throw new Error('the sub-account has no active loan to go on with')
  return active
}

test('security is topped up and withdrawn', async () => {
  const before = await activeLoan()
  const path = { loanId: before.id }
  const { json: more } = await api.send('POST /sub-account/loans/{loanId}/security/top-up', {
    path,
    body: { cryptoAmount: 0.5 },
  })
  moved.add('SECURITY_DEPOSIT')
  expect(more.securityCryptoAmount).toBeCloseTo(before.securityCryptoAmount + 0.5, 8)

  const { json: less } = await api.send('POST /sub-account/loans/{loanId}/security/withdraw', {
    path,
    body: { cryptoAmount: 0.25 },
  })
  moved.add('SECURITY_WITHDRAWAL')
  expect(less.securityCryptoAmount).toBeCloseTo(before.securityCryptoAmount + 0.25, 8)
})

test('a loan is repaid with fiat and with security', async () => {
  const before = await activeLoan()
  const path = { loanId: before.id }
  const { json: paid } = await api.send('POST /sub-account/loans/{loanId}/repayments/fiat', {
    path,
    body: { fiatAmount: 500.25 },
  })
  moved.add('FIAT_REPAY')
  expect(paid.principalLeft).toBeCloseTo(before.principalLeft - 500.25, 2)

  const { json: sold } = await api.send('POST /sub-account/loans/{loanId}/repayments/security', {
    path,
    body: { cryptoAmount: 0.01 },
  })
  moved.add('SECURITY_REPAY')
  expect(sold.principalLeft).toBeLessThan(paid.principalLeft)
  expect(sold.totalFee).toBeGreaterThanOrEqual(paid.totalFee)

  const { json: now } = await api.send('GET /sub-account/loans/{loanId}', { path })
  expect(now).toEqual(sold)
})

test('what was repaid is drawn again', async () => {
  const { id: loanId, fiatPrincipalAvailableToBorrow } = await activeLoan()
  const applicantInfo = { relationshipStatus: 'WIDOWED' } as const
  const { json: redraw } = await api.send('POST /sub-account/loans/redraws/applications', {
    body: { applicantInfo, loanId, fiatAmount: 100 },
  })
  const { json: redraws } = await api.send('GET /sub-account/loans/redraws/applications')
  expect(redraws.map(({ id }) => id)).toContain(redraw.id)

  await api.send('POST /sub-account/loans/redraws/applications', {
    body: { applicantInfo, loanId, fiatAmount: fiatPrincipalAvailableToBorrow + 100_000 },
    expect: 409,
  })
})

test('a loan is rolled over, to either kind', async () => {
  const { id: loanId, principalLeft } = await activeLoan()
  const applicantInfo = { relationshipStatus: 'SINGLE' } as const
  await api.send('POST /sub-account/loans/rollovers/applications', {
    body: { applicantInfo, rolloverType: 'CREDIT_LINE', loanId, fiatLoanLimit: Math.ceil(principalLeft) + 10_000 },
  })
  await api.send('POST /sub-account/loans/rollovers/applications', {
    body: { applicantInfo, rolloverType: 'FIXED_TERM', loanId, termInYears: 2 },
  })
  await api.send('POST /sub-account/loans/rollovers/applications', {
    body: { applicantInfo, rolloverType: 'PERPETUAL', loanId },
    expect: 400,
  })
})

describe('a loan is closed', () => {
  for (const means of ['fiat', 'security'] as const) {
    test(`with ${means}, once`, async () => {
      const { id: loanId } = await activeLoan()
      const path = { loanId }
      const { json: closed } = await api.send(`POST /sub-account/loans/{loanId}/close/${means}`, { path })
      expect(closed.principalLeft).toBe(0)
      expect(closed.status).not.toBe('ACTIVE')
      await api.send(`POST /sub-account/loans/{loanId}/close/${means}`, { path, expect: 409 })
      const body = { fiatAmount: 1 }
      await api.send('POST /sub-account/loans/{loanId}/repayments/fiat', { path, body, expect: 409 })
    })
  }
})

test('all of it is in the transactions', async () => {
  const search = 'POST /sub-account/loans/transactions'
  const body = { sorting: [{ field: 'created', direction: 'DESC' }] } as const
  const { json: page } = await api.send(search, { body })
  const types = page.content.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining([...moved]))

  const id = page.content[0]?.id ?? ''
  const { json: changed } = await api.send('PATCH /sub-account/loans/transactions', {
    body: { id, externalTransactionId: 'bookkeeping-1' },
  })
  expect(changed).toMatchObject([{ id, externalTransactionId: 'bookkeeping-1' }])
})

describe('refused', () => {
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
  api.call('POST /sub-account/loans/transactions', {
    as: 'former transaction status',
    body: { filter: { statuses: ['PENDING'] } },
    expect: 400,
  })
  api.call('PATCH /sub-account/loans/transactions', {
    as: 'unknown transaction',
    body: { id: 'nope', externalTransactionId: 'bookkeeping-1' },
    expect: 404,
  })
})
