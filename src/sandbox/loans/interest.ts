import type { Loan, Transaction } from '../model/loan.ts'
import { type Amount, Money, zero } from '../money/money.ts'
import { monthlyInterest } from './calculators.ts'
import { monthsOfTerm } from './loans.ts'
import { yearlyRate } from './offers.ts'

/** A payment split into its parts, in AUD. */
export interface Payment {
  readonly principal: Amount
  readonly interest: Amount
}

/** Units of `Loan.accrued` per AUD: simple interest, actual days over 365, at a yearly rate in percent. */
const partsOfOne = 36_500

/** Adds the interest of a number of days, which can be negative. */
export function accrueDays(loan: Loan, principal: Amount, days: number): void {
  loan.accrued = loan.accrued.plus(principal.mul(loan.offer.interestRate).mul(days))
}

/** Half cents round up even below zero, so that all payments together equal the total rounded once. */
export function interestBuiltUp({ accrued }: Loan): Amount {
  return accrued.div(partsOfOne).toDecimalPlaces(2, Money.ROUND_HALF_CEIL)
}

/** Subtracts interest from the accrued amount; negative interest is put back. */
export function takeInterest(loan: Loan, interest: Amount): void {
  loan.accrued = loan.accrued.minus(interest.mul(partsOfOne))
}

/** Includes accrued interest and the interest of picked payments not yet collected. */
export function payoffOf(loan: Loan): Payment {
  const picked = loan.transactions.filter(isPicked).reduce((sum, { interest = zero }) => sum.plus(interest), zero)
  return { principal: loan.principalLeft, interest: interestBuiltUp(loan).plus(picked) }
}

/** Returns whether a repayment has taken accrued interest but not been collected yet. */
function isPicked({ type, status }: Transaction): boolean {
  const isPending =
    status === 'PICKED_FOR_RECKONING' || status === 'POSTPONED_TO_NEXT_RECKONING' || status === 'INITIATED'
  return type.startsWith('AUTO_') && isPending
}

/**
 * Line of Credit: accrued interest, plus the principal at the end. Fixed Term: an instalment of the schedule (`annuitySchedule`).
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

/** Subtracts a monthly payment's interest from the accrued amount; a month on schedule leaves none. */
export function collect(loan: Loan, { interest }: Payment): void {
  const isScheduled = loan.offer.repaymentType === 'FIXED_TERM' && !loan.isOffSchedule
  loan.collected += 1
  if (isScheduled) loan.accrued = zero
  else takeInterest(loan, interest)
  loan.isOffSchedule = false
}
