import { Decimal } from 'decimal.js'

/** Decimal arithmetic for money and rates: 40 significant digits, ties away from zero. */
export const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** An exact amount, price, rate or ratio. */
export type Amount = Decimal

/** Decimal places: cents for AUD, eight for crypto assets, six for rates and ratios. */
const places = { fiat: 2, crypto: 8, rate: 6 } as const

/** Kind of a number, which determines its decimal places. */
export type Measure = keyof typeof places

/** Returns the smallest amount of a measure. */
export function unitOf(measure: Measure): number {
  return Number(`1e-${places[measure]}`)
}

/** Creates an exact amount. Write literals as strings to avoid binary fractions. */
export function amount(value: Decimal.Value): Amount {
  return new Money(value)
}

export const zero: Amount = amount(0)

export function round(value: Amount, measure: Measure): Amount {
  return value.toDecimalPlaces(places[measure])
}

/** Rounds down amounts that may be borrowed or withdrawn, so that they stay within the limit. */
export function roundDown(value: Amount, measure: Measure): Amount {
  return value.toDecimalPlaces(places[measure], Decimal.ROUND_DOWN)
}

/** Rounds up security that must cover a debt. */
export function roundUp(value: Amount, measure: Measure): Amount {
  return value.toDecimalPlaces(places[measure], Decimal.ROUND_UP)
}

/** Returns the JSON numbers of amounts of one measure. */
export function wires<Name extends string>(
  amounts: Readonly<Record<Name, Amount>>,
  measure: Measure,
): Readonly<Record<Name, number>> {
  const entries = Object.entries<Amount>(amounts).map(([name, value]) => [name, wire(value, measure)])
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(entries) as Record<Name, number>
}

export function wire(value: Amount, measure: Measure): number {
  return round(value, measure).toNumber()
}
