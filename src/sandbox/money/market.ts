import { createHash } from 'node:crypto'
import { dayOf } from '../clock.ts'
import { notFound } from '../http/refusal.ts'
import { type Amount, amount } from './money.ts'

/** Thresholds of the loan-to-value ratio in percent, ascending. */
export interface LvrLimits {
  /** Maximum for borrowing and withdrawing security. */
  readonly maxBorrowLvr: Amount
  readonly attentionLimit: Amount
  readonly repaymentNoticeLimit: Amount
  readonly defaultNoticeLimit: Amount
  readonly maxLimit: Amount
}

export interface Asset {
  readonly network: string
  /** Price of one unit in AUD on the first day of the price walk. */
  readonly firstPrice: Amount
  /** Maximum daily price change as a ratio. */
  readonly largestMove: Amount
  readonly limits: LvrLimits
}

export interface Market {
  /** Returns the price of one unit in AUD, now or on another day. */
  readonly price: (currency: CryptoCurrency, at?: Date) => Amount
}

export interface FiatLocation {
  readonly country: string
  readonly currency: string
}

/** Crypto assets in the interface document. */
export const cryptoCurrencies = ['BTC', 'ETH', 'USDC', 'USDT', 'WBTC'] as const

export type CryptoCurrency = (typeof cryptoCurrencies)[number]

/** Fiat currencies with accounts; only AUD is used for loans and prices. */
export const fiatLocations: readonly FiatLocation[] = [
  { country: 'AU', currency: 'AUD' },
  { country: 'NZ', currency: 'NZD' },
]

/** The currency of every loan and price. */
export const loanCurrency = 'AUD'

// Documented: attention at 50 % for BTC and at 90 % for USDT. All other thresholds and prices are assumed.
const volatile = lvrLimits('40', '50', '60', '70', '80')
const stable = lvrLimits('85', '90', '92', '94', '96')

/** The assets; prices and daily changes are assumed. */
export const assets: Readonly<Record<CryptoCurrency, Asset>> = {
  BTC: { network: 'BTC', firstPrice: amount('150000'), largestMove: amount('0.03'), limits: volatile },
  ETH: { network: 'ETH', firstPrice: amount('5200.5'), largestMove: amount('0.04'), limits: volatile },
  USDC: { network: 'ETH', firstPrice: amount('1.54'), largestMove: amount('0.001'), limits: stable },
  USDT: { network: 'ETH', firstPrice: amount('1.535'), largestMove: amount('0.001'), limits: stable },
  WBTC: { network: 'ETH', firstPrice: amount('149800'), largestMove: amount('0.03'), limits: volatile },
}

/** First day of the price walks, which extend into future and past. */
const firstDay = '2026-01-15'

/** Each UTC day's price is the previous one times `1 + u × largestMove`, with `u` in [-1, 1] derived from seed, asset and day. */
export function createMarket(seed: number, now: () => Date): Market {
  const walks = new Map<string, Amount[]>()
  return {
    price: (currency, at = now()) => {
      const steps = daysBetween(firstDay, dayOf(at))
      const walk = `${currency} ${Math.sign(steps)}`
      const prices = walks.get(walk) ?? [assets[currency].firstPrice]
      walks.set(walk, prices)
      for (let step = prices.length; step <= Math.abs(steps); step += 1) {
        const move = assets[currency].largestMove.mul(draw(`${seed} ${walk} ${step}`))
        prices.push((prices[step - 1] ?? assets[currency].firstPrice).mul(move.plus(1)).toDecimalPlaces(4))
      }
      return prices[Math.abs(steps)] ?? assets[currency].firstPrice
    },
  }
}

/** Returns the crypto asset with this code. Throws 404. */
export function findCrypto(code: string): CryptoCurrency {
  return cryptoCurrencies.find((currency) => currency === code) ?? notFound('crypto currency', 'cryptoCurrency', code)
}

/** Returns the fiat currency of a country. Throws 404. */
export function findFiat(country: string, currency: string): FiatLocation {
  if (!fiatLocations.some((location) => location.country === country)) notFound('country', 'country', country)
  return (
    fiatLocations.find((location) => location.country === country && location.currency === currency) ??
    notFound('fiat currency', 'fiatCurrency', currency)
  )
}

function lvrLimits(borrow: string, attention: string, repayment: string, notice: string, max: string): LvrLimits {
  return {
    maxBorrowLvr: amount(borrow),
    attentionLimit: amount(attention),
    repaymentNoticeLimit: amount(repayment),
    defaultNoticeLimit: amount(notice),
    maxLimit: amount(max),
  }
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** Returns a uniformly distributed number in [-1, 1] derived from `text`. */
function draw(text: string): Amount {
  const whole = createHash('sha256').update(text).digest().readUInt32BE()
  return amount(whole).div(0xffff_ffff).mul(2).minus(1)
}
