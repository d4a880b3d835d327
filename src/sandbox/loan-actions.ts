import { type Loan, securityNeeded } from './loans.ts'
import { assets, loanCurrency } from './market.ts'
import { type Amount, amount, round, roundUp, zero } from './money.ts'
import { notAllowedNow, pastLimit } from './refusal.ts'
import type { State, SubAccount } from './state.ts'
import { advance, gst, record, transactionsOf } from './transactions.ts'
import { credit, debit } from './wallet.ts'

/** What selling security costs, as a share of its value; GST comes on top. Assumed. */
const swapFeeRatio = amount('0.005')

/** Repays a part of the principal from the account's fiat balance. */
export function repayWithFiat(state: State, account: SubAccount, loan: Loan, fiatAmount: Amount): void {
  requireActive(loan)
  const field = 'fiatAmount'
  if (fiatAmount.gt(loan.principalLeft)) throw moreThan(field, 'principal left', loan.principalLeft, fiatAmount)
  debit(account.wallet.fiat, loanCurrency, fiatAmount, field)
  loan.principalLeft = loan.principalLeft.minus(fiatAmount)
  record(state, loan, { type: 'FIAT_REPAY', status: 'COMPLETED', fiatAmount })
}

/** Sells a part of the security and repays principal with what is left of it after the swap fee. */
export function repayWithSecurity(state: State, loan: Loan, cryptoAmount: Amount): void {
  requireActive(loan)
  const field = 'cryptoAmount'
  if (cryptoAmount.gt(loan.security)) throw moreThan(field, 'security', loan.security, cryptoAmount)
  const { fee, net } = saleOf(loan, cryptoAmount)
  if (net.gt(loan.principalLeft)) throw moreThan(field, 'principal left', loan.principalLeft, cryptoAmount)
  sell(state, loan, cryptoAmount, net, fee)
}

/** Moves crypto from the account's wallet into the loan's security. */
export function topUpSecurity(state: State, account: SubAccount, loan: Loan, cryptoAmount: Amount): void {
  requireActive(loan)
  debit(account.wallet.crypto, loan.cryptoCurrency, cryptoAmount, 'cryptoAmount')
  loan.security = loan.security.plus(cryptoAmount)
  record(state, loan, { type: 'SECURITY_DEPOSIT', status: 'COMPLETED', cryptoAmount })
}

/** Starts a withdrawal of security, which the next reckoning completes; refuses what the debt needs as security. */
export function withdrawSecurity(state: State, loan: Loan, cryptoAmount: Amount): void {
  requireActive(loan)
  const free = loan.security.minus(securityNeeded(loan))
  if (cryptoAmount.gt(free)) {
    const message = `Withdrawing ${cryptoAmount.toString()} ${loan.cryptoCurrency} would exceed the borrowing limit.`
    throw pastLimit('cryptoAmount', message, cryptoAmount.toNumber())
  }
  loan.security = loan.security.minus(cryptoAmount)
  loan.pendingWithdrawal = loan.pendingWithdrawal.plus(cryptoAmount)
  record(state, loan, { type: 'SECURITY_WITHDRAWAL', status: 'WITHDRAWAL_INITIATED', cryptoAmount })
}

/** Repays all that is left from the account's fiat balance, gives the security back and closes the loan. */
export function closeWithFiat(state: State, account: SubAccount, loan: Loan): void {
  requireActive(loan)
  if (!loan.principalLeft.isZero()) repayWithFiat(state, account, loan, loan.principalLeft)
  close(state, account, loan)
}

/** Sells as much security as repays all that is left, gives the rest back and closes the loan. */
export function closeWithSecurity(state: State, account: SubAccount, loan: Loan): void {
  requireActive(loan)
  const { price } = assets[loan.cryptoCurrency]
  const kept = amount(1).minus(swapFeeRatio.mul('1.1'))
  // Two cents more than the debt, as the proceeds, the fee and its GST are each rounded to the cent.
  const sold = roundUp(loan.principalLeft.plus('0.02').div(kept).div(price), 'crypto')
  if (!loan.principalLeft.isZero()) {
    if (sold.gt(loan.security)) throw notAllowedNow(`The security does not cover the debt of loan '${loan.id}'.`)
    const { fee, net } = saleOf(loan, sold)
    credit(account.wallet.fiat, loanCurrency, net.minus(loan.principalLeft))
    sell(state, loan, sold, loan.principalLeft, fee)
  }
  close(state, account, loan)
}

/** Completes a withdrawal that was started: the security arrives in the account's wallet. */
export function completeWithdrawals(state: State, account: SubAccount, loan: Loan): void {
  credit(account.wallet.crypto, loan.cryptoCurrency, loan.pendingWithdrawal)
  loan.pendingWithdrawal = zero
  for (const transaction of transactionsOf(state, loan)) {
    if (transaction.status === 'WITHDRAWAL_INITIATED') advance(state, transaction, 'COMPLETED')
  }
}

/** Refuses with 409 unless the loan is active. */
export function requireActive(loan: Loan): void {
  if (loan.status !== 'ACTIVE') throw notAllowedNow(`Loan '${loan.id}' is ${loan.status}.`)
}

function close(state: State, account: SubAccount, loan: Loan): void {
  rollBackBorrows(state, loan)
  completeWithdrawals(state, account, loan)
  giveBackSecurity(state, account, loan)
  loan.status = 'CLOSED'
}

function giveBackSecurity(state: State, account: SubAccount, loan: Loan): void {
  if (loan.security.isZero()) return
  credit(account.wallet.crypto, loan.cryptoCurrency, loan.security)
  record(state, loan, { type: 'SECURITY_WITHDRAWAL', status: 'COMPLETED', cryptoAmount: loan.security })
  loan.security = zero
}

/** Redraws that were still to be paid fall away with the loan. */
function rollBackBorrows(state: State, loan: Loan): void {
  loan.pendingBorrow = zero
  for (const transaction of transactionsOf(state, loan)) {
    if (transaction.status === 'WAITING_FOR_FIAT_TRANSFER_TO_USER') advance(state, transaction, 'ROLLED_BACK')
  }
  for (const redraw of state.redraws) {
    if (redraw.loan === loan && redraw.status === 'SUBMITTED') redraw.status = 'DECLINED'
  }
}

function saleOf({ cryptoCurrency }: Loan, cryptoAmount: Amount): { readonly fee: Amount; readonly net: Amount } {
  const proceeds = round(cryptoAmount.mul(assets[cryptoCurrency].price), 'fiat')
  const fee = round(proceeds.mul(swapFeeRatio), 'fiat')
  return { fee, net: proceeds.minus(fee).minus(gst(fee)) }
}

function sell(state: State, loan: Loan, cryptoAmount: Amount, fiatAmount: Amount, fee: Amount): void {
  loan.security = loan.security.minus(cryptoAmount)
  loan.principalLeft = loan.principalLeft.minus(fiatAmount)
  loan.totalFee = loan.totalFee.plus(fee).plus(gst(fee))
  const moved = { cryptoAmount, fiatAmount, securityRepaymentSwapFee: fee }
  record(state, loan, { type: 'SECURITY_REPAY', status: 'COMPLETED', ...moved })
}

function moreThan(field: string, what: string, limit: Amount, value: Amount): Error {
  return pastLimit(field, `${field} must not exceed the ${what}, ${limit.toString()}.`, value.toNumber())
}
