import { addDays, dayOf, doAt } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'
import type { ApplicationStatus } from '../model/application.ts'
import type { State, SubAccount } from '../state.ts'
import { completeApplication } from './applications.ts'
import { settleRepayments } from './auto-repayments.ts'
import { accrueDays } from './interest.ts'
import { completeWithdrawals } from './loan-actions.ts'
import { openLoan } from './loans.ts'
import { payOut } from './redraws.ts'
import { rollOver } from './rollovers.ts'

/** Settles every UTC day started since the last settlement, at its first moment, so the state doesn't depend on request times. */
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
  for (const application of state.applications.filter(isPending)) {
    const { applyFor, details, id: loanApplicationId } = application
    if (applyFor === 'DRAFT') continue
    decide(application, () => {
      const { months, ...terms } = completeApplication(state.market, applyFor, details)
      const termInDays = Math.round((months * 365) / 12)
      application.loan = openLoan(state, account, { ...terms, termInDays, loanApplicationId })
    })
  }
  for (const redraw of state.redraws.filter(isPending)) payOut(state, account, redraw)
  for (const rollover of state.rollovers.filter(isPending)) decide(rollover, () => rollOver(state, rollover))
}

function decide(application: { status: ApplicationStatus }, carryOut: () => void): void {
  try {
    carryOut()
    application.status = 'APPROVED'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    application.status = 'DECLINED'
  }
}
