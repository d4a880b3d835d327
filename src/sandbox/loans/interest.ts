import type { Loan, Transaction } from '../model/loan.ts'
import { type Amount, Money, zero } from '../money/money.ts'
import { monthlyInterest } from './calculators.ts'
import { monthsOfTerm } from './loans.ts'
import { yearlyRate } from './offers.ts'

/** A payment with its parts, in AUD. */
export interface Payment {
  readonly principal: Amount
  readonly interest: Amount
}

/** How many parts of `Loan.accrued` make one AUD: simple interest, actual days over 365, at a rate in percent a year. */
const partsOfOne = 36_500

/** Adds the interest of so many days on a principal, or takes it away for days below 0. */
export function accrueDays(loan: Loan, principal: Amount, days: number): void {
  loan.accrued = loan.accrued.plus(principal.mul(loan.offer.interestRate).mul(days))
}

/** The interest built up, to the cent. Half a cent is rounded up below zero too: all payments together are then the total rounded once. */
export function interestBuiltUp({ accrued }: Loan): Amount {
  return accrued.div(partsOfOne).toDecimalPlaces(2, Money.ROUND_HALF_CEIL)
}

/** Takes interest out of what has built up; below zero it is put back. */
export function takeInterest(loan: Loan, interest: Amount): void {
  loan.accrued = loan.accrued.minus(interest.mul(partsOfOne))
}

/** What pays the loan off: all that is left, the interest built up, and the interest that was picked and is not collected. */
export function payoffOf(loan: Loan): Payment {
  const picked = loan.transactions.filter(isPicked).reduce((sum, { interest = zero }) => sum.plus(interest), zero)
  return { principal: loan.principalLeft, interest: interestBuiltUp(loan).plus(picked) }
}

/** Whether a repayment took its interest out of what is built up, and has not brought it in yet. */
function isPicked({ type, status }: Transaction): boolean {
  const isPending =
    status === 'PICKED_FOR_RECKONING' || status === 'POSTPONED_TO_NEXT_RECKONING' || status === 'INITIATED'
  return type.startsWith('AUTO_') && isPending
}

/**
 * A monthly payment. Line of Credit: the interest built up, and with the last payment the principal. Fixed Term:
 * an instalment of the schedule (see `annuitySchedule`), of which the last takes all that is left; after a month in which the
 * principal went another way than the schedule's, its interest is what has built up by the day.
 */
export function monthlyPayment(loan: Loan, number: number): Payment {
  const isLast = number >= monthsOfTerm(loan)
  if (loan.offer.repaymentType === 'LINE_OF_CREDIT') {
    return { interest: interestBuiltUp(loan), principal: isLast ? loan.principalLeft : zero }
  }
  const scheduled = monthlyInterest(loan.principalLeft, yearlyRate(loan.offer))
  const interest = loan.isOffSchedule ? interestBuiltUp(loan) : scheduled
  const level = Money.max(zero, Money.min(loan.instalment.minus(interest), loan.principalLeft))
  return { interest, principal: isLast ? loan.principalLeft : level }
}

/** Takes the interest of a monthly payment out of what has built up; a month of the schedule leaves nothing. */
export function collect(loan: Loan, { interest }: Payment): void {
  const isScheduled = loan.offer.repaymentType === 'FIXED_TERM' && !loan.isOffSchedule
  loan.collected += 1
  if (isScheduled) loan.accrued = zero
  else takeInterest(loan, interest)
  loan.isOffSchedule = false
}
