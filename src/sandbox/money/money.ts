import { Decimal } from 'decimal.js'

/** Decimal arithmetic for money and rates: 40 significant digits, ties away from zero. */
export const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** An exact amount, price, rate or ratio. */
export type Amount = Decimal

/** Decimal places that are kept: AUD cents, eight for crypto assets, six for rates and ratios. */
const places = { fiat: 2, crypto: 8, rate: 6 } as const

/** What a number measures; decides how many decimal places it keeps. */
export type Measure = keyof typeof places

/** The smallest amount that the measure can express. */
export function unitOf(measure: Measure): number {
  return Number(`1e-${places[measure]}`)
}

/** Makes an exact amount; write literals as strings, so that no binary fraction gets in. */
export function amount(value: Decimal.Value): Amount {
  return new Money(value)
}

/** Nothing, of any currency. */
export const zero: Amount = amount(0)

/** Rounds to the nearest unit that the measure can express. */
export function round(value: Amount, measure: Measure): Amount {
  return value.toDecimalPlaces(places[measure])
}

/** Rounds down: for what may be borrowed or withdrawn, so that taking all of it stays within the limit. */
export function roundDown(value: Amount, measure: Measure): Amount {
  return value.toDecimalPlaces(places[measure], Decimal.ROUND_DOWN)
}

/** Rounds up: for security that has to cover a debt. */
export function roundUp(value: Amount, measure: Measure): Amount {
  return value.toDecimalPlaces(places[measure], Decimal.ROUND_UP)
}

/** Numbers of one measure as they go over the wire. */
export function wires<Name extends string>(
  amounts: Readonly<Record<Name, Amount>>,
  measure: Measure,
): Readonly<Record<Name, number>> {
  const entries = Object.entries<Amount>(amounts).map(([name, value]) => [name, wire(value, measure)])
  // The keys are those of the amounts, which Object.fromEntries forgets.
  return Object.fromEntries(entries) as Record<Name, number>
}

/** The number as it goes over the wire. */
export function wire(value: Amount, measure: Measure): number {
  return round(value, measure).toNumber()
}
