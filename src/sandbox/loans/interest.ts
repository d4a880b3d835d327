import type { Loan, Transaction } from '../model/loan.ts'
import { type Amount, Money, round, zero } from '../money/money.ts'
import { monthlyInterest } from './calculators.ts'
import { monthsOfTerm } from './loans.ts'
import { yearlyRate } from './offers.ts'

/** A payment with its parts, in AUD. */
export interface Payment {
  readonly principal: Amount
  readonly interest: Amount
}

/** Adds the interest of one day on the principal left. */
export function accrueDay(loan: Loan): void {
  loan.accrued = loan.accrued.plus(interestOfDay(loan, loan.principalLeft))
}

/** The interest of one day on a principal, unrounded: simple interest, actual days over 365. */
export function interestOfDay({ offer }: Loan, principal: Amount): Amount {
  return principal.mul(yearlyRate(offer)).div(365)
}

/** What pays the loan off: all that is left, the interest built up, and the interest that was picked and is not collected. */
export function payoffOf(loan: Loan): Payment {
  const picked = loan.transactions.filter(isPicked).reduce((sum, { interest = zero }) => sum.plus(interest), zero)
  return { principal: loan.principalLeft, interest: round(loan.accrued, 'fiat').plus(picked) }
}

/** Whether a repayment took its interest out of what is built up, and has not brought it in yet. */
function isPicked({ type, status }: Transaction): boolean {
  const isUnaccepted =
    status === 'PICKED_FOR_RECKONING' || status === 'POSTPONED_TO_NEXT_RECKONING' || status === 'INITIATED'
  return type.startsWith('AUTO_') && isUnaccepted
}

/**
 * A monthly payment. Line of Credit: the interest built up, and with the last payment the principal. Fixed Term:
 * an instalment of the schedule (see `annuitySchedule`), of which the last takes all that is left; after a month in which the
 * principal went another way than the schedule's, its interest is what has built up by the day.
 */
export function monthlyPayment(loan: Loan, number: number): Payment {
  const isLast = number >= monthsOfTerm(loan)
  if (loan.offer.repaymentType === 'LINE_OF_CREDIT') {
    return { interest: round(loan.accrued, 'fiat'), principal: isLast ? loan.principalLeft : zero }
  }
  const scheduled = monthlyInterest(loan.principalLeft, yearlyRate(loan.offer))
  const interest = loan.isOffSchedule ? round(loan.accrued, 'fiat') : scheduled
  const level = Money.max(zero, Money.min(loan.instalment.minus(interest), loan.principalLeft))
  return { interest, principal: isLast ? loan.principalLeft : level }
}

/** Takes the interest of a monthly payment out of what has built up; a month of the schedule leaves nothing. */
export function collect(loan: Loan, { interest }: Payment): void {
  const isScheduled = loan.offer.repaymentType === 'FIXED_TERM' && !loan.isOffSchedule
  loan.collected += 1
  loan.accrued = isScheduled ? zero : loan.accrued.minus(interest)
  loan.isOffSchedule = false
}

/** Puts interest back that was picked and could not be collected. */
export function putBack(loan: Loan, interest: Amount): void {
  loan.accrued = loan.accrued.plus(interest)
  loan.isOffSchedule = true
}
