import { addDays, dayOf } from './clock.ts'
import { collect, monthlyPayment, type Payment, payoffOf } from './interest.ts'
import { repay } from './ledger.ts'
import { close } from './loan-actions.ts'
import { dueDate, type Loan, monthsOfTerm, ratioOf, securityValue } from './loans.ts'
import { assets, loanCurrency } from './market.ts'
import { type Amount, Money, roundUp, zero } from './money.ts'
import { cryptoToRaise, keptRatio, saleOf, sell } from './selling.ts'
import type { State, SubAccount } from './state.ts'
import { advance, record, type Transaction } from './transactions.ts'
import { debit, held } from './wallet.ts'

/** How often a repayment is put off before security is sold instead; assumed. */
const mostPostponements = 3

/** How many days before it is due a repayment is announced, one for each status before it is picked. */
const daysAhead = 2

/**
 * Moves the automatic repayments of a loan on by one reckoning. A monthly payment is announced (PRE_RECKONING),
 * ready, picked on the day it is due, and collected the day after; what the account does not hold is postponed
 * three times and then raised by selling security. Security is also sold when the ratio reaches its last limit.
 */
export function reckonRepayments(state: State, account: SubAccount, loan: Loan): void {
  for (const transaction of openRepayments(loan)) {
    if (transaction.type === 'AUTO_SECURITY_REPAY') sellSecurity(state, account, transaction)
    else moveOn(state, account, transaction)
  }
  if (isPaidOff(loan)) close(state, account, loan)
  else {
    announce(state, loan)
    callMargin(state, loan)
  }
}

/** Collects the interest built up so far outside the schedule, before the loan goes on with other terms. */
export function settleInterest(state: State, loan: Loan): void {
  const { interest } = payoffOf(loan)
  loan.accrued = zero
  if (interest.isZero()) return
  record(state, loan, { type: 'AUTO_FIAT_REPAY', status: 'PICKED_FOR_RECKONING', fiatAmount: interest, interest })
}

function openRepayments({ transactions }: Loan): readonly Transaction[] {
  return transactions.filter(
    ({ type, status }) => type.startsWith('AUTO_') && status !== 'COMPLETED' && status !== 'ROLLED_BACK',
  )
}

function moveOn(state: State, account: SubAccount, transaction: Transaction): void {
  if (transaction.status === 'PRE_RECKONING') advance(state, transaction, 'READY_FOR_RECKONING')
  else if (transaction.status === 'READY_FOR_RECKONING') pick(state, transaction)
  else collectFiat(state, account, transaction)
}

function pick(state: State, transaction: Transaction): void {
  const { loan } = transaction
  const payment = monthlyPayment(loan, loan.collected + 1)
  collect(loan, payment)
  advance(state, transaction, 'PICKED_FOR_RECKONING', moneyOf(payment))
}

function collectFiat(state: State, account: SubAccount, transaction: Transaction): void {
  const { loan } = transaction
  const payment = paymentOf(transaction)
  const money = moneyOf(payment)
  if (held(account.wallet.fiat, loanCurrency).gte(money.fiatAmount)) {
    debit(account.wallet.fiat, loanCurrency, money.fiatAmount)
    repay(loan, payment.principal)
    advance(state, transaction, 'COMPLETED', money)
  } else if (transaction.postponements < mostPostponements) {
    transaction.postponements += 1
    advance(state, transaction, 'POSTPONED_TO_NEXT_RECKONING', money)
  } else {
    advance(state, transaction, 'ROLLED_BACK')
    record(state, loan, { type: 'AUTO_SECURITY_REPAY', status: 'INITIATED', ...money })
  }
}

function sellSecurity(state: State, account: SubAccount, transaction: Transaction): void {
  const { loan } = transaction
  const asked = paymentOf(transaction)
  const cryptoAmount = Money.min(loan.security, cryptoToRaise(state, loan, moneyOf(asked).fiatAmount))
  const { net } = saleOf(state, loan, cryptoAmount)
  if (net.gt(0)) {
    const interest = Money.min(net, asked.interest)
    const paid = { interest, principal: Money.min(net.minus(interest), asked.principal) }
    const { fiatAmount } = moneyOf(paid)
    const fee = sell(state, account, loan, { cryptoAmount, due: fiatAmount, principal: paid.principal })
    advance(state, transaction, 'COMPLETED', { cryptoAmount, securityRepaymentSwapFee: fee, ...moneyOf(paid) })
  } else advance(state, transaction, 'ROLLED_BACK')
}

/** Announces the next monthly payment when it is near; where nothing is owed it counts as collected once it is due. */
function announce(state: State, loan: Loan): void {
  const next = loan.collected + 1
  if (next > monthsOfTerm(loan)) return
  const today = dayOf(state.now())
  const due = dueDate(loan, next)
  const isNear = today >= dayOf(addDays(due, -daysAhead))
  if (!isNear || openRepayments(loan).some(({ type }) => type === 'AUTO_FIAT_REPAY')) return
  const payment = monthlyPayment(loan, next)
  if (!moneyOf(payment).fiatAmount.isZero()) {
    record(state, loan, { type: 'AUTO_FIAT_REPAY', status: 'PRE_RECKONING', ...moneyOf(payment) })
  } else if (today >= dayOf(due)) collect(loan, payment)
}

/** Sells as much security as brings a ratio that has reached its last limit back to the borrowing limit. */
function callMargin(state: State, loan: Loan): void {
  const { maxLimit, maxBorrowLvr } = assets[loan.cryptoCurrency].limits
  const isCalled = openRepayments(loan).some(({ type }) => type === 'AUTO_SECURITY_REPAY')
  if (isCalled || loan.security.isZero() || ratioOf(state, loan).lt(maxLimit)) return
  // Selling x of the value V of the security repays k·x of the debt D; (D − k·x) / (V − x) = m gives x.
  const aim = maxBorrowLvr.div(100)
  const sold = loan.principalLeft.minus(aim.mul(securityValue(state, loan))).div(keptRatio.minus(aim))
  const fiatAmount = Money.min(loan.principalLeft, roundUp(sold.mul(keptRatio), 'fiat'))
  record(state, loan, { type: 'AUTO_SECURITY_REPAY', status: 'INITIATED', fiatAmount, interest: zero })
}

function isPaidOff(loan: Loan): boolean {
  const isOver = loan.collected >= monthsOfTerm(loan) && openRepayments(loan).length === 0
  return isOver && loan.principalLeft.isZero() && loan.pendingBorrow.isZero()
}

/** The parts of a payment; principal that has been repaid since is no longer asked for. */
function paymentOf({ loan, fiatAmount = zero, interest = zero }: Transaction): Payment {
  return { interest, principal: Money.min(loan.principalLeft, fiatAmount.minus(interest)) }
}

function moneyOf({ principal, interest }: Payment): { readonly fiatAmount: Amount; readonly interest: Amount } {
  return { fiatAmount: principal.plus(interest), interest }
}
