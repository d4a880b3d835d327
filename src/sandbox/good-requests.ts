import { findBuild } from './builds/index.ts'

/** An operation, and a request that returns 200 from a freshly seeded service. */
export type GoodRequest = readonly [operation: string, path: string, body?: Readonly<Record<string, unknown>>]

/** One request for each operation that returns 200 from a freshly seeded service, for the tests of the sandbox. */
export const goodRequests: readonly GoodRequest[] = [
  ['GET /main-account/loans/offer', '/main-account/loans/offer'],
  [
    'POST /main-account/loans/offer/preview',
    '/main-account/loans/offer/preview',
    { repaymentType: 'FIXED_TERM', fiatPrincipalAmount: 20_000, termInYears: 2, cryptoCurrency: 'ETH' },
  ],
  [
    'POST /main-account/loans/line-of-credit/interest',
    '/main-account/loans/line-of-credit/interest',
    { fiatPrincipalAmount: 20_000, termInDays: 365 },
  ],
  [
    'POST /main-account/loans/fixed-term/schedule',
    '/main-account/loans/fixed-term/schedule',
    { fiatPrincipalAmount: 20_000, termInYears: 2 },
  ],
  ['GET /main-account/ltv/limits', '/main-account/ltv/limits'],
  [
    'POST /main-account/borrow-limits',
    '/main-account/borrow-limits',
    { securities: [{ cryptoCurrency: 'BTC', cryptoAmount: 1 }], fiatCurrency: 'AUD' },
  ],
  ['GET /main-account/balances/crypto', '/main-account/balances/crypto'],
  ['GET /main-account/balances/crypto/{cryptoCurrency}', '/main-account/balances/crypto/BTC'],
  ['GET /main-account/balances/fiat', '/main-account/balances/fiat'],
  ['GET /main-account/balances/fiat/{country}/{fiatCurrency}', '/main-account/balances/fiat/AU/AUD'],
  [
    'GET /main-account/deposit/crypto/{cryptoNetwork}/{cryptoCurrency}/wallet',
    '/main-account/deposit/crypto/BTC/BTC/wallet',
  ],
  ['GET /main-account/deposit/fiat/AU/AUD/pay-id', '/main-account/deposit/fiat/AU/AUD/pay-id'],
  ['GET /main-account/deposit/fiat/bank-accounts', '/main-account/deposit/fiat/bank-accounts'],
  [
    'GET /main-account/deposit/fiat/{country}/{fiatCurrency}/bank-accounts',
    '/main-account/deposit/fiat/AU/AUD/bank-accounts',
  ],
  ['GET /main-account/loans', '/main-account/loans?pageNumber=0&pageSize=2'],
  ['GET /main-account/loans/offers', '/main-account/loans/offers?accountType=BUSINESS'],
  [
    'POST /main-account/loans/offers/{loanOfferId}/interest',
    '/main-account/loans/offers/6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c01/interest',
    { fiatPrincipalAmount: 20_000, securityCryptoAmount: 1 },
  ],
  [
    'POST /main-account/loans/offers/{loanOfferId}/principal',
    '/main-account/loans/offers/6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c01/principal',
    { cryptoAmount: 1 },
  ],
  [
    'POST /main-account/loans/offers/{loanOfferId}/repayments',
    '/main-account/loans/offers/6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c02/repayments',
    { fiatPrincipalAmount: 20_000, termInYears: 2 },
  ],
  ['POST /main-account/loans/transactions', '/main-account/loans/transactions', { filter: { types: ['FIAT_BORROW'] } }],
  ['GET /main-account/prices/{cryptoCurrency}/{fiatCurrency}', '/main-account/prices/BTC/AUD'],
  ['GET /main-account/health', '/main-account/health'],
  [
    'POST /main-account/sub-accounts',
    '/main-account/sub-accounts',
    { email: 'borrower@example.com', contactNumber: '+61400000000', businessDetails: null },
  ],
  ['GET /main-account/webhooks', '/main-account/webhooks'],
  [
    'POST /main-account/webhooks',
    '/main-account/webhooks',
    { eventType: 'MISSING_BANK_ACCOUNT', url: 'http://127.0.0.1:9000/hook' },
  ],
  ['GET /main-account/webhooks/executions', '/main-account/webhooks/executions'],
  ['GET /main-account/webhooks/{id}', '/main-account/webhooks/webhook-1'],
  ['GET /sub-account/balances/crypto', '/sub-account/balances/crypto'],
  ['GET /sub-account/balances/crypto/{cryptoCurrency}', '/sub-account/balances/crypto/WBTC'],
  ['GET /sub-account/balances/fiat', '/sub-account/balances/fiat'],
  ['GET /sub-account/balances/fiat/{country}/{fiatCurrency}', '/sub-account/balances/fiat/AU/AUD'],
  ['GET /sub-account/loans', '/sub-account/loans'],
  ['GET /sub-account/loans/{loanId}', '/sub-account/loans/loan-2'],
  ['POST /sub-account/loans/{loanId}/close/fiat', '/sub-account/loans/loan-1/close/fiat'],
  ['POST /sub-account/loans/{loanId}/close/security', '/sub-account/loans/loan-1/close/security', {}],
  [
    'POST /sub-account/loans/{loanId}/repayments/fiat',
    '/sub-account/loans/loan-1/repayments/fiat',
    { fiatAmount: 500 },
  ],
  [
    'POST /sub-account/loans/{loanId}/repayments/security',
    '/sub-account/loans/loan-1/repayments/security',
    { cryptoAmount: 0.01 },
  ],
  [
    'POST /sub-account/loans/{loanId}/security/top-up',
    '/sub-account/loans/loan-1/security/top-up',
    { cryptoAmount: 0.1 },
  ],
  [
    'POST /sub-account/loans/{loanId}/security/withdraw',
    '/sub-account/loans/loan-1/security/withdraw',
    { cryptoAmount: 0.01 },
  ],
  ['GET /sub-account/loans/applications', '/sub-account/loans/applications'],
  [
    'POST /sub-account/loans/applications',
    '/sub-account/loans/applications',
    {
      applyFor: 'LINE_OF_CREDIT',
      applicantInfo: { relationshipStatus: 'MARRIED_OR_DEFACTO' },
      loanOfferId: '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c01',
      fiatPrincipalAmount: 20_000,
      securityCryptoAmount: 1,
      termInYears: 1,
    },
  ],
  [
    'PATCH /sub-account/loans/applications/{id}',
    '/sub-account/loans/applications/application-1',
    { applicantInfo: { relationshipStatus: 'DIVORCED' }, fiatPrincipalAmount: 15_000 },
  ],
  [
    'PATCH /sub-account/loans/applications/{id}/apply-for/{reason}',
    '/sub-account/loans/applications/application-1/apply-for/DRAFT',
  ],
  ['POST /sub-account/loans/applications/{id}/withdraw', '/sub-account/loans/applications/application-1/withdraw'],
  ['GET /sub-account/loans/redraws/applications', '/sub-account/loans/redraws/applications'],
  [
    'POST /sub-account/loans/redraws/applications',
    '/sub-account/loans/redraws/applications',
    { applicantInfo: { relationshipStatus: 'SINGLE' }, loanId: 'loan-1', fiatAmount: 1000 },
  ],
  [
    'POST /sub-account/loans/rollovers/applications',
    '/sub-account/loans/rollovers/applications',
    {
      applicantInfo: { relationshipStatus: 'SINGLE' },
      rolloverType: 'CREDIT_LINE',
      loanId: 'loan-2',
      fiatLoanLimit: 40_000,
    },
  ],
  ['POST /sub-account/loans/transactions', '/sub-account/loans/transactions', { dateFrom: '', sorting: [] }],
  [
    'PATCH /sub-account/loans/transactions',
    '/sub-account/loans/transactions',
    { id: 'transaction-1', externalTransactionId: 'mine-1' },
  ],
]

