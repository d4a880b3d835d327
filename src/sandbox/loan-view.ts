import { availableToBorrow, feeRatio, type Loan, ratioOf, securityValue, validUntil } from './loans.ts'
import { loanToValueStatus, loanToValueTrend } from './lvr.ts'
import { assets, loanCurrency } from './market.ts'
import { wire } from './money.ts'
import type { State } from './state.ts'
import { transactionsOf } from './transactions.ts'

/** A loan as it goes over the wire. */
export function loanView(state: State, loan: Loan): Readonly<Record<string, unknown>> {
  return {
    id: loan.id,
    externalLoanId: loan.externalLoanId,
    externalTransactionIds: transactionsOf(state, loan).map((each) => each.externalTransactionId),
    status: loan.status,
    createdAt: loan.createdAt.toISOString(),
    loanValidUntil: validUntil(loan).toISOString(),
    termInDays: loan.termInDays,
    repaymentType: loan.repaymentType,
    autoRepaymentMethod: 'FIAT',
    interestRate: wire(loan.offer.interestRate, 'rate'),
    fiatCurrency: loanCurrency,
    fiatFeeRatio: wire(feeRatio(loan), 'rate'),
    ...principalView(loan),
    ...securityView(loan),
    allowedActions: allowedActions(loan),
    restrictionReasons: restrictionReasons(loan),
    bankAccount: loan.bankAccount,
    initialBorrow: wire(loan.initialBorrow, 'fiat'),
    totalFee: wire(loan.totalFee, 'fiat'),
    totalRedraw: wire(loan.totalRedraw, 'fiat'),
  }
}

/** A loan as the main account's list shows it: with the bank details at the top level too. */
export function mainLoanView(state: State, loan: Loan): Readonly<Record<string, unknown>> {
  return { ...loanView(state, loan), ...loan.bankAccount, country: 'AU' }
}

function principalView(loan: Loan): Readonly<Record<string, number>> {
  return {
    fiatLoanLimit: wire(loan.limit, 'fiat'),
    fiatPrincipalAvailableToBorrow: wire(availableToBorrow(loan), 'fiat'),
    borrowedFiatPrincipalAmount: wire(loan.borrowed, 'fiat'),
    pendingBorrowFiatPrincipalAmount: wire(loan.pendingBorrow, 'fiat'),
    principalLeft: wire(loan.principalLeft, 'fiat'),
    principalRepaid: wire(loan.borrowed.minus(loan.principalLeft), 'fiat'),
  }
}

function securityView(loan: Loan): Readonly<Record<string, unknown>> {
  const asset = assets[loan.cryptoCurrency]
  return {
    securityCryptoCurrency: loan.cryptoCurrency,
    securityCryptoAmount: wire(loan.security, 'crypto'),
    securityFiatAmount: wire(securityValue(loan), 'fiat'),
    pendingWithdrawSecurityCryptoAmount: wire(loan.pendingWithdrawal, 'crypto'),
    loanToValue: wire(ratioOf(loan), 'rate'),
    loanToValue24hTrend: wire(loanToValueTrend(loan.principalLeft, loan.security, asset), 'rate'),
    loanToValueStatus: loanToValueStatus(ratioOf(loan), asset.limits),
    maxBorrowLvr: wire(asset.limits.maxBorrowLvr, 'rate'),
    attentionLimit: wire(asset.limits.attentionLimit, 'rate'),
    defaultNoticeLimit: wire(asset.limits.defaultNoticeLimit, 'rate'),
    repaymentNoticeLimit: wire(asset.limits.repaymentNoticeLimit, 'rate'),
    maxLimit: wire(asset.limits.maxLimit, 'rate'),
  }
}

function allowedActions(loan: Loan): readonly string[] {
  if (loan.status === 'CLOSED') return []
  const always = ['CLOSE', 'ROLLOVER', 'TOP_UP_SECURITY']
  const whileIndebted = loan.principalLeft.isZero() ? [] : ['REPAY_FIAT', 'REPAY_SECURITY']
  return [...always, ...whileIndebted, ...(isPastBorrowLimit(loan) ? [] : ['REDRAW', 'WITHDRAW_SECURITY'])]
}

function restrictionReasons(loan: Loan): readonly string[] {
  if (loan.status === 'CLOSED') return ['LOAN_CLOSED']
  return isPastBorrowLimit(loan) ? ['LVR_ABOVE_BORROW_LIMIT'] : []
}

function isPastBorrowLimit(loan: Loan): boolean {
  return ratioOf(loan).gt(assets[loan.cryptoCurrency].limits.maxBorrowLvr)
}
