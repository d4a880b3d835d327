import { monthlyInterest } from './calculators.ts'
import { type Loan, monthsOfTerm } from './loans.ts'
import { type Amount, Money, round, zero } from './money.ts'
import { yearlyRate } from './offers.ts'

/** A payment with its parts, in AUD. */
export interface Payment {
  readonly principal: Amount
  readonly interest: Amount
}

/** Adds the interest of one day: simple interest on the principal left, actual days over 365. */
export function accrueDay(loan: Loan): void {
  loan.accrued = loan.accrued.plus(loan.principalLeft.mul(yearlyRate(loan.offer)).div(365))
}

/** What pays the loan off: all that is left, and the interest built up. */
export function payoffOf(loan: Loan): Payment {
  return { principal: loan.principalLeft, interest: round(loan.accrued, 'fiat') }
}

/**
 * A monthly payment. Line of Credit: the interest built up, and with the last payment the principal. Fixed Term:
 * an instalment of the schedule (see `annuitySchedule`), of which the last takes all that is left.
 */
export function monthlyPayment(loan: Loan, number: number): Payment {
  const isLast = number >= monthsOfTerm(loan)
  if (loan.offer.repaymentType === 'LINE_OF_CREDIT') {
    return { interest: round(loan.accrued, 'fiat'), principal: isLast ? loan.principalLeft : zero }
  }
  const interest = monthlyInterest(loan.principalLeft, yearlyRate(loan.offer))
  const level = Money.max(zero, Money.min(loan.instalment.minus(interest), loan.principalLeft))
  return { interest, principal: isLast ? loan.principalLeft : level }
}

/** Takes a monthly payment as collected: the schedule of a Fixed Term loan leaves nothing built up. */
export function collect(loan: Loan, { interest }: Payment): void {
  loan.collected += 1
  loan.accrued = loan.offer.repaymentType === 'FIXED_TERM' ? zero : loan.accrued.minus(interest)
}
