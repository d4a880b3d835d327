import { createHash } from 'node:crypto'
import { dayOf } from '../clock.ts'
import { notFound } from '../http/refusal.ts'
import { type Amount, amount } from './money.ts'

/** Loan-to-value ratios at which something happens to a loan, in percent, rising in this order. */
export interface LvrLimits {
  /** Up to here a user may borrow and withdraw security. */
  readonly maxBorrowLvr: Amount
  readonly attentionLimit: Amount
  readonly repaymentNoticeLimit: Amount
  readonly defaultNoticeLimit: Amount
  readonly maxLimit: Amount
}

/** A crypto asset the service takes as security. */
export interface Asset {
  readonly network: string
  /** Price of one unit in AUD on the day that every walk begins. */
  readonly firstPrice: Amount
  /** The most that the price moves in a day, as a ratio. */
  readonly largestMove: Amount
  readonly limits: LvrLimits
}

/** What the assets are worth. */
export interface Market {
  /** Price of one unit in AUD now, or on the day of another moment. */
  readonly price: (currency: CryptoCurrency, at?: Date) => Amount
}

/** A fiat currency and the country it is held in. */
export interface FiatLocation {
  readonly country: string
  readonly currency: string
}

/** Codes of the crypto assets that the interface document names. */
export const cryptoCurrencies = ['BTC', 'ETH', 'USDC', 'USDT', 'WBTC'] as const

/** One of the crypto assets that the interface document names. */
export type CryptoCurrency = (typeof cryptoCurrencies)[number]

/** The fiat currencies there are accounts for; only AUD is lent and priced. */
export const fiatLocations: readonly FiatLocation[] = [
  { country: 'AU', currency: 'AUD' },
  { country: 'NZ', currency: 'NZD' },
]

/** The currency of every loan and price. */
export const loanCurrency = 'AUD'

// Stated: attention at 50 % for BTC and at 90 % for USDT. Every other threshold and every price is assumed.
const volatile = lvrLimits('40', '50', '60', '70', '80')
const stable = lvrLimits('85', '90', '92', '94', '96')

/** The assets; prices and moves are assumed. */
export const assets: Readonly<Record<CryptoCurrency, Asset>> = {
  BTC: { network: 'BTC', firstPrice: amount('150000'), largestMove: amount('0.03'), limits: volatile },
  ETH: { network: 'ETH', firstPrice: amount('5200.5'), largestMove: amount('0.04'), limits: volatile },
  USDC: { network: 'ETH', firstPrice: amount('1.54'), largestMove: amount('0.001'), limits: stable },
  USDT: { network: 'ETH', firstPrice: amount('1.535'), largestMove: amount('0.001'), limits: stable },
  WBTC: { network: 'ETH', firstPrice: amount('149800'), largestMove: amount('0.03'), limits: volatile },
}

/** The day on which every walk begins, into the future and into the past. */
const firstDay = '2026-01-15'

/**
 * Prices that walk by the UTC day: each is the one of the day before times `1 + u × largestMove`, with `u` in
 * [-1, 1] drawn from the seed, the asset and the day. The same seed gives the same prices on the same days.
 */
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

/** The crypto asset of that code; refuses with 404 if there is none. */
export function findCrypto(code: string): CryptoCurrency {
  return cryptoCurrencies.find((currency) => currency === code) ?? notFound('crypto currency', 'cryptoCurrency', code)
}

/** The fiat currency held in that country; refuses with 404 if there is none. */
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

/** A number in [-1, 1] that follows from the text, evenly spread. */
function draw(text: string): Amount {
  const whole = createHash('sha256').update(text).digest().readUInt32BE()
  return amount(whole).div(0xffff_ffff).mul(2).minus(1)
}
