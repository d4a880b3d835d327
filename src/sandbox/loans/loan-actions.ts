import { advance, record } from '../accounts/transactions.ts'
import { credit, debit } from '../accounts/wallet.ts'
import { notAllowedNow, notCovered } from '../http/refusal.ts'
import type { Loan } from '../model/loan.ts'
import { loanCurrency } from '../money/market.ts'
import { type Amount, zero } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { announceLoan } from '../webhooks/webhooks.ts'
import { payoffOf } from './interest.ts'
import { enter } from './ledger.ts'
import { capacityOfLoan, owedOf } from './loans.ts'
import { cryptoToRaise, saleOf, sell } from './selling.ts'

/** Repays a part of the principal from the account's fiat balance. */
export function repayWithFiat(state: State, account: SubAccount, loan: Loan, fiatAmount: Amount): void {
  requireActive(loan)
  const field = 'fiatAmount'
  if (fiatAmount.gt(loan.principalLeft)) throw moreThan(field, 'principal left', loan.principalLeft, fiatAmount)
  debit(account.wallet.fiat, loanCurrency, fiatAmount, field)
  enter(state, loan, fiatAmount.neg())
  loan.isOffSchedule = true
  record(state, loan, { type: 'FIAT_REPAY', status: 'COMPLETED', fiatAmount })
}

/** Sells a part of the security and repays principal with the proceeds after the swap fee. */
export function repayWithSecurity(state: State, account: SubAccount, loan: Loan, cryptoAmount: Amount): void {
  requireActive(loan)
  const field = 'cryptoAmount'
  if (cryptoAmount.gt(loan.security)) throw moreThan(field, 'security', loan.security, cryptoAmount)
  const { net } = saleOf(state, loan, cryptoAmount)
  if (net.gt(loan.principalLeft)) throw moreThan(field, 'principal left', loan.principalLeft, cryptoAmount)
  if (net.lte(0))
    throw notCovered('LIMIT_EXCEEDED', field, 'The sale brings less than a cent.', cryptoAmount.toNumber())
  const fee = sell(state, account, loan, { cryptoAmount, due: net, principal: net })
  loan.isOffSchedule = true
  const moved = { cryptoAmount, fiatAmount: net, securityRepaymentSwapFee: fee }
  record(state, loan, { type: 'SECURITY_REPAY', status: 'COMPLETED', ...moved })
}

/** Moves crypto from the account's wallet into the loan's security. */
export function topUpSecurity(state: State, account: SubAccount, loan: Loan, cryptoAmount: Amount): void {
  requireActive(loan)
  debit(account.wallet.crypto, loan.cryptoCurrency, cryptoAmount, 'cryptoAmount')
  enter(state, loan, zero, cryptoAmount)
  record(state, loan, { type: 'SECURITY_DEPOSIT', status: 'COMPLETED', cryptoAmount })
}

/** Starts a withdrawal of security, completed by the next daily settlement; rejects it if the debt needs the security. */
export function withdrawSecurity(state: State, loan: Loan, cryptoAmount: Amount): void {
  requireActive(loan)
  if (owedOf(loan).gt(capacityOfLoan(state, loan, loan.security.minus(cryptoAmount)))) {
    const message = `Withdrawing ${cryptoAmount.toFixed()} ${loan.cryptoCurrency} would exceed the borrowing limit.`
    throw notCovered('LIMIT_EXCEEDED', 'cryptoAmount', message, cryptoAmount.toNumber())
  }
  enter(state, loan, zero, cryptoAmount.neg())
  loan.pendingWithdrawal = loan.pendingWithdrawal.plus(cryptoAmount)
  record(state, loan, { type: 'SECURITY_WITHDRAWAL', status: 'WITHDRAWAL_INITIATED', cryptoAmount })
}

/** Pays the remaining debt and interest from the account's fiat balance, returns the security and closes the loan. */
export function closeWithFiat(state: State, account: SubAccount, loan: Loan): void {
  requireActive(loan)
  const { principal, interest } = payoffOf(loan)
  const fiatAmount = principal.plus(interest)
  debit(account.wallet.fiat, loanCurrency, fiatAmount)
  enter(state, loan, principal.neg())
  if (!fiatAmount.isZero()) record(state, loan, { type: 'FIAT_REPAY', status: 'COMPLETED', fiatAmount, interest })
  close(state, account, loan)
}

/** Sells enough security to pay the remaining debt and interest, returns the rest and closes the loan. */
export function closeWithSecurity(state: State, account: SubAccount, loan: Loan): void {
  requireActive(loan)
  const { principal, interest } = payoffOf(loan)
  const due = principal.plus(interest)
  if (!due.isZero()) {
    const cryptoAmount = cryptoToRaise(state, loan, due)
    if (cryptoAmount.gt(loan.security))
      throw notAllowedNow(`The security does not cover the debt of loan '${loan.id}'.`)
    const securityRepaymentSwapFee = sell(state, account, loan, { cryptoAmount, due, principal })
    const moved = { cryptoAmount, fiatAmount: due, interest, securityRepaymentSwapFee }
    record(state, loan, { type: 'SECURITY_REPAY', status: 'COMPLETED', ...moved })
  }
  close(state, account, loan)
}

/** Completes a started withdrawal by moving the security to the account's wallet. */
export function completeWithdrawals(state: State, account: SubAccount, loan: Loan): void {
  if (loan.pendingWithdrawal.isZero()) return
  credit(account.wallet.crypto, loan.cryptoCurrency, loan.pendingWithdrawal)
  loan.pendingWithdrawal = zero
  for (const transaction of loan.transactions) {
    if (transaction.status === 'WITHDRAWAL_INITIATED') advance(state, transaction, 'COMPLETED')
  }
}

export function requireActive(loan: Loan): void {
  if (loan.status !== 'ACTIVE') throw notAllowedNow(`Loan '${loan.id}' is ${loan.status}.`)
}

/** Closes a loan without debt: completes or cancels pending actions and returns the security. */
export function close(state: State, account: SubAccount, loan: Loan): void {
  completeWithdrawals(state, account, loan)
  rollBackPending(state, loan)
  giveBackSecurity(state, account, loan)
  loan.accrued = zero
  loan.status = 'CLOSED'
  announceLoan(state, loan)
}

function rollBackPending(state: State, loan: Loan): void {
  loan.pendingBorrow = zero
  for (const transaction of loan.transactions) {
    const isOver = transaction.status === 'COMPLETED' || transaction.status === 'ROLLED_BACK'
    if (!isOver) advance(state, transaction, 'ROLLED_BACK')
  }
  for (const redraw of state.redraws) {
    if (redraw.loan === loan && redraw.status === 'SUBMITTED') redraw.status = 'DECLINED'
  }
}

function giveBackSecurity(state: State, account: SubAccount, loan: Loan): void {
  const cryptoAmount = loan.security
  if (cryptoAmount.isZero()) return
  credit(account.wallet.crypto, loan.cryptoCurrency, cryptoAmount)
  enter(state, loan, zero, cryptoAmount.neg())
  record(state, loan, { type: 'SECURITY_WITHDRAWAL', status: 'COMPLETED', cryptoAmount })
}

function moreThan(field: string, what: string, limit: Amount, value: Amount): Error {
  const message = `${field} must not exceed the ${what}, ${limit.toFixed()}.`
  return notCovered('LIMIT_EXCEEDED', field, message, value.toNumber())
}
