import { describe, expect, it } from 'vitest'
import { type TestClient, testClient, today, tomorrow } from '../test-client.ts'

const applications = '/sub-account/loans/applications'
const redraws = '/sub-account/loans/redraws/applications'
const rollovers = '/sub-account/loans/rollovers/applications'

const complete = {
  applyFor: 'LINE_OF_CREDIT',
  applicantInfo: { relationshipStatus: 'SINGLE' },
  loanOfferId: '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c01',
  fiatPrincipalAmount: 20_000,
  securityCryptoAmount: 1,
  termInYears: 1,
}

/** A client whose clock can be moved to the next day. */
function clockedClient(): TestClient & { readonly sleep: () => void } {
  let time = today
  const client = testClient({ now: () => time })
  return {
    ...client,
    sleep: () => {
      time = tomorrow
    },
  }
}

describe('a loan application', () => {
  it('changes from draft to submitted to withdrawn', async () => {
    const client = testClient()
    const draft = await client.call(`POST ${applications}`, { body: { applyFor: 'DRAFT' } })
    expect(draft.body).toMatchObject({ id: 'application-2', applyFor: 'DRAFT', status: 'DRAFT' })
    const one = `${applications}/application-2`
    const early = await client.call(`PATCH ${one}/apply-for/LINE_OF_CREDIT`)
    expect(early.body).toMatchObject({ code: 'MISSING_FIELD', field: 'loanOfferId' })
    const { applyFor: _, ...details } = complete
    expect((await client.call(`PATCH ${one}`, { body: details })).body).toMatchObject({ ...details, status: 'DRAFT' })
    const submitted = await client.call(`PATCH ${one}/apply-for/LINE_OF_CREDIT`)
    expect(submitted.body).toMatchObject({ ...complete, status: 'SUBMITTED' })
    expect((await client.call(`POST ${one}/withdraw`)).body).toMatchObject({ status: 'WITHDRAWN' })
    expect((await client.call(`POST ${one}/withdraw`)).status).toBe(409)
    expect((await client.call(`PATCH ${one}`, { body: details })).status).toBe(409)
  })

  it.each([
    [{ ...complete, fiatPrincipalAmount: 999.99 }, 'LIMIT_EXCEEDED', 'fiatPrincipalAmount'],
    [{ ...complete, fiatPrincipalAmount: 60_000.01 }, 'LIMIT_EXCEEDED', 'fiatPrincipalAmount'],
    [{ ...complete, termInYears: 5.1 }, 'LIMIT_EXCEEDED', 'termInYears'],
    [{ ...complete, applyFor: 'FIXED_TERM' }, 'NOT_FOUND', 'loanOfferId'],
    [{ ...complete, applyFor: 'CAR' }, 'INVALID_FIELD', 'applyFor'],
    [{ ...complete, loanOfferId: 'none' }, 'NOT_FOUND', 'loanOfferId'],
    [{ applyFor: 'LINE_OF_CREDIT' }, 'MISSING_FIELD', 'loanOfferId'],
    [
      { applicantInfo: { relationshipStatus: 'DIVORCED_OR_WIDOWED' } },
      'INVALID_FIELD',
      'applicantInfo.relationshipStatus',
    ],
  ])('is rejected for %j', async (body, code, field) => {
    const client = testClient()
    const response = await client.call(`POST ${applications}`, { body })
    expect(response.body).toMatchObject({ code, field })
    expect((await client.call<unknown[]>(`GET ${applications}`)).body).toHaveLength(1)
  })

  it('is unchanged if a change is rejected', async () => {
    const client = testClient()
    const before = await client.call(`GET ${applications}`)
    const body = { fiatPrincipalAmount: 5000, termInYears: 99 }
    expect((await client.call(`PATCH ${applications}/application-1`, { body })).status).toBe(400)
    expect((await client.call(`PATCH ${applications}/application-1/apply-for/CAR`)).status).toBe(404)
    expect((await client.call(`GET ${applications}`)).body).toEqual(before.body)
  })

  it('becomes a loan at the next daily settlement', async () => {
    const client = clockedClient()
    client.sleep()
    const { body } = await client.call<unknown[]>(`GET ${applications}`)
    expect(body).toMatchObject([{ id: 'application-1', status: 'APPROVED', loanId: 'loan-4' }])
    const loan = await client.call('GET /sub-account/loans/loan-4')
    const opened = { initialBorrow: 20_000, securityCryptoAmount: 1, termInDays: 365, totalFee: 330 }
    expect(loan.body).toMatchObject({ ...opened, createdAt: tomorrow.toISOString() })
    expect((await client.call(`POST ${applications}/application-1/withdraw`)).status).toBe(409)
  })

  it('is declined if the wallet lacks the security at that time', async () => {
    const client = clockedClient()
    await client.call(`PATCH ${applications}/application-1`, { body: { securityCryptoAmount: 50 } })
    client.sleep()
    const { body } = await client.call<unknown[]>(`GET ${applications}`)
    expect(body).toMatchObject([{ status: 'DECLINED' }])
  })
})

