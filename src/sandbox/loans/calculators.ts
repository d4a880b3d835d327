import { type Amount, Money, round, roundDown, zero } from '../money/money.ts'

/** A monthly payment of a Fixed Term loan; amounts in fiat. */
export interface Instalment {
  /** 1 for the first month. */
  readonly month: number
  readonly payment: Amount
  readonly principalBefore: Amount
  readonly principalRepaid: Amount
  readonly interestComponent: Amount
  readonly repaymentsLeftBefore: number
  readonly repaymentsLeftAfter: number
}

/** Cost of a Line of Credit loan; amounts in fiat. */
export interface CreditLineCost {
  /** Daily rate as a ratio. */
  readonly dailyRate: Amount
  readonly dailyInterest: Amount
  /** Simple interest over the whole term. */
  readonly totalInterest: Amount
}

/** Ordinary annuity `P·i / (1 − (1 + i)^−n)`, unrounded, monthly `i` (Broverman, Mathematics of Investment and Credit, ch. 2). */
export function annuityPayment(principal: Amount, annualRate: Amount, months: number): Amount {
  if (annualRate.isZero()) return principal.div(months)
  const monthlyRate = annualRate.div(12)
  return principal.mul(monthlyRate).div(new Money(1).minus(monthlyRate.plus(1).pow(-months)))
}

/** Returns the interest of one month of a Fixed Term loan: a twelfth of the yearly interest, to the cent. */
export function monthlyInterest(principal: Amount, annualRate: Amount): Amount {
  // Divided last, because a rounded rate / 12 would round half cents wrongly.
  return round(principal.mul(annualRate).div(12), 'fiat')
}

/** Rounds interest and payment to cents. The last payment absorbs the rounding, so the principal parts sum exactly. */
export function annuitySchedule(principal: Amount, annualRate: Amount, months: number): readonly Instalment[] {
  const level = round(annuityPayment(principal, annualRate, months), 'fiat')
  const schedule: Instalment[] = []
  let left = principal
  for (let month = 1; month <= months; month += 1) {
    const interestComponent = monthlyInterest(left, annualRate)
    const share = Money.max(zero, Money.min(level.minus(interestComponent), left))
    const principalRepaid = month === months ? left : share
    schedule.push({
      month,
      payment: principalRepaid.plus(interestComponent),
      principalBefore: left,
      principalRepaid,
      interestComponent,
      repaymentsLeftBefore: months - month + 1,
      repaymentsLeftAfter: months - month,
    })
    left = left.minus(principalRepaid)
  }
  return schedule
}

/** Returns the interest of a Line of Credit loan: simple interest, actual days over 365. */
export function creditLineCost(principal: Amount, annualRate: Amount, days: number): CreditLineCost {
  const dailyRate = annualRate.div(365)
  return {
    dailyRate,
    dailyInterest: round(principal.mul(annualRate).div(365), 'fiat'),
    totalInterest: round(principal.mul(annualRate).mul(days).div(365), 'fiat'),
  }
}

/** Returns the fee for opening a loan: a share of the principal, up to a limit. */
export function originationFee(principal: Amount, feeRatio: Amount, cap: Amount): Amount {
  return round(Money.min(principal.mul(feeRatio), cap), 'fiat')
}

/** Returns the maximum amount that security allows to borrow, rounded down to the cent. */
export function borrowingCapacity(cryptoAmount: Amount, price: Amount, maxBorrowLvr: Amount): Amount {
  return roundDown(cryptoAmount.mul(price).mul(maxBorrowLvr), 'fiat')
}
