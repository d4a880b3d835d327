interface Decimal {
  readonly digits: bigint
  /** Power of ten. */
  readonly exponent: number
}

/**
 * Whether a number is a multiple of another as both are written: 4.35 is one of 0.01, although the
 * quotient of the two binary fractions is not an integer.
 */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isInteger(value / step) && Number.isSafeInteger(value) && Number.isSafeInteger(step)) return true
  const a = decimal(value)
  const b = decimal(step)
  const exponent = Math.min(a.exponent, b.exponent)
  return scaled(a, exponent) % scaled(b, exponent) === 0n
}

function decimal(value: number): Decimal {
  const [mantissa = '0', power = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

const scaled = (value: Decimal, exponent: number): bigint => value.digits * 10n ** BigInt(value.exponent - exponent)
