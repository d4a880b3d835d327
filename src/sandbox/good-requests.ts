import { findBuild } from './builds/index.ts'
import { operations } from './http/app.ts'
import { offerFor } from './loans/offers.ts'

type Body = Readonly<Record<string, unknown>>

/** An operation, and a request that returns 200 from a freshly seeded service. */
export type GoodRequest = readonly [operation: string, path: string, body?: Body]

const loanOfferId = offerFor('PERSONAL', 'LINE_OF_CREDIT').id
const terms = { fiatPrincipalAmount: 20_000, termInYears: 2 }
const url = 'http://127.0.0.1:9000/hook'
const applicantInfo = { relationshipStatus: 'SINGLE' }
const details = { loanOfferId, fiatPrincipalAmount: 20_000, securityCryptoAmount: 1, termInYears: 1 }
const redraw = { loanId: 'loan-1', fiatAmount: 1000 }

const bodies: Readonly<Record<string, Body>> = {
  'POST /main-account/loans/offer/preview': { repaymentType: 'FIXED_TERM', ...terms, cryptoCurrency: 'ETH' },
  'POST /main-account/loans/line-of-credit/interest': { fiatPrincipalAmount: 20_000, termInDays: 365 },
  'POST /main-account/loans/fixed-term/schedule': terms,
  'POST /main-account/borrow-limits': {
    securities: [{ cryptoCurrency: 'BTC', cryptoAmount: 1 }],
    fiatCurrency: 'AUD',
  },
  'POST /main-account/loans/offers/{loanOfferId}/interest': { fiatPrincipalAmount: 20_000, securityCryptoAmount: 1 },
  'POST /main-account/loans/offers/{loanOfferId}/principal': { cryptoAmount: 1 },
  'POST /main-account/loans/offers/{loanOfferId}/repayments': terms,
  'POST /main-account/loans/transactions': { filter: { types: ['FIAT_BORROW'] } },
  'POST /main-account/sub-accounts': {
    email: 'borrower@example.com',
    contactNumber: '+61400000000',
    businessDetails: null,
  },
  'POST /main-account/webhooks': { eventType: 'MISSING_BANK_ACCOUNT', url },
  'POST /sub-account/loans/{loanId}/close/security': {},
  'POST /sub-account/loans/{loanId}/repayments/fiat': { fiatAmount: 500 },
  'POST /sub-account/loans/{loanId}/repayments/security': { cryptoAmount: 0.01 },
  'POST /sub-account/loans/{loanId}/security/top-up': { cryptoAmount: 0.1 },
  'POST /sub-account/loans/{loanId}/security/withdraw': { cryptoAmount: 0.01 },
  'POST /sub-account/loans/applications': {
    applyFor: 'LINE_OF_CREDIT',
    applicantInfo: { relationshipStatus: 'MARRIED_OR_DEFACTO' },
    ...details,
  },
  'PATCH /sub-account/loans/applications/{id}': {
    applicantInfo: { relationshipStatus: 'DIVORCED' },
    fiatPrincipalAmount: 15_000,
  },
  'POST /sub-account/loans/redraws/applications': { applicantInfo, ...redraw },
  'POST /sub-account/loans/rollovers/applications': {
    applicantInfo,
    rolloverType: 'CREDIT_LINE',
    loanId: 'loan-2',
    fiatLoanLimit: 40_000,
  },
  'POST /sub-account/loans/transactions': { dateFrom: '', sorting: [] },
  'PATCH /sub-account/loans/transactions': { id: 'transaction-1', externalTransactionId: 'mine-1' },
}

const pathValues = {
  ...{ cryptoCurrency: 'BTC', cryptoNetwork: 'BTC', country: 'AU', fiatCurrency: 'AUD' },
  ...{ loanOfferId, loanId: 'loan-1', id: 'application-1', reason: 'DRAFT' },
}

/** Path and query values of operations that need other values than above. */
const ownValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /main-account/loans': { query: '?pageNumber=0&pageSize=2' },
  'GET /main-account/loans/offers': { query: '?accountType=BUSINESS' },
  'GET /main-account/webhooks/{id}': { id: 'webhook-1' },
  'GET /sub-account/loans/{loanId}': { loanId: 'loan-2' },
  'POST /main-account/loans/offers/{loanOfferId}/repayments': { loanOfferId: offerFor('PERSONAL', 'FIXED_TERM').id },
}

function requestOf(operation: string, body: Body | undefined, given = ownValues[operation]): GoodRequest {
  const values: Readonly<Record<string, string>> = { ...pathValues, ...given }
  const path = operation.slice(operation.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
  const target = `${path}${values.query ?? ''}`
  return body === undefined ? [operation, target] : [operation, target, body]
}

/** A request per operation that returns 200 from a freshly seeded service. */
export const goodRequests = operations.map((operation) => requestOf(operation, bodies[operation]))

const reason = 'PATCH /sub-account/loans/applications/{id}/apply-for/{reason}'

/** Requests for older builds, with the last build they apply to. */
const formerRequests: readonly (readonly [until: string, operation: string, body?: Body])[] = [
  [
    'b05',
    'POST /main-account/sub-accounts',
    { contactNumber: '+61400000000', businessDetails: { businessName: 'Example Pty Ltd' } },
  ],
  ['b06', 'POST /main-account/webhooks', { eventType: 'LOAN_STATUS_CHANGED', url }],
  ['b03', reason],
  [
    'b03',
    'POST /sub-account/loans/redraws/applications',
    { applicantInfo: { relationshipStatus: 'DIVORCED_OR_WIDOWED' }, ...redraw },
  ],
  [
    'b03',
    'POST /sub-account/loans/applications',
    { applicantInfo: { relationshipStatus: 'MARRIED_OR_LIVING_WITH_PARTNER' }, ...details },
  ],
  [
    'b02',
    'POST /main-account/loans/transactions',
    { filter: { types: ['BORROW', 'REPAYMENT'], statuses: ['SUCCESS', 'PENDING'] } },
  ],
]

export function goodRequestsOf(build: string): readonly GoodRequest[] {
  const { has } = findBuild(build)
  const former = formerRequests.filter(([until]) => build <= until)
  return goodRequests
    .filter(([operation]) => has(operation))
    .map((request) => {
      const [, operation, body] = former.find(([, each]) => each === request[0]) ?? []
      const given = operation === reason ? { reason: 'LINE_OF_CREDIT' } : undefined
      return operation === undefined ? request : requestOf(operation, body, given)
    })
}
