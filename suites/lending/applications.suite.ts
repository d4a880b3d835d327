import { type CompleteResponses, contract } from 'specdrift/suite'
import { describe, expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// A new sub-account drafts an application from an offer, submits it, changes it and withdraws it.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

const update = 'PATCH /sub-account/loans/applications/{id}'

const hasDrafts = api.has('POST /sub-account/loans/applications', { body: { applyFor: 'DRAFT' } })

test.runIf(hasDrafts)('a draft is filled in, submitted and taken back', async () => {
  const { json: account } = await api.send('POST /main-account/sub-accounts', {
    body: { email: 'borrower@example.com', contactNumber: '+61400000000' },
  })
  const auth = account.accessToken
  const { json: loans } = await api.send('GET /sub-account/loans', { auth })
  expect(loans).toEqual([])

  const { json: offers } = await api.send('GET /main-account/loans/offers')
  const offer = offers.find(({ repaymentType }) => repaymentType === 'LINE_OF_CREDIT')
  const details = { fiatPrincipalAmount: 15_000, securityCryptoAmount: 1, termInYears: 1 }
  const applicantInfo = { relationshipStatus: 'MARRIED_OR_DEFACTO' } as const
  const { json: draft } = await api.send('POST /sub-account/loans/applications', {
    auth,
    body: { applyFor: 'DRAFT', loanOfferId: offer?.id ?? '', applicantInfo, ...details },
  })
  expect(draft).toMatchObject({ applyFor: 'DRAFT', status: 'DRAFT', ...details })
  const path = { id: draft.id }

  if (api.has(update)) {
    const body = { fiatPrincipalAmount: 12_000, applicantInfo: { relationshipStatus: 'DIVORCED' } } as const
    const { json: changed } = await api.send(update, { auth, path, body })
    expect(changed).toMatchObject({ status: 'DRAFT', ...details, ...body })
  }

  const { json: filed } = await api.send('PATCH /sub-account/loans/applications/{id}/apply-for/{reason}', {
    auth,
    path: { ...path, reason: 'LINE_OF_CREDIT' },
  })
  expect(filed).toMatchObject({ applyFor: 'LINE_OF_CREDIT', status: 'SUBMITTED' })

  await api.send('POST /sub-account/loans/applications/{id}/withdraw', { auth, path })
  const { json: listed } = await api.send('GET /sub-account/loans/applications', { auth })
  expect(listed).toHaveLength(1)

  // A withdrawn application cannot be withdrawn again.
  await api.send('POST /sub-account/loans/applications/{id}/withdraw', { auth, path, expect: 409 })
})

test('a complete application is submitted at once, and withdrawn', async () => {
  const { json: account } = await api.send('POST /main-account/sub-accounts', {
    body: {
      email: 'business@example.com',
      contactNumber: '+61400000003',
      businessDetails: { businessName: 'Example Pty Ltd' },
    },
  })
  const auth = account.accessToken
  const { json: application } = await api.send('POST /sub-account/loans/applications', { auth })
  expect(application.status).toBe('SUBMITTED')
  const path = { id: application.id }
  const { json: withdrawn } = await api.send('POST /sub-account/loans/applications/{id}/withdraw', { auth, path })
  expect(withdrawn.status).toBe('WITHDRAWN')
})

test.skipIf(api.clock === undefined)(
  'an application for more security than there is is declined the next day',
  async () => {
    const { json: account } = await api.send('POST /main-account/sub-accounts', {
      body: { email: 'declined@example.com', contactNumber: '+61400000007' },
    })
    const auth = account.accessToken
    const { json: offers } = await api.send('GET /main-account/loans/offers')
    const loanOfferId = offers.find(({ repaymentType }) => repaymentType === 'LINE_OF_CREDIT')?.id ?? ''
    const terms = { fiatPrincipalAmount: 5_000, securityCryptoAmount: 1_000, termInYears: 1 }
    const body = { applyFor: 'LINE_OF_CREDIT', loanOfferId, ...terms } as const
    await api.send('POST /sub-account/loans/applications', { auth, body })
    await api.clock?.advance('P1D')
    const { json: applications } = await api.send('GET /sub-account/loans/applications', { auth })
    expect(applications.map(({ status }) => status)).toEqual(['DECLINED'])
  },
)

test.runIf(hasDrafts)('a redraw is drafted', async () => {
  const { json: loans } = await api.send('GET /sub-account/loans')
  const { id: loanId = '' } = loans.find(({ status }) => status === 'ACTIVE') ?? {}
  const body = { applyFor: 'DRAFT', loanId, fiatAmount: 100, applicantInfo: { relationshipStatus: 'WIDOWED' } } as const
  const { json: draft } = await api.send('POST /sub-account/loans/redraws/applications', { body })
  expect(draft.status).toBe('DRAFT')
  const { json: listed } = await api.send('GET /sub-account/loans/redraws/applications')
  expect(listed.find(({ id }) => id === draft.id)).toMatchObject({ applyFor: 'DRAFT', status: 'DRAFT' })
})

describe('rejected', () => {
  const complete = {
    applyFor: 'LINE_OF_CREDIT',
    loanOfferId: '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c01',
    fiatPrincipalAmount: 20_000,
    securityCryptoAmount: 1,
    termInYears: 1,
  }
  const refusals = {
    'principal over the limit': { ...complete, fiatPrincipalAmount: 100_000_000 },
    'unknown purpose': { ...complete, applyFor: 'HOLIDAY' },
  }
  for (const [as, body] of Object.entries(refusals)) {
    api.call('POST /sub-account/loans/applications', { as, body, expect: 400 })
  }

  // Valid requests that conflict with existing data.
  const conflicts = {
    'incomplete application': { applyFor: 'LINE_OF_CREDIT' },
    'more than the security carries': { ...complete, securityCryptoAmount: 0.0001 },
  }
  for (const [as, body] of Object.entries(conflicts)) {
    api.call('POST /sub-account/loans/applications', { as, body, expect: 409 })
  }

  if (api.has(update)) api.call(update, { as: 'unknown', path: { id: 'nope' }, expect: 404 })
  api.call('POST /sub-account/loans/applications/{id}/withdraw', { as: 'unknown', path: { id: 'nope' }, expect: 404 })
  api.call('PATCH /sub-account/loans/applications/{id}/apply-for/{reason}', {
    as: 'unknown purpose',
    path: { id: 'nope', reason: 'HOLIDAY' },
    expect: '4XX',
  })

  api.call('POST /main-account/sub-accounts', { as: 'e-mail that is none', body: { email: 'nobody' }, expect: 400 })
})
