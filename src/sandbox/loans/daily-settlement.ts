import { advance } from '../accounts/transactions.ts'
import { credit } from '../accounts/wallet.ts'
import { addDays, dayOf, doAt } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'
import type { LoanApplication } from '../model/application.ts'
import type { RedrawApplication } from '../model/redraw.ts'
import { loanCurrency } from '../money/market.ts'
import type { State, SubAccount } from '../state.ts'
import { completeApplication } from './applications.ts'
import { settleRepayments } from './auto-repayments.ts'
import { accrueDays } from './interest.ts'
import { borrow } from './ledger.ts'
import { completeWithdrawals } from './loan-actions.ts'
import { openLoan } from './loans.ts'
import { rollOver } from './rollovers.ts'

/**
 * The daily settlement: for every UTC day that has begun since the last one, at its first moment, what is pending is
 * settled and interest is charged. So the state does not depend on when it is requested. While the clock is
 * fixed, as it is by default, everything stays as it was requested.
 */
export function settleDays(state: State): void {
  const today = dayOf(state.now())
  while (state.settledDay < today) {
    const midnight = addDays(new Date(state.settledDay), 1)
    state.settledDay = dayOf(midnight)
    doAt(state.clock, midnight, () => {
      for (const account of state.subAccounts) settleAccount(state, account)
    })
  }
}

function settleAccount(state: State, account: SubAccount): void {
  const isPending = (each: { readonly accountId: string; readonly status: string }) =>
    each.accountId === account.id && each.status === 'SUBMITTED'
  for (const loan of state.loans.filter((each) => each.accountId === account.id && each.status === 'ACTIVE')) {
    accrueDays(loan, loan.principalLeft, 1)
    completeWithdrawals(state, account, loan)
    settleRepayments(state, account, loan)
  }
  for (const application of state.applications.filter(isPending)) decide(state, account, application)
  for (const redraw of state.redraws.filter(isPending)) payOut(state, account, redraw)
  for (const rollover of state.rollovers.filter(isPending)) {
    rollover.status = rollover.loan.status === 'ACTIVE' ? 'APPROVED' : 'DECLINED'
    if (rollover.status === 'APPROVED') rollOver(state, rollover)
  }
}

/** Approves an application and opens its loan, unless the wallet does not hold the security. */
function decide(state: State, account: SubAccount, application: LoanApplication): void {
  if (application.applyFor === 'DRAFT') return
  try {
    const { offer, principal, security, months } = completeApplication(
      state.market,
      application.applyFor,
      application.details,
    )
    const termInDays = Math.round((months * 365) / 12)
    const loanApplicationId = application.id
    application.loan = openLoan(state, account, { offer, principal, security, termInDays, loanApplicationId })
    application.status = 'APPROVED'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    application.status = 'DECLINED'
  }
}

function payOut(state: State, account: SubAccount, redraw: RedrawApplication): void {
  const { loan, fiatAmount } = redraw
  redraw.status = 'APPROVED'
  loan.pendingBorrow = loan.pendingBorrow.minus(fiatAmount)
  borrow(loan, fiatAmount)
  loan.isOffSchedule = true
  loan.totalRedraw = loan.totalRedraw.plus(fiatAmount)
  credit(account.wallet.fiat, loanCurrency, fiatAmount)
  const entry = loan.transactions.find((each) => each.loanApplicationId === redraw.id)
  if (entry) advance(state, entry, 'COMPLETED')
}
