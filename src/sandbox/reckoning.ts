import { completeApplication, type LoanApplication } from './applications.ts'
import { completeWithdrawals } from './loan-actions.ts'
import { openLoan } from './loans.ts'
import { loanCurrency } from './market.ts'
import type { RedrawApplication } from './redraws.ts'
import { Refusal } from './refusal.ts'
import { rollOver } from './rollovers.ts'
import { dayOf, type State, type SubAccount } from './state.ts'
import { advance } from './transactions.ts'
import { credit } from './wallet.ts'

/**
 * The daily reckoning: once the clock has come to another UTC day, what is pending is settled. Submitted
 * applications are approved or declined, redraws paid, withdrawals completed. While the clock stands still,
 * as it does by default, everything stays as it was asked for.
 */
export function reckon(state: State): void {
  const today = dayOf(state.now())
  if (today <= state.reckonedDay) return
  state.reckonedDay = today
  for (const account of state.subAccounts) reckonAccount(state, account)
}

function reckonAccount(state: State, account: SubAccount): void {
  const mine = { accountId: account.id, status: 'SUBMITTED' }
  const isMine = (each: typeof mine) => each.accountId === mine.accountId && each.status === mine.status
  for (const application of state.applications.filter(isMine)) decide(state, account, application)
  for (const redraw of state.redraws.filter(isMine)) payOut(state, account, redraw)
  for (const rollover of state.rollovers.filter(isMine)) {
    rollover.status = rollover.loan.status === 'ACTIVE' ? 'APPROVED' : 'DECLINED'
    if (rollover.status === 'APPROVED') rollOver(state, rollover)
  }
  for (const loan of state.loans.filter((each) => each.accountId === account.id))
    completeWithdrawals(state, account, loan)
}

/** Approves an application and opens its loan, unless the wallet does not hold the security. */
function decide(state: State, account: SubAccount, application: LoanApplication): void {
  try {
    const { offer, principal, security, months } = completeApplication(application.applyFor, application.details)
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
  loan.borrowed = loan.borrowed.plus(fiatAmount)
  loan.principalLeft = loan.principalLeft.plus(fiatAmount)
  loan.totalRedraw = loan.totalRedraw.plus(fiatAmount)
  credit(account.wallet.fiat, loanCurrency, fiatAmount)
  const entry = state.transactions.find((each) => each.loanApplicationId === redraw.id)
  if (entry) advance(state, entry, 'COMPLETED')
}