describe('a new sub-account', () => {
  it('can borrow, top up, repay and close with its initial balance', async () => {
    const client = clockedClient()
    const account = await client.call<{ accessToken: string }>('POST /main-account/sub-accounts', {
      body: { email: 'new@example.com', businessDetails: null },
    })
    const token = account.body.accessToken
    await client.call(`POST ${applications}`, { token, body: complete })
    client.sleep()
    const loans = await client.call<{ id: string }[]>('GET /sub-account/loans', { token })
    const loan = `/sub-account/loans/${loans.body[0]?.id}`
    const topUp = await client.call(`POST ${loan}/security/top-up`, { token, body: { cryptoAmount: 0.5 } })
    expect(topUp.body).toMatchObject({ securityCryptoAmount: 1.5 })
    const repaid = await client.call(`POST ${loan}/repayments/fiat`, { token, body: { fiatAmount: 500 } })
    expect(repaid.body).toMatchObject({ principalLeft: 19_500 })
    expect((await client.call(`POST ${loan}/close/fiat`, { token })).body).toMatchObject({ status: 'CLOSED' })
    const found = await client.call('POST /sub-account/loans/transactions', { token, body: {} })
    expect(found.body).toMatchObject({ totalElements: 6 })
  })

  it.each([
    [{}, 'MISSING_FIELD', 'email'],
    [{ email: 'nobody' }, 'INVALID_FIELD', 'email'],
    [{ email: 'a@example.com', contactNumber: null }, 'INVALID_FIELD', 'contactNumber'],
    [{ email: 'a@example.com', businessDetails: 'Pty Ltd' }, 'INVALID_FIELD', 'businessDetails'],
  ])('is rejected for %j', async (body, code, field) => {
    const response = await testClient().call('POST /main-account/sub-accounts', { body })
    expect([response.status, response.body.code, response.body.field]).toEqual([400, code, field])
  })
})

describe('a redraw', () => {
  it('is pending until the next daily settlement pays it', async () => {
    const client = clockedClient()
    const filed = await client.call(`POST ${redraws}`, { body: { loanId: 'loan-1', fiatAmount: 1000 } })
    expect(filed.body).toMatchObject({ id: 'redraw-2', applyFor: 'LINE_OF_CREDIT', status: 'SUBMITTED' })
    const pending = {
      pendingBorrowFiatPrincipalAmount: 1000,
      principalLeft: 22_000,
      fiatPrincipalAvailableToBorrow: 7000,
    }
    expect((await client.call('GET /sub-account/loans/loan-1')).body).toMatchObject(pending)
    client.sleep()
    const paid = { pendingBorrowFiatPrincipalAmount: 0, principalLeft: 23_000, totalRedraw: 3000 }
    expect((await client.call('GET /sub-account/loans/loan-1')).body).toMatchObject(paid)
    const listed = await client.call<unknown[]>(`GET ${redraws}`)
    expect(listed.body).toMatchObject([{ status: 'APPROVED' }, { id: 'redraw-2', status: 'APPROVED' }])
    const request = { body: { field: 'updated', direction: 'DESC', filter: { types: ['FIAT_BORROW'] } } }
    const found = await client.call<{ content: unknown[] }>('POST /sub-account/loans/transactions', request)
    expect(found.body.content).toContainEqual(
      expect.objectContaining({ loanApplicationId: 'redraw-2', status: 'COMPLETED', updated: tomorrow.toISOString() }),
    )
  })

  it('is rejected above the available amount', async () => {
    const { status, body } = await testClient().call(`POST ${redraws}`, {
      body: { loanId: 'loan-1', fiatAmount: 8000.01 },
    })
    expect([status, body.code, body.field]).toEqual([409, 'LIMIT_EXCEEDED', 'fiatAmount'])
  })
})

describe('a rollover', () => {
  it('to a fixed term starts a new term at the next daily settlement', async () => {
    const client = clockedClient()
    const body = { rolloverType: 'FIXED_TERM', loanId: 'loan-1', termInYears: 2, applicantInfo: {} }
    expect((await client.call(`POST ${rollovers}`, { body })).body).toMatchObject({ ...body, status: 'SUBMITTED' })
    client.sleep()
    const rolled = { repaymentType: 'FIXED_TERM', termInDays: 730, loanValidUntil: '2028-01-16T00:00:00.000Z' }
    expect((await client.call('GET /sub-account/loans/loan-1')).body).toMatchObject(rolled)
  })

  it('to a credit line sets a new limit', async () => {
    const client = clockedClient()
    const body = { rolloverType: 'CREDIT_LINE', loanId: 'loan-2', fiatLoanLimit: 40_000 }
    expect((await client.call(`POST ${rollovers}`, { body })).body).toMatchObject({ ...body, status: 'SUBMITTED' })
    client.sleep()
    const rolled = { repaymentType: 'LINE_OF_CREDIT', fiatLoanLimit: 40_000, fiatPrincipalAvailableToBorrow: 12_635.46 }
    expect((await client.call('GET /sub-account/loans/loan-2')).body).toMatchObject(rolled)
  })

  it.each([
    [{ loanId: 'loan-1' }, 400, 'MISSING_FIELD', 'rolloverType'],
    [{ loanId: 'loan-1', rolloverType: 'BALLOON' }, 400, 'INVALID_FIELD', 'rolloverType'],
    [{ loanId: 'loan-1', rolloverType: 'FIXED_TERM' }, 400, 'MISSING_FIELD', 'termInYears'],
    [{ loanId: 'loan-1', rolloverType: 'CREDIT_LINE', fiatLoanLimit: 21_999 }, 409, 'LIMIT_EXCEEDED', 'fiatLoanLimit'],
  ])('is rejected for %j', async (body, status, code, field) => {
    const response = await testClient().call(`POST ${rollovers}`, { body })
    expect([response.status, response.body.code, response.body.field]).toEqual([status, code, field])
  })
})
