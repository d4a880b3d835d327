import { describe, expect, it } from 'vitest'
import { testClient, testService } from '../test-client.ts'

describe('a draft of a redraw', () => {
  const redraws = 'POST /sub-account/loans/redraws/applications'
  const draft = { applyFor: 'DRAFT', loanId: 'loan-1', fiatAmount: 1000 }

  it('stays one: nothing is pending, and nothing is paid', async () => {
    const { service, client } = await testService()
    const { body } = await client.call(redraws, { body: draft })
    expect(body).toMatchObject({ applyFor: 'DRAFT', status: 'DRAFT', fiatAmount: 1000 })
    await service.advance('P2D')
    const loan = await client.call('GET /sub-account/loans/loan-1')
    expect(loan.body).toMatchObject({ pendingBorrowFiatPrincipalAmount: 0, principalLeft: 22_000, totalRedraw: 2000 })
  })

  it('is not known before b04', async () => {
    expect((await testClient({ build: 'b03' }).call(redraws, { body: draft })).status).toBe(400)
  })
})
