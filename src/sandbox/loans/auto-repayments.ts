import { advance, record } from '../accounts/transactions.ts'
import { debit, held } from '../accounts/wallet.ts'
import { addDays, dayOf } from '../clock.ts'
import type { Loan, Transaction } from '../model/loan.ts'
import { assets, type LvrLimits, loanCurrency } from '../money/market.ts'
import { type Amount, Money, zero } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import {
  accrueDays,
  collect,
  interestBuiltUp,
  monthlyPayment,
  type Payment,
  payoffOf,
  takeInterest,
} from './interest.ts'
import { enter } from './ledger.ts'
import { close } from './loan-actions.ts'
import { dueDate, monthsOfTerm, ratioOf } from './loans.ts'
import { cryptoToRaise, cryptoToReach, saleOf, sell } from './selling.ts'

/** Number of postponements before security is sold; assumed. */
const mostPostponements = 3

/** Days before the due date at which a repayment is announced, one per status before it is picked. */
const daysAhead = 2

/**
 * Advances automatic repayments by one daily settlement. Sells security if a payment stays uncovered, and if the ratio is too high.
 */
export function settleRepayments(state: State, account: SubAccount, loan: Loan): void {
  const open = openRepayments(loan)
  for (const transaction of open.filter((each) => each.isMarginCall !== true)) {
    if (transaction.type === 'AUTO_SECURITY_REPAY') sellSecurity(state, account, transaction)
    else moveOn(state, account, transaction)
  }
  for (const transaction of open.filter((each) => each.isMarginCall === true)) sellToLimit(state, account, transaction)
  if (isPaidOff(loan)) {
    if (interestBuiltUp(loan).gt(0)) settleInterest(state, loan)
    else close(state, account, loan)
  } else {
    announce(state, loan)
    callMargin(state, loan)
  }
}

/** Collects accrued interest before the terms change, and drops announced and picked payments of the old terms. */
export function settleInterest(state: State, loan: Loan): void {
  const { interest } = payoffOf(loan)
  takeInterest(loan, interestBuiltUp(loan))
  for (const transaction of openRepayments(loan)) {
    if (transaction.isMarginCall !== true) advance(state, transaction, 'ROLLED_BACK')
  }
  if (interest.lte(0)) return
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
  const { loan, postponements } = transaction
  const payment = paymentOf(transaction)
  const money = moneyOf(payment)
  if (held(account.wallet.fiat, loanCurrency).gte(money.fiatAmount)) {
    debit(account.wallet.fiat, loanCurrency, money.fiatAmount)
    enter(state, loan, payment.principal.neg())
    // Collected without postponement, it counts from the day it was picked.
    if (postponements === 0) accrueDays(loan, payment.principal, -1)
    advance(state, transaction, 'COMPLETED', money)
  } else if (postponements < mostPostponements) {
    transaction.postponements += 1
    loan.isOffSchedule = true
    advance(state, transaction, 'POSTPONED_TO_NEXT_RECKONING', money)
  } else {
    advance(state, transaction, 'ROLLED_BACK')
    record(state, loan, { type: 'AUTO_SECURITY_REPAY', status: 'INITIATED', ...money })
  }
}

function sellSecurity(state: State, account: SubAccount, transaction: Transaction): void {
  const { loan } = transaction
  const due = withLateInterest(loan, paymentOf(transaction))
  const cryptoAmount = Money.min(loan.security, cryptoToRaise(state, loan, moneyOf(due).fiatAmount))
  const net = Money.max(zero, saleOf(state, loan, cryptoAmount).net)
  const interest = Money.min(net, due.interest)
  // The uncollected rest stays owed.
  takeInterest(loan, interest.minus(due.interest))
  loan.isOffSchedule = true
  if (net.isZero()) {
    advance(state, transaction, 'ROLLED_BACK')
    return
  }
  const paid = { interest, principal: Money.min(net.minus(interest), due.principal) }
  const { fiatAmount } = moneyOf(paid)
  const fee = sell(state, account, loan, { cryptoAmount, due: fiatAmount, principal: paid.principal })
  advance(state, transaction, 'COMPLETED', { cryptoAmount, securityRepaymentSwapFee: fee, ...moneyOf(paid) })
}

/** Adds the interest accrued since the last payment was picked, because no payment follows. */
function withLateInterest(loan: Loan, { interest, principal }: Payment): Payment {
  if (loan.collected < monthsOfTerm(loan)) return { interest, principal }
  const late = Money.max(zero, interestBuiltUp(loan))
  takeInterest(loan, late)
  return { interest: interest.plus(late), principal }
}

/** Sells enough security, at today's price, to bring the ratio to the borrowing limit. */
function sellToLimit(state: State, account: SubAccount, transaction: Transaction): void {
  const { loan } = transaction
  const cryptoAmount = Money.min(loan.security, cryptoToReach(state, loan, limitsOf(loan).maxBorrowLvr.div(100)))
  const { net } = saleOf(state, loan, cryptoAmount)
  if (net.lte(0)) {
    advance(state, transaction, 'ROLLED_BACK')
    return
  }
  const principal = Money.min(net, loan.principalLeft)
  const fee = sell(state, account, loan, { cryptoAmount, due: principal, principal })
  loan.isOffSchedule = true
  const moved = { cryptoAmount, fiatAmount: principal, interest: zero, securityRepaymentSwapFee: fee }
  advance(state, transaction, 'COMPLETED', moved)
}

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

/** Requests a sale of security when the ratio has reached its last limit, for the amount that would be sold today. */
function callMargin(state: State, loan: Loan): void {
  const { maxLimit, maxBorrowLvr } = limitsOf(loan)
  const isCalled = openRepayments(loan).some(({ type }) => type === 'AUTO_SECURITY_REPAY')
  if (isCalled || loan.security.isZero() || ratioOf(state, loan).lt(maxLimit)) return
  const { net } = saleOf(state, loan, Money.min(loan.security, cryptoToReach(state, loan, maxBorrowLvr.div(100))))
  const fiatAmount = Money.max(zero, Money.min(loan.principalLeft, net))
  record(state, loan, {
    type: 'AUTO_SECURITY_REPAY',
    status: 'INITIATED',
    fiatAmount,
    interest: zero,
    isMarginCall: true,
  })
}

function limitsOf({ cryptoCurrency }: Loan): LvrLimits {
  return assets[cryptoCurrency].limits
}

function isPaidOff(loan: Loan): boolean {
  const isOver = loan.collected >= monthsOfTerm(loan) && openRepayments(loan).length === 0
  return isOver && loan.principalLeft.isZero() && loan.pendingBorrow.isZero()
}

/** Returns the parts of a payment, without principal repaid meanwhile. */
function paymentOf({ loan, fiatAmount = zero, interest = zero }: Transaction): Payment {
  return { interest, principal: Money.min(loan.principalLeft, fiatAmount.minus(interest)) }
}

function moneyOf({ principal, interest }: Payment): { readonly fiatAmount: Amount; readonly interest: Amount } {
  return { fiatAmount: principal.plus(interest), interest }
}
