import { describe, expect, it } from 'vitest'
import { amount } from '../money/money.ts'
import { testClient, testService } from '../test-client.ts'

describe('a draft of a redraw', () => {
  const redraws = 'POST /sub-account/loans/redraws/applications'
  const draft = { applyFor: 'DRAFT', loanId: 'loan-1', fiatAmount: 1000 }

  it('stays a draft: no amount is pending or paid', async () => {
    const { service, client } = await testService()
    const { body } = await client.call(redraws, { body: draft })
    expect(body).toMatchObject({ applyFor: 'DRAFT', status: 'DRAFT', fiatAmount: 1000 })
    await service.advance('P2D')
    const loan = await client.call('GET /sub-account/loans/loan-1')
    expect(loan.body).toMatchObject({ pendingBorrowFiatPrincipalAmount: 0, principalLeft: 22_000, totalRedraw: 2000 })
  })

  it('is unknown before b04', async () => {
    expect((await testClient({ build: 'b03' }).call(redraws, { body: draft })).status).toBe(400)
  })
})

describe('a pending redraw and a pending rollover', () => {
  const post = (kind: string) => `POST /sub-account/loans/${kind}/applications`
  const limit = (fiatLoanLimit: number) => ({ loanId: 'loan-1', rolloverType: 'CREDIT_LINE', fiatLoanLimit })
  const refused = (field: string) => [409, expect.objectContaining({ code: 'LIMIT_EXCEEDED', field })]

  it('reject a rollover whose limit is below the drawn and pending amounts', async () => {
    const { client } = await testService()
    await client.call(post('redraws'), { body: { loanId: 'loan-1', fiatAmount: 8000 } })
    const { status, body } = await client.call(post('rollovers'), { body: limit(22_000) })
    expect([status, body]).toEqual(refused('fiatLoanLimit'))
  })

  it("reject a redraw above the rollover's limit", async () => {
    const { client } = await testService()
    expect((await client.call(post('rollovers'), { body: limit(23_000) })).status).toBe(200)
    const { status, body } = await client.call(post('redraws'), { body: { loanId: 'loan-1', fiatAmount: 1001 } })
    expect([status, body]).toEqual(refused('fiatAmount'))
  })

  it('are declined and cancelled if the security no longer covers them at the settlement', async () => {
    const { service, client } = await testService()
    await client.call(post('redraws'), { body: { loanId: 'loan-1', fiatAmount: 1000 } })
    await client.call(post('rollovers'), { body: limit(30_000) })
    Object.assign(service.state, { market: { price: () => amount(50_000) } })
    await service.advance('P1D')
    const { loans, redraws, rollovers } = service.state
    expect([redraws.at(-1)?.status, rollovers.at(-1)?.status]).toEqual(['DECLINED', 'DECLINED'])
    expect(loans[0]?.transactions.find((each) => each.loanApplicationId === 'redraw-2')?.status).toBe('ROLLED_BACK')
    const { body } = await client.call('GET /sub-account/loans/loan-1')
    expect(body).toMatchObject({ principalLeft: 22_000, pendingBorrowFiatPrincipalAmount: 0, totalRedraw: 2000 })
    const again = await client.call(post('rollovers'), { body: limit(30_000) })
    expect([again.status, again.body]).toEqual(refused('loanId'))
  })

  it('is not paid out after the term', async () => {
    const { service, client } = await testService()
    await service.advance('P639D')
    await client.call(post('redraws'), { body: { loanId: 'loan-1', fiatAmount: 1000 } })
    await service.advance('P9D')
    expect(service.state.redraws.at(-1)).toMatchObject({ id: 'redraw-2', status: 'DECLINED' })
    expect(service.state.loans[0]).toMatchObject({ status: 'CLOSED' })
  })
})
