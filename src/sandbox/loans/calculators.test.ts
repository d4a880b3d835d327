import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount, zero } from '../money/money.ts'
import { annuityPayment, annuitySchedule, borrowingCapacity, creditLineCost, originationFee } from './calculators.ts'

const cents = fc.integer({ min: 100, max: 100_000_000 }).map((value) => amount(value).div(100))
const rates = fc.integer({ min: 0, max: 3000 }).map((basisPoints) => amount(basisPoints).div(10_000))
const terms = fc.integer({ min: 1, max: 360 })

describe('annuitySchedule', () => {
  it('matches the textbook: 10,000 at 12 % over 12 months is 888.49 a month', () => {
    const payment = annuityPayment(amount(10_000), amount('0.12'), 12)
    expect(payment.toFixed(2)).toBe('888.49')
  })

  it('starts and ends as computed by hand', () => {
    const schedule = annuitySchedule(amount(10_000), amount('0.12'), 12)
    expect(schedule).toHaveLength(12)
    expect(schedule[0]?.interestComponent.toString()).toBe('100')
    expect(schedule[0]?.principalRepaid.toString()).toBe('788.49')
    expect(schedule.at(-1)?.payment.toString()).toBe('888.47')
    expect(schedule.at(-1)?.repaymentsLeftAfter).toBe(0)
  })

  it('repays the principal to the cent for any amount, rate and term', () => {
    fc.assert(
      fc.property(cents, rates, terms, (principal, rate, months) => {
        const schedule = annuitySchedule(principal, rate, months)
        const repaid = schedule.reduce((sum, each) => sum.plus(each.principalRepaid), zero)
        expect(repaid.equals(principal)).toBe(true)
      }),
    )
  })

  it('has consistent, non-negative entries in whole cents', () => {
    fc.assert(
      fc.property(cents, rates, terms, (principal, rate, months) => {
        let left = principal
        for (const each of annuitySchedule(principal, rate, months)) {
          expect(each.principalBefore.equals(left)).toBe(true)
          expect(each.payment.equals(each.principalRepaid.plus(each.interestComponent))).toBe(true)
          expect(each.payment.decimalPlaces()).toBeLessThanOrEqual(2)
          expect(each.principalRepaid.gte(0) && each.interestComponent.gte(0)).toBe(true)
          left = left.minus(each.principalRepaid)
        }
      }),
    )
  })

  it('leaves only rounding differences to the last payment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1_000_000 }), fc.constantFrom(12, 24, 36, 60), (principal, months) => {
        const schedule = annuitySchedule(amount(principal), amount('0.099'), months)
        const [first, last] = [schedule[0], schedule.at(-1)]
        expect(first && last && first.payment.minus(last.payment).abs().toNumber()).toBeLessThanOrEqual(months * 0.015)
      }),
    )
  })

  it('divides the principal evenly without interest', () => {
    const payments = annuitySchedule(amount(100), zero, 3).map(({ payment }) => payment.toFixed(2))
    expect(payments).toEqual(['33.33', '33.33', '33.34'])
  })
})

describe('the other calculators', () => {
  it('charges simple interest by the day for a Line of Credit', () => {
    const cost = creditLineCost(amount(36_500), amount('0.1'), 30)
    expect(cost.dailyInterest.toString()).toBe('10')
    expect(cost.totalInterest.toString()).toBe('300')
  })

  it('limits the origination fee', () => {
    expect(originationFee(amount(10_000), amount('0.015'), amount(5000)).toString()).toBe('150')
    expect(originationFee(amount(900_000), amount('0.015'), amount(5000)).toString()).toBe('5000')
  })

  it('rounds the borrowing capacity down, so that it stays within the limit', () => {
    expect(borrowingCapacity(amount('0.33333333'), amount(150_000), amount('0.4')).toString()).toBe('19999.99')
  })
})
