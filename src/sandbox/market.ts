import { type Amount, amount } from './money.ts'
import { notFound } from './refusal.ts'

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
  /** Price of one unit in AUD. */
  readonly price: Amount
  /** The price 24 hours before, for the trend of a loan's ratio. */
  readonly priceDayBefore: Amount
  readonly limits: LvrLimits
}

/** A fiat currency and the country it is held in. */
export interface FiatPlace {
  readonly country: string
  readonly currency: string
}

/** Codes of the crypto assets that the interface document names. */
export const cryptoCurrencies = ['BTC', 'ETH', 'USDC', 'USDT', 'WBTC'] as const

/** One of the crypto assets that the interface document names. */
export type CryptoCurrency = (typeof cryptoCurrencies)[number]

/** The fiat currencies there are accounts for; only AUD is lent and priced. */
export const fiatPlaces: readonly FiatPlace[] = [
  { country: 'AU', currency: 'AUD' },
  { country: 'NZ', currency: 'NZD' },
]

/** The currency of every loan and price. */
export const loanCurrency = 'AUD'

// Stated: attention at 50 % for BTC and at 90 % for USDT. Every other threshold and every price is assumed.
const volatile = lvrLimits('40', '50', '60', '70', '80')
const stable = lvrLimits('85', '90', '92', '94', '96')

/** The assets, with their prices of the day. */
export const assets: Readonly<Record<CryptoCurrency, Asset>> = {
  BTC: { network: 'BTC', price: amount('150000'), priceDayBefore: amount('148500'), limits: volatile },
  ETH: { network: 'ETH', price: amount('5200.5'), priceDayBefore: amount('5310.25'), limits: volatile },
  USDC: { network: 'ETH', price: amount('1.54'), priceDayBefore: amount('1.54'), limits: stable },
  USDT: { network: 'ETH', price: amount('1.535'), priceDayBefore: amount('1.536'), limits: stable },
  WBTC: { network: 'ETH', price: amount('149800'), priceDayBefore: amount('148250'), limits: volatile },
}

/** The crypto asset of that code; refuses with 404 if there is none. */
export function findCrypto(code: string): CryptoCurrency {
  const found = cryptoCurrencies.find((currency) => currency === code)
  if (found === undefined) throw notFound('crypto currency', 'cryptoCurrency', code)
  return found
}

/** The fiat currency held in that country; refuses with 404 if there is none. */
export function findFiat(country: string, currency: string): FiatPlace {
  if (!fiatPlaces.some((place) => place.country === country)) throw notFound('country', 'country', country)
  const found = fiatPlaces.find((place) => place.country === country && place.currency === currency)
  if (found === undefined) throw notFound('fiat currency', 'fiatCurrency', currency)
  return found
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
