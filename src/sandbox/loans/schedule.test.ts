import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '../money/money.ts'
import { annuitySchedule } from './calculators.ts'

/** An exact fraction of integers with a positive denominator. */
type Fraction = readonly [numerator: bigint, denominator: bigint]

/** Rounds a non-negative fraction to the nearest integer, halves up. */
function rounded([numerator, denominator]: Fraction): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

/**
 * Computes the schedule in whole cents with integer fractions only: with the monthly rate i = p/q the annuity P·i / (1 − (1 +
 * i)^−n) is P·p·(q+p)^n / (q·((q+p)^n − q^n)).
 */
function exactSchedule(principal: bigint, basisPoints: bigint, months: bigint): readonly (readonly [bigint, bigint])[] {
  const [p, q] = [basisPoints, 120_000n]
  const grown = (q + p) ** months
  const level = rounded(p === 0n ? [principal, months] : [principal * p * grown, q * (grown - q ** months)])
  const entries: [bigint, bigint][] = []
  let left = principal
  for (let month = 1n; month <= months; month += 1n) {
    const interest = rounded([left * p, q])
    const [, share = 0n] = [0n, level - interest, left].sort((a, b) => Number(a - b))
    const repaid = month === months ? left : share
    entries.push([repaid, interest])
    left -= repaid
  }
  return entries
}

it('agrees to the cent with exact rational arithmetic for 1,000 loans, and repays the principal', () => {
  const loans = fc.tuple(fc.bigInt(100_000n, 100_000_000n), fc.bigInt(0n, 3000n), fc.bigInt(12n, 60n))
  fc.assert(
    fc.property(loans, ([cents, basisPoints, months]) => {
      const rate = amount(String(basisPoints)).div(10_000)
      const schedule = annuitySchedule(amount(String(cents)).div(100), rate, Number(months))
      const inCents = schedule.map(({ principalRepaid, interestComponent }) => [
        BigInt(principalRepaid.mul(100).toFixed()),
        BigInt(interestComponent.mul(100).toFixed()),
      ])
      expect(inCents).toEqual(exactSchedule(cents, basisPoints, months))
      expect(inCents.reduce((sum, [repaid = 0n]) => sum + repaid, 0n)).toBe(cents)
    }),
    { numRuns: 1000 },
  )
})
