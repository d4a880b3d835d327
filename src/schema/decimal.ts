interface Decimal {
  readonly digits: bigint
  /** Power of ten. */
  readonly exponent: number
}

/**
 * Whether a number is a multiple of another as both are written: 4.35 is one of 0.01, although the
 * quotient of the two binary fractions is not an integer.
 */
export function isMultipleOf(value: number | string, step: number): boolean {
  // Beyond every double, and so without digits to tell: `readExact` says so.
  if (value === Infinity || value === -Infinity) return true
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % step === 0
  const a = decimal(value)
  const b = decimal(step)
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
  const { digits, exponent } = decimal(text)
  return exponent >= 0 || digits % 10n ** BigInt(-exponent) === 0n
}

function decimal(value: number | string): Decimal {
  const [mantissa = '0', power = '0'] = String(value).toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

const scaled = (value: Decimal, exponent: number): bigint => value.digits * 10n ** BigInt(value.exponent - exponent)

/** The smallest positive number that is a multiple of both, as they are written: 0.4 and 0.6 give 1.2. */
export function leastCommonMultiple(one: number, other: number): number {
  const [a, b] = [decimal(one), decimal(other)]
  const exponent = Math.min(a.exponent, b.exponent)
  const [x, y] = [scaled(a, exponent), scaled(b, exponent)]
  return Number(`${(x / greatestCommonDivisor(x, y)) * y}e${exponent}`)
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
