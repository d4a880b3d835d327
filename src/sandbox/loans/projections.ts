import { type Amount, round, wire, wires, zero } from '../money/money.ts'
import { annuitySchedule, type CreditLineCost, creditLineCost, type Instalment } from './calculators.ts'
import { feeFor, type Offer, yearlyRate } from './offers.ts'

export interface Repayments {
  readonly schedule: readonly Instalment[]
  readonly interestToPay: Amount
  /** Compared with paying only interest and the whole principal at the end of the same term. */
  readonly interestSaved: Amount
  readonly originationFeeValue: Amount
  /** Principal, interest and origination fee. */
  readonly totalToPay: Amount
  readonly monthlyRepayment: Amount
}

/** Projects the repayments of a Fixed Term loan under an offer. */
export function projectRepayments(offer: Offer, principal: Amount, months: number): Repayments {
  const rate = yearlyRate(offer)
  const schedule = annuitySchedule(principal, rate, months)
  const interest = schedule.reduce((sum, { interestComponent }) => sum.plus(interestComponent), zero)
  const interestOnly = round(principal.mul(rate).mul(months).div(12), 'fiat')
  const fee = feeFor(principal, offer)
  return {
    schedule,
    interestToPay: interest,
    interestSaved: interestOnly.minus(interest),
    originationFeeValue: fee,
    totalToPay: principal.plus(interest).plus(fee),
    monthlyRepayment: schedule[0]?.payment ?? zero,
  }
}

export function repaymentsView(offer: Offer, { schedule, ...summary }: Repayments): Readonly<Record<string, unknown>> {
  return {
    schedule: schedule.map(instalmentView),
    interestRate: wire(offer.interestRate, 'rate'),
    ...wires(summary, 'fiat'),
  }
}

/** Returns the daily rate and loan ratio in percent, and the total repayment also relative to the principal. */
export function interestView(
  principal: Amount,
  cost: CreditLineCost,
  loanRatio: Amount,
): Readonly<Record<string, number>> {
  const total = principal.plus(cost.totalInterest)
  return {
    dailyInterest: wire(cost.dailyRate.mul(100), 'rate'),
    dailyInterestAmount: wire(cost.dailyInterest, 'fiat'),
    loanRatio: wire(loanRatio, 'rate'),
    loanRatioDecimal: wire(loanRatio.div(100), 'rate'),
    totalRepayment: wire(total.div(principal), 'rate'),
    totalRepaymentAmount: wire(total, 'fiat'),
  }
}

/** Returns the JSON form of the total interest of a Line of Credit: in percent of the principal, and as an amount. */
export function totalInterestView(
  principal: Amount,
  { totalInterest }: CreditLineCost,
): Readonly<Record<string, number>> {
  return {
    totalInterest: wire(totalInterest.div(principal).mul(100), 'rate'),
    totalInterestAmount: wire(totalInterest, 'fiat'),
  }
}

/** Returns the cost of a Line of Credit loan drawn in full for the whole term. */
export function projectInterest(offer: Offer, principal: Amount, termInDays: number): CreditLineCost {
  return creditLineCost(principal, yearlyRate(offer), termInDays)
}

function instalmentView(instalment: Instalment): Readonly<Record<keyof Instalment, number>> {
  const { month, repaymentsLeftBefore, repaymentsLeftAfter, ...money } = instalment
  return { month, ...wires(money, 'fiat'), repaymentsLeftBefore, repaymentsLeftAfter }
}
