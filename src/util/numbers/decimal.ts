/** A number as it is written: `digits` × 10^`exponent`, without zeros at its end. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** Beyond this power of ten arithmetic costs too much; readers of numbers leave such ones out. */
export const greatestExponent = 10_000

/**
 * Whether a number is a multiple of another as both are written: 4.35 is one of 0.01, although the
 * quotient of the two binary fractions is not an integer (JSON Schema 2020-12 §6.2.1).
 */
export function isMultipleOf(value: number | string, step: number | string): boolean {
  // Beyond every double, so its digits are unknown: `readExact` reports it.
  if (value === Infinity || value === -Infinity) return true
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % Number(step) === 0
  const [a, b] = [decimal(value), decimal(step)]
  const exponent = Math.min(a.exponent, b.exponent)
  return scaled(a, exponent) % scaled(b, exponent) === 0n
}

/** Which of two finite numbers is greater, as they are written in JSON: -1, 0 or 1. */
export function compareDecimals(one: string, other: string): -1 | 0 | 1 {
  const [a, b] = [decimal(one), decimal(other)]
  const exponent = Math.min(a.exponent, b.exponent)
  const difference = scaled(a, exponent) - scaled(b, exponent)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Whether a number written in JSON has no fraction. */
export function isIntegral(text: string): boolean {
  return decimal(text).exponent >= 0
}

/** The greatest integer that is not above a number as it is written. */
export function floorOf(text: string): bigint {
  const { digits, exponent } = decimal(text)
  if (exponent >= 0) return digits * 10n ** BigInt(exponent)
  const unit = 10n ** BigInt(-exponent)
  const whole = digits / unit
  return digits < 0n && digits % unit !== 0n ? whole - 1n : whole
}

/** The same for numbers of the same value, however they are written. */
export function plainDecimal(text: string): string {
  const { digits, exponent } = decimal(text)
  return `${digits}e${exponent}`
}

function decimal(value: number | string): Decimal {
  const [mantissa = '0', power = '0'] = String(value).toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const written = (whole + fraction).replace(/^\+/, '')
  const kept = written.replace(/0+$/, '')
  const digits = BigInt(kept === '' || kept === '-' ? '0' : kept)
  return digits === 0n
    ? { digits, exponent: 0 }
    : { digits, exponent: Number(power) - fraction.length + written.length - kept.length }
}

const scaled = (value: Decimal, exponent: number): bigint => value.digits * 10n ** BigInt(value.exponent - exponent)

/** The smallest positive number that is a multiple of both, as they are written: 0.4 and 0.6 give 1.2. */
export function leastCommonMultiple(one: number | string, other: number | string): string {
  const [a, b] = [decimal(one), decimal(other)]
  const exponent = Math.min(a.exponent, b.exponent)
  const [x, y] = [scaled(a, exponent), scaled(b, exponent)]
  return `${(x / greatestCommonDivisor(x, y)) * y}e${exponent}`
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
