import { borrowingCapacity, originationFee } from './calculators.ts'
import type { Fields } from './fields.ts'
import { assets, type CryptoCurrency, loanCurrency } from './market.ts'
import { type Amount, amount, roundUp, wire } from './money.ts'
import { invalid, notFound, pastLimit } from './refusal.ts'

/** The two kinds of loan; the spelling is assumed. */
export const repaymentTypes = ['LINE_OF_CREDIT', 'FIXED_TERM'] as const

/** One of `repaymentTypes`. */
export type RepaymentType = (typeof repaymentTypes)[number]

/** The kinds of account the interface document names. */
export const accountTypes = ['PERSONAL', 'BUSINESS'] as const

/** One of `accountTypes`. */
export type AccountType = (typeof accountTypes)[number]

/** The terms on which a loan can be had. Rates and fees in percent, amounts in AUD. */
export interface Offer {
  readonly id: string
  readonly accountType: AccountType
  readonly repaymentType: RepaymentType
  readonly cryptoCurrency: CryptoCurrency
  /** Per year. */
  readonly interestRate: Amount
  readonly comparisonRate: Amount
  readonly minPrincipal: Amount
  readonly maxPrincipal: Amount
  readonly minTermInYears: number
  readonly maxTermInYears: number
  readonly originationFee: Amount
  readonly originationFeeCap: Amount
}

/** Every offer there is; amounts and rates are assumed. */
export const offers: readonly Offer[] = [
  offer('01', 'PERSONAL', 'LINE_OF_CREDIT', '11.9', '12.4'),
  offer('02', 'PERSONAL', 'FIXED_TERM', '9.9', '10.6'),
  offer('03', 'BUSINESS', 'LINE_OF_CREDIT', '10.9', '11.4'),
  offer('04', 'BUSINESS', 'FIXED_TERM', '8.9', '9.6'),
]

/** The offer of that id; refuses with 404 if there is none. */
export function findOffer(id: string): Offer {
  const found = offers.find((candidate) => candidate.id === id)
  if (found === undefined) throw notFound('loan offer', 'loanOfferId', id)
  return found
}

/** The offer for that kind of account and loan. */
export function offerFor(accountType: AccountType, repaymentType: RepaymentType): Offer {
  const found = offers.find((each) => each.accountType === accountType && each.repaymentType === repaymentType)
  if (found === undefined) throw notFound('loan offer', 'repaymentType', repaymentType)
  return found
}

/** The offer's yearly rate as a ratio. */
export function yearlyRate({ interestRate }: Offer): Amount {
  return interestRate.div(100)
}

/** The fee for opening a loan under an offer, in AUD and without GST. */
export function feeFor(principal: Amount, { originationFee: fee, originationFeeCap }: Offer): Amount {
  return originationFee(principal, fee.div(100), originationFeeCap)
}

/** The security that a principal needs, rounded up. */
export function securityFor(principal: Amount, cryptoCurrency: CryptoCurrency): Amount {
  const { price, limits } = assets[cryptoCurrency]
  return roundUp(principal.div(price).div(limits.maxBorrowLvr.div(100)), 'crypto')
}

/** The most that this security lets one borrow under an offer: nothing if it does not reach the minimum. */
export function borrowable(capacity: Amount, { minPrincipal, maxPrincipal }: Offer): Amount {
  if (capacity.lt(minPrincipal)) return amount(0)
  return capacity.gt(maxPrincipal) ? maxPrincipal : capacity
}

/** What security of an offer's asset lets one borrow, before the offer's own limits. */
export function capacityOf(cryptoCurrency: CryptoCurrency, cryptoAmount: Amount): Amount {
  const { price, limits } = assets[cryptoCurrency]
  return borrowingCapacity(cryptoAmount, price, limits.maxBorrowLvr.div(100))
}

/** Refuses a principal outside the offer's limits. */
export function checkPrincipal(principal: Amount, { minPrincipal, maxPrincipal }: Offer, field: string): void {
  if (principal.gte(minPrincipal) && principal.lte(maxPrincipal)) return
  const message = `${field} must be from ${minPrincipal.toString()} to ${maxPrincipal.toString()} ${loanCurrency}.`
  throw pastLimit(field, message, principal.toNumber())
}

/** Refuses a principal that the security does not carry. */
export function checkSecurity(
  principal: Amount,
  cryptoCurrency: CryptoCurrency,
  security: Amount,
  field: string,
): void {
  const capacity = capacityOf(cryptoCurrency, security)
  if (principal.lte(capacity)) return
  const message = `${security.toString()} ${cryptoCurrency} allows for ${capacity.toString()} ${loanCurrency} at most.`
  throw pastLimit(field, message, principal.toNumber())
}

/** The term in whole months; refuses a term outside the offer's limits or one that is not a number of months. */
export function monthsOf(termInYears: Amount, { minTermInYears, maxTermInYears }: Offer): number {
  const field = 'termInYears'
  const months = termInYears.mul(12)
  if (!months.isInteger()) throw invalid(field, 'a number of whole months', termInYears.toNumber())
  if (termInYears.lt(minTermInYears) || termInYears.gt(maxTermInYears)) {
    const message = `${field} must be from ${minTermInYears} to ${maxTermInYears}.`
    throw pastLimit(field, message, termInYears.toNumber())
  }
  return months.toNumber()
}

/** Reads principal and term of a loan that is asked about, within the offer's limits. */
export function readTerms(body: Fields, offer: Offer): { readonly principal: Amount; readonly months: number } {
  body.require('fiatPrincipalAmount', 'termInYears')
  const principal = body.amount('fiatPrincipalAmount', 'fiat')
  checkPrincipal(principal, offer, 'fiatPrincipalAmount')
  return { principal, months: monthsOf(body.amount('termInYears', 'rate'), offer) }
}

/** An offer as it goes over the wire. */
export function offerView(offer: Offer): Readonly<Record<string, unknown>> {
  const { limits } = assets[offer.cryptoCurrency]
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
    loanRatio: wire(limits.maxBorrowLvr, 'rate'),
    minFiatPrincipalAmount: wire(offer.minPrincipal, 'fiat'),
    maxFiatPrincipalAmount: wire(offer.maxPrincipal, 'fiat'),
    minTermInYears: offer.minTermInYears,
    maxTermInYears: offer.maxTermInYears,
    termInDays: offer.minTermInYears * 365,
    originationFee: wire(offer.originationFee, 'rate'),
    originationFeeCap: wire(offer.originationFeeCap, 'fiat'),
    attentionLimit: wire(limits.attentionLimit, 'rate'),
    defaultNoticeLimit: wire(limits.defaultNoticeLimit, 'rate'),
    repaymentNoticeLimit: wire(limits.repaymentNoticeLimit, 'rate'),
    maxLimit: wire(limits.maxLimit, 'rate'),
  }
}

function offer(suffix: string, accountType: AccountType, kind: RepaymentType, rate: string, comparison: string): Offer {
  return {
    id: `6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c${suffix}`,
    accountType,
    repaymentType: kind,
    cryptoCurrency: 'BTC',
    interestRate: amount(rate),
    comparisonRate: amount(comparison),
    minPrincipal: amount(1000),
    maxPrincipal: amount(1_000_000),
    minTermInYears: 1,
    maxTermInYears: kind === 'FIXED_TERM' ? 5 : 3,
    originationFee: amount('1.5'),
    originationFeeCap: amount(5000),
  }
}
