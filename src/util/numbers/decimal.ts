/** An exact decimal number: `digits` × 10^`exponent`, without trailing zeros. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** The greatest supported power of ten. Larger ones make arithmetic too expensive, so parsers reject them. */
export const greatestExponent = 10_000

/** Whether one number is a decimal multiple of another, as 4.35 of 0.01, unlike their doubles (JSON Schema 2020-12 §6.2.1). */
export function isMultipleOf(value: number | string, step: number | string): boolean {
  // The digits are unknown because the number exceeds every double; `readExact` reports it.
  if (value === Infinity || value === -Infinity) return true
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % Number(step) === 0
  const [a, b] = [decimal(value), decimal(step)]
  const exponent = Math.min(a.exponent, b.exponent)
  return scaled(a, exponent) % scaled(b, exponent) === 0n
}

/** Compares two finite JSON numbers exactly. Returns -1, 0 or 1. */
export function compareDecimals(one: string, other: string): -1 | 0 | 1 {
  const [a, b] = [decimal(one), decimal(other)]
  const exponent = Math.min(a.exponent, b.exponent)
  const difference = scaled(a, exponent) - scaled(b, exponent)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Whether a JSON number is an integer. */
export function isIntegral(text: string): boolean {
  return decimal(text).exponent >= 0
}

/** Returns the greatest integer that is not above a JSON number. */
export function floorOf(text: string): bigint {
  const { digits, exponent } = decimal(text)
  if (exponent >= 0) return digits * 10n ** BigInt(exponent)
  const unit = 10n ** BigInt(-exponent)
  const whole = digits / unit
  return digits < 0n && digits % unit !== 0n ? whole - 1n : whole
}

/** Returns a canonical form, which is equal for equal numbers: `1e2` and `100.0` have the same one. */
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

/** Returns the smallest positive multiple of both numbers, in decimal notation: 1.2 for 0.4 and 0.6. */
export function leastCommonMultiple(one: number | string, other: number | string): string {
  const [a, b] = [decimal(one), decimal(other)]
  const exponent = Math.min(a.exponent, b.exponent)
  const [x, y] = [scaled(a, exponent), scaled(b, exponent)]
  return `${(x / greatestCommonDivisor(x, y)) * y}e${exponent}`
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