/** Requests for older builds, by the last build they apply to. */
const formerRequests: readonly (readonly [until: string, request: GoodRequest])[] = [
  [
    'b05',
    [
      'POST /main-account/sub-accounts',
      '/main-account/sub-accounts',
      { contactNumber: '+61400000000', businessDetails: { businessName: 'Example Pty Ltd' } },
    ],
  ],
  [
    'b06',
    [
      'POST /main-account/webhooks',
      '/main-account/webhooks',
      { eventType: 'LOAN_STATUS_CHANGED', url: 'http://127.0.0.1:9/hook' },
    ],
  ],
  [
    'b03',
    [
      'PATCH /sub-account/loans/applications/{id}/apply-for/{reason}',
      '/sub-account/loans/applications/application-1/apply-for/LINE_OF_CREDIT',
    ],
  ],
  [
    'b03',
    [
      'POST /sub-account/loans/redraws/applications',
      '/sub-account/loans/redraws/applications',
      { applicantInfo: { relationshipStatus: 'DIVORCED_OR_WIDOWED' }, loanId: 'loan-1', fiatAmount: 1000 },
    ],
  ],
  [
    'b03',
    [
      'POST /sub-account/loans/applications',
      '/sub-account/loans/applications',
      {
        applicantInfo: { relationshipStatus: 'MARRIED_OR_LIVING_WITH_PARTNER' },
        loanOfferId: '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c01',
        fiatPrincipalAmount: 20_000,
        securityCryptoAmount: 1,
        termInYears: 1,
      },
    ],
  ],
  [
    'b02',
    [
      'POST /main-account/loans/transactions',
      '/main-account/loans/transactions',
      { filter: { types: ['BORROW', 'REPAYMENT'], statuses: ['SUCCESS', 'PENDING'] } },
    ],
  ],
  ['b01', ['GET /sub-account/balances/fiat/{country}/{fiatCurrency}', '/sub-account/balances/fiat/AU/AUD']],
]

/** The same for a build, limited to its operations. */
export function goodRequestsOf(build: string): readonly GoodRequest[] {
  const { has } = findBuild(build)
  const former = formerRequests.filter(([until]) => build <= until).map(([, request]) => request)
  return goodRequests
    .filter(([operation]) => has(operation))
    .map((request) => former.find(([operation]) => operation === request[0]) ?? request)
}
