import type { Loan } from '../model/loan.ts'
import { assets, loanCurrency } from '../money/market.ts'
import { type Amount, wire, wires } from '../money/money.ts'
import type { State } from '../state.ts'
import { availableToBorrow, capacityOfLoan, ratioOf, ratioTrend, securityValue, validUntil } from './loans.ts'
import { limitsView, loanToValueStatus } from './lvr.ts'

export function loanView(state: State, loan: Loan): Readonly<Record<string, unknown>> {
  const { initialBorrow, totalFee, totalRedraw } = loan
  return {
    id: loan.id,
    externalLoanId: loan.externalLoanId,
    externalTransactionIds: loan.transactions.map((each) => each.externalTransactionId),
    status: loan.status,
    createdAt: loan.createdAt.toISOString(),
    loanValidUntil: validUntil(loan).toISOString(),
    termInDays: loan.termInDays,
    repaymentType: loan.offer.repaymentType,
    autoRepaymentMethod: 'FIAT',
    interestRate: wire(loan.offer.interestRate, 'rate'),
    fiatCurrency: loanCurrency,
    fiatFeeRatio: wire(loan.offer.originationFee.div(100), 'rate'),
    ...wires(principalOf(state, loan), 'fiat'),
    ...securityView(state, loan),
    allowedActions: allowedActions(state, loan),
    restrictionReasons: restrictionReasons(state, loan),
    bankAccount: loan.bankAccount,
    ...wires({ initialBorrow, totalFee, totalRedraw }, 'fiat'),
  }
}

/** Returns the JSON form in the main account's list, with bank details at the top level as well. */
export function mainLoanView(state: State, loan: Loan): Readonly<Record<string, unknown>> {
  return { ...loanView(state, loan), ...loan.bankAccount, country: 'AU' }
}

function principalOf(state: State, loan: Loan): Readonly<Record<string, Amount>> {
  return {
    fiatLoanLimit: loan.limit,
    fiatPrincipalAvailableToBorrow: availableToBorrow(state, loan),
    borrowedFiatPrincipalAmount: loan.borrowed,
    pendingBorrowFiatPrincipalAmount: loan.pendingBorrow,
    principalLeft: loan.principalLeft,
    principalRepaid: loan.principalRepaid,
  }
}

function securityView(state: State, loan: Loan): Readonly<Record<string, unknown>> {
  const { limits } = assets[loan.cryptoCurrency]
  const ratio = ratioOf(state, loan)
  return {
    securityCryptoCurrency: loan.cryptoCurrency,
    securityCryptoAmount: wire(loan.security, 'crypto'),
    securityFiatAmount: wire(securityValue(state, loan), 'fiat'),
    pendingWithdrawSecurityCryptoAmount: wire(loan.pendingWithdrawal, 'crypto'),
    loanToValue: wire(ratio, 'rate'),
    loanToValue24hTrend: wire(ratioTrend(state, loan), 'rate'),
    loanToValueStatus: loanToValueStatus(ratio, limits),
    ...limitsView(limits),
  }
}

function allowedActions(state: State, loan: Loan): readonly string[] {
  if (loan.status === 'CLOSED') return []
  const whileIndebted = loan.principalLeft.isZero() ? [] : ['REPAY_FIAT', 'REPAY_SECURITY']
  const whileCovered = isPastBorrowLimit(state, loan) ? [] : ['REDRAW', 'ROLLOVER', 'WITHDRAW_SECURITY']
  return ['CLOSE', 'TOP_UP_SECURITY', ...whileIndebted, ...whileCovered]
}

function restrictionReasons(state: State, loan: Loan): readonly string[] {
  if (loan.status === 'CLOSED') return ['LOAN_CLOSED']
  return isPastBorrowLimit(state, loan) ? ['LVR_ABOVE_BORROW_LIMIT'] : []
}

function isPastBorrowLimit(state: State, loan: Loan): boolean {
  return loan.principalLeft.gt(capacityOfLoan(state, loan))
}
