import type { Bounds, Fields } from '../http/fields.ts'
import { notCovered, notFound } from '../http/refusal.ts'
import { assets, type CryptoCurrency, cryptoCurrencies, loanCurrency, type Market } from '../money/market.ts'
import { type Amount, amount, Money, roundUp, wire } from '../money/money.ts'
import { borrowingCapacity, originationFee } from './calculators.ts'
import { limitsView } from './lvr.ts'

/** The two kinds of loan; the spelling is assumed. */
export const repaymentTypes = ['LINE_OF_CREDIT', 'FIXED_TERM'] as const

export type RepaymentType = (typeof repaymentTypes)[number]

/** Account types in the interface document. */
export const accountTypes = ['PERSONAL', 'BUSINESS'] as const

export type AccountType = (typeof accountTypes)[number]

/** Limits of the principal in AUD; assumed. */
export const principalBounds: Bounds = { least: 1000, most: 1_000_000 }

/** Limits of the term in years; assumed. */
export const termBounds: Bounds = { least: 1, most: 5 }

/** Terms of a loan. Rates and fees in percent, amounts in AUD. */
export interface Offer {
  readonly id: string
  readonly accountType: AccountType
  readonly repaymentType: RepaymentType
  readonly cryptoCurrency: CryptoCurrency
  /** Per year. */
  readonly interestRate: Amount
  readonly comparisonRate: Amount
  readonly originationFee: Amount
  readonly originationFeeCap: Amount
}

/** Account type, repayment type, rate and comparison rate of the offers on each security; the rates are assumed. */
const conditions: readonly Condition[] = [
  ['PERSONAL', 'LINE_OF_CREDIT', '11.9', '12.4'],
  ['PERSONAL', 'FIXED_TERM', '9.9', '10.6'],
  ['BUSINESS', 'LINE_OF_CREDIT', '10.9', '11.4'],
  ['BUSINESS', 'FIXED_TERM', '8.9', '9.6'],
]

type Condition = readonly [accountType: AccountType, kind: RepaymentType, rate: string, comparison: string]

/** Every offer: each kind of loan on each asset, starting with BTC. */
export const offers: readonly Offer[] = cryptoCurrencies.flatMap((asset, assetIndex) =>
  conditions.map((condition, index) => offer(assetIndex * conditions.length + index + 1, asset, condition)),
)

/** Returns the offer with this id, optionally of one kind. Throws 404. */
export function findOffer(id: string, kind?: RepaymentType): Offer {
  return (
    offers.find((candidate) => candidate.id === id && (kind ?? candidate.repaymentType) === candidate.repaymentType) ??
    notFound(kind === undefined ? 'loan offer' : `${kind} offer`, 'loanOfferId', id)
  )
}

export function offerFor(
  accountType: AccountType,
  repaymentType: RepaymentType,
  cryptoCurrency: CryptoCurrency = 'BTC',
): Offer {
  return (
    offers.find(
      (each) =>
        each.accountType === accountType &&
        each.repaymentType === repaymentType &&
        each.cryptoCurrency === cryptoCurrency,
    ) ?? notFound('loan offer', 'repaymentType', repaymentType)
  )
}

/** The offer's yearly rate as a ratio. */
export function yearlyRate({ interestRate }: Offer): Amount {
  return interestRate.div(100)
}

/** Returns the fee for opening a loan under an offer, in AUD without GST. */
export function feeFor(principal: Amount, { originationFee: fee, originationFeeCap }: Offer): Amount {
  return originationFee(principal, fee.div(100), originationFeeCap)
}

/** Returns the security needed for a principal at current prices, rounded up. */
export function securityFor(market: Market, principal: Amount, cryptoCurrency: CryptoCurrency): Amount {
  const { maxBorrowLvr } = assets[cryptoCurrency].limits
  return roundUp(principal.div(market.price(cryptoCurrency)).div(maxBorrowLvr.div(100)), 'crypto')
}

/** Limits a capacity to valid principals; zero if it is below the minimum. */
export function borrowable(capacity: Amount): Amount {
  if (capacity.lt(principalBounds.least)) return amount(0)
  return Money.min(capacity, principalBounds.most)
}

/** Returns the capacity of security at current prices, before the limits of principals. */
export function capacityOf(market: Market, cryptoCurrency: CryptoCurrency, cryptoAmount: Amount): Amount {
  const { maxBorrowLvr } = assets[cryptoCurrency].limits
  return borrowingCapacity(cryptoAmount, market.price(cryptoCurrency), maxBorrowLvr.div(100))
}

/** Throws if the security doesn't cover the principal. */
export function checkSecurity(
  market: Market,
  principal: Amount,
  cryptoCurrency: CryptoCurrency,
  security: Amount,
  field: string,
): void {
  const capacity = capacityOf(market, cryptoCurrency, security)
  if (principal.lte(capacity)) return
  const message = `${security.toFixed()} ${cryptoCurrency} allows for ${capacity.toFixed()} ${loanCurrency} at most.`
  throw notCovered('LIMIT_EXCEEDED', field, message, principal.toNumber())
}

/** Returns a term rounded to whole months. */
export function monthsOf(termInYears: Amount): number {
  return termInYears.mul(12).round().toNumber()
}

export function readTerms(body: Fields): { readonly principal: Amount; readonly months: number } {
  body.require('fiatPrincipalAmount', 'termInYears')
  const principal = body.bounded('fiatPrincipalAmount', 'fiat', principalBounds)
  return { principal, months: monthsOf(body.bounded('termInYears', 'rate', termBounds)) }
}

export function offerView(offer: Offer): Readonly<Record<string, unknown>> {
  const { maxBorrowLvr, ...thresholds } = limitsView(assets[offer.cryptoCurrency].limits)
  return {
    id: offer.id,
    userId: 'user-1',
    mainAccountId: 'main-1',
    accountType: offer.accountType,
    cryptoCurrency: offer.cryptoCurrency,
    fiatCurrency: loanCurrency,
    offerStatus: 'ACTIVE',
    repaymentType: offer.repaymentType,
    autoRepaymentMethod: 'FIAT',
    interestRate: wire(offer.interestRate, 'rate'),
    comparisonRate: wire(offer.comparisonRate, 'rate'),
    loanRatio: maxBorrowLvr,
    minFiatPrincipalAmount: principalBounds.least,
    maxFiatPrincipalAmount: principalBounds.most,
    minTermInYears: termBounds.least,
    maxTermInYears: termBounds.most,
    termInDays: termBounds.least * 365,
    originationFee: wire(offer.originationFee, 'rate'),
    originationFeeCap: wire(offer.originationFeeCap, 'fiat'),
    ...thresholds,
  }
}

function offer(
  number: number,
  cryptoCurrency: CryptoCurrency,
  [accountType, repaymentType, rate, comparison]: Condition,
): Offer {
  return {
    id: `6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c${String(number).padStart(2, '0')}`,
    accountType,
    repaymentType,
    cryptoCurrency,
    interestRate: amount(rate),
    comparisonRate: amount(comparison),
    originationFee: amount('1.5'),
    originationFeeCap: amount(5000),
  }
}
