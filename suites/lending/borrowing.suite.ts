import { type CompleteResponses, contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// The life of a loan: account, offer, application, loan, repayment and closing.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

// Applications and redraws are processed by the next day. Outside the sandbox, the test doesn't wait that long.
test.skipIf(api.clock === undefined)('a borrower comes, borrows, repays and goes', async () => {
  const { json: account } = await api.send('POST /main-account/sub-accounts', {
    body: { email: 'whole-way@example.com', contactNumber: '+61400000002' },
  })
  const auth = account.accessToken

  const { json: offers } = await api.send('GET /main-account/loans/offers')
  const offer = offers.find(({ repaymentType }) => repaymentType === 'LINE_OF_CREDIT')
  const terms = { fiatPrincipalAmount: 20_000, securityCryptoAmount: 0.5, termInYears: 1 }
  const { json: application } = await api.send('POST /sub-account/loans/applications', {
    auth,
    body: { applyFor: 'LINE_OF_CREDIT', loanOfferId: offer?.id ?? '', ...terms },
  })
  expect(application.status).toBe('SUBMITTED')

  await api.clock?.advance('P1D')
  const { json: applications } = await api.send('GET /sub-account/loans/applications', { auth })
  const approved = applications.find(({ id }) => id === application.id)
  expect(approved?.status).toBe('APPROVED')
  const path = { loanId: approved?.loanId ?? '' }
  const loan = async () => (await api.send('GET /sub-account/loans/{loanId}', { auth, path })).json
  // Older contracts don't require the borrowed and drawn amounts.
  const { initialBorrow = 20_000, ...opened } = await loan()
  expect({ ...opened, initialBorrow }).toMatchObject({ status: 'ACTIVE', initialBorrow: 20_000, principalLeft: 20_000 })

  // Top up the security, repay a part, and redraw.
  const topUp = { cryptoAmount: 0.25 }
  await api.send('POST /sub-account/loans/{loanId}/security/top-up', { auth, path, body: topUp })
  const repayment = { fiatAmount: 5_000 }
  await api.send('POST /sub-account/loans/{loanId}/repayments/fiat', { auth, path, body: repayment })
  const redraw = { ...path, fiatAmount: 3_000, applicantInfo: { relationshipStatus: 'SINGLE' } } as const
  await api.send('POST /sub-account/loans/redraws/applications', { auth, body: redraw })
  await api.clock?.advance('P1D')
  const { totalRedraw = 3_000, ...drawn } = await loan()
  expect({ ...drawn, totalRedraw }).toMatchObject({
    principalLeft: 18_000,
    totalRedraw: 3_000,
    securityCryptoAmount: 0.75,
  })

  // The main account shows the same loan and amounts.
  const { json: lent } = await api.send('GET /main-account/loans', { query: { pageSize: '100' } })
  expect(lent.content.find(({ id }) => id === path.loanId)?.principalLeft).toBe(18_000)
  const { json: fiat } = await api.send('GET /sub-account/balances/fiat', { auth })
  expect(fiat.find(({ currency }) => currency === 'AUD')?.balance).toBeGreaterThan(18_000)

  const { json: closed } = await api.send('POST /sub-account/loans/{loanId}/close/fiat', { auth, path })
  expect(closed).toMatchObject({ status: 'CLOSED', principalLeft: 0, securityCryptoAmount: 0 })

  const { json: page } = await api.send('POST /sub-account/loans/transactions', { auth, body: {} })
  const types = new Set(page.content.map(({ type }) => type))
  const isCurrent = api.has('POST /sub-account/loans/transactions', { body: { filter: { types: ['FIAT_BORROW'] } } })
  expect([...types].sort()).toEqual(
    isCurrent
      ? ['FIAT_BORROW', 'FIAT_REPAY', 'SECURITY_DEPOSIT', 'SECURITY_WITHDRAWAL']
      : ['BORROW', 'REPAYMENT', 'TOP_UP_COLLATERAL', 'WITHDRAW_COLLATERAL'],
  )
})
