import { contract } from 'specdrift/suite'

// Request values that only some builds allow. The contract determines whether the service must accept them.
const api = await contract({ api: 'lending' })

const account = { email: 'values@example.com', contactNumber: '+61400000005' }
const offer = '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c0'
const terms = { fiatPrincipalAmount: 20_000, securityCryptoAmount: 1, termInYears: 1 }
const complete = { applyFor: 'LINE_OF_CREDIT', loanOfferId: `${offer}1`, ...terms }
const noLoan = { loanId: 'nope', fiatAmount: 100, fiatLoanLimit: 20_000, termInYears: 2 }
const relationships = [
  ...['SINGLE', 'DIVORCED_OR_WIDOWED', 'MARRIED_OR_LIVING_WITH_PARTNER', 'DIVORCED', 'MARRIED_OR_DEFACTO', 'WIDOWED'],
]

probe('POST /main-account/sub-accounts', {
  'no e-mail': { contactNumber: account.contactNumber },
  'no contact number': { email: account.email },
  'no business details, as null': { ...account, businessDetails: null },
})
for (const applyFor of ['LINE_OF_CREDIT', 'FIXED_TERM', 'DRAFT']) {
  probe('POST /sub-account/loans/applications', {
    [applyFor]: { ...complete, loanOfferId: `${offer}${applyFor === 'FIXED_TERM' ? 2 : 1}`, applyFor },
  })
  probe('POST /sub-account/loans/redraws/applications', { [applyFor]: { ...noLoan, applyFor } }, 404)
}
for (const relationshipStatus of relationships) {
  const applicantInfo = { relationshipStatus }
  probe('POST /sub-account/loans/applications', { [relationshipStatus]: { ...complete, applicantInfo } })
  probe('POST /sub-account/loans/redraws/applications', { [relationshipStatus]: { ...noLoan, applicantInfo } }, 404)
  for (const rolloverType of ['CREDIT_LINE', 'FIXED_TERM']) {
    const body = { rolloverType, ...noLoan, applicantInfo }
    probe('POST /sub-account/loans/rollovers/applications', { [`${rolloverType}, ${relationshipStatus}`]: body }, 404)
  }
}
for (const search of ['POST /main-account/loans/transactions', 'POST /sub-account/loans/transactions']) {
  for (const type of [
    ...['AUTO_REPAYMENT', 'BORROW', 'REPAYMENT', 'TOP_UP_COLLATERAL', 'WITHDRAW_COLLATERAL'],
    ...['AUTO_FIAT_REPAY', 'AUTO_SECURITY_REPAY', 'FIAT_BORROW', 'FIAT_REPAY', 'SECURITY_DEPOSIT'],
    ...['SECURITY_REPAY', 'SECURITY_WITHDRAWAL'],
  ])
    probe(search, { [type]: { filter: { types: [type] } } })
  for (const status of [
    ...[
      'FAILED',
      'PENDING',
      'SUCCESS',
      'COMPLETED',
      'INITIATED',
      'PICKED_FOR_RECKONING',
      'POSTPONED_TO_NEXT_RECKONING',
    ],
    ...['PRE_RECKONING', 'READY_FOR_RECKONING', 'ROLLED_BACK', 'WAITING_FOR_FIAT_TRANSFER_TO_USER'],
    'WITHDRAWAL_INITIATED',
  ])
    probe(search, { [status]: { filter: { statuses: [status] } } })
}

for (const search of ['POST /main-account/loans/transactions', 'POST /sub-account/loans/transactions']) {
  for (const direction of ['', 'ASC', 'DESC'])
    probe(search, { [`sorted ${direction}`]: { direction, sorting: [{ field: 'created', direction }] } })
  for (const field of ['', 'created', 'updated', 'type', 'status', 'fiatAmount', 'cryptoAmount', 'id', 'loanId'])
    probe(search, { [`sorted by ${field}`]: { field, sorting: [{ field, direction: 'ASC' }] } })
}
for (const cryptoCurrency of ['BTC', 'ETH', 'USDC', 'USDT', 'WBTC']) {
  const security = { cryptoCurrency, cryptoAmount: 1 }
  probe('POST /main-account/borrow-limits', { [cryptoCurrency]: { securities: [security], fiatCurrency: 'AUD' } })
  for (const [accountType, repaymentType] of [
    ['PERSONAL', 'LINE_OF_CREDIT'],
    ['BUSINESS', 'FIXED_TERM'],
  ]) {
    const kind = { accountType, cryptoCurrency, fiatCurrency: 'AUD', repaymentType }
    const body = { ...kind, fiatPrincipalAmount: 20_000, termInYears: 2 }
    probe('POST /main-account/loans/offer/preview', { [`${accountType}, ${cryptoCurrency}`]: body })
  }
}

/** Sends each named body to an operation. If the contract allows the body, the call must succeed, or return the status `accepted`. */
function probe(operation: string, bodies: Readonly<Record<string, object>>, accepted?: number): void {
  for (const [as, value] of Object.entries(bodies)) {
    // The bodies above are plain JSON. A request body's type is narrower than `object`.
    const body = value as Readonly<Record<string, string>>
    const expect = api.has(operation, { body }) ? accepted : 400
    api.call(operation, { as, body, ...(expect !== undefined && { expect }) })
  }
}
