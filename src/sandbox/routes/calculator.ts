import { held } from '../accounts/wallet.ts'
import type { Fields } from '../http/fields.ts'
import { type Call, mainRoute, type Route } from '../http/route.ts'
import { limitsView } from '../loans/lvr.ts'
import {
  accountTypes,
  borrowable,
  capacityOf,
  feeFor,
  type Offer,
  offerFor,
  offers,
  offerView,
  principalBounds,
  readTerms,
  repaymentTypes,
  securityFor,
  termBounds,
} from '../loans/offers.ts'
import {
  interestView,
  projectInterest,
  projectRepayments,
  repaymentsView,
  totalInterestView,
} from '../loans/projections.ts'
import { assets, cryptoCurrencies, loanCurrency } from '../money/market.ts'
import { type Amount, amount, wire, zero } from '../money/money.ts'

/** Loan calculator of the main account, which needs no loan. */
export const calculatorRoutes: readonly Route[] = [
  mainRoute('GET /main-account/loans/offer', () => personalOffers.map(offerView)),
  mainRoute('POST /main-account/loans/offer/preview', preview),
  mainRoute('POST /main-account/loans/line-of-credit/interest', ({ body }) => creditLineInterest(body)),
  mainRoute('POST /main-account/loans/fixed-term/schedule', ({ body }) => {
    const offer = offerFor('PERSONAL', 'FIXED_TERM')
    const { principal, months } = readTerms(body)
    return repaymentsView(offer, projectRepayments(offer, principal, months))
  }),
  mainRoute('GET /main-account/ltv/limits', () =>
    cryptoCurrencies.map((cryptoCurrency) => {
      const { maxBorrowLvr: _, ...thresholds } = limitsView(assets[cryptoCurrency].limits)
      return { cryptoCurrency, ...thresholds }
    }),
  ),
  mainRoute('POST /main-account/borrow-limits', borrowLimits),
]

const personalOffers = offers.filter(({ accountType }) => accountType === 'PERSONAL')

function preview({ state, body }: Call): unknown {
  body.require('repaymentType', 'fiatPrincipalAmount', 'termInYears')
  const accountType = body.optional('accountType', (name) => body.choice(name, accountTypes)) ?? 'PERSONAL'
  const repaymentType = body.choice('repaymentType', repaymentTypes)
  const asset = body.optional('cryptoCurrency', (name) => body.choice(name, cryptoCurrencies))
  const offer = offerFor(accountType, repaymentType, asset)
  const fiatCurrency = readLoanCurrency(body)
  const { principal, months } = readTerms(body)
  return {
    cryptoCurrency: offer.cryptoCurrency,
    fiatCurrency,
    repaymentType: offer.repaymentType,
    fiatPrincipalAmount: wire(principal, 'fiat'),
    termInYears: wire(amount(months).div(12), 'rate'),
    interestRate: wire(offer.interestRate, 'rate'),
    comparisonRate: wire(offer.comparisonRate, 'rate'),
    originationFee: wire(feeFor(principal, offer), 'fiat'),
    securityCryptoAmount: wire(securityFor(state.market, principal, offer.cryptoCurrency), 'crypto'),
    monthlyRepayment: wire(monthlyRepayment(offer, principal, months), 'fiat'),
  }
}

/** A Line of Credit has monthly interest only, a Fixed Term loan the annuity. */
function monthlyRepayment(offer: Offer, principal: Amount, months: number): Amount {
  if (offer.repaymentType === 'LINE_OF_CREDIT') return principal.mul(offer.interestRate).div(1200)
  return projectRepayments(offer, principal, months).monthlyRepayment
}

function creditLineInterest(body: Fields): unknown {
  const offer = offerFor('PERSONAL', 'LINE_OF_CREDIT')
  body.require('fiatPrincipalAmount', 'termInDays')
  const principal = body.bounded('fiatPrincipalAmount', 'fiat', principalBounds)
  const termInDays = body.integer('termInDays', 1, termBounds.most * 365)
  const { maxBorrowLvr } = assets[offer.cryptoCurrency].limits
  const cost = projectInterest(offer, principal, termInDays)
  return { ...interestView(principal, cost, maxBorrowLvr), ...totalInterestView(principal, cost) }
}

/** Returns the borrowing limits for the given securities, or for all assets of the main account. */
function borrowLimits({ body, state }: Call): unknown {
  const securities = body.has('securities')
    ? body.objects('securities').map((each) => {
        each.require('cryptoCurrency', 'cryptoAmount')
        const currency = each.choice('cryptoCurrency', cryptoCurrencies)
        return capacityOf(state.market, currency, each.amount('cryptoAmount', 'crypto'))
      })
    : cryptoCurrencies.map((currency) => capacityOf(state.market, currency, held(state.mainWallet.crypto, currency)))
  const capacity = securities.reduce((sum, each) => sum.plus(each), zero)
  return {
    fiatCurrency: readLoanCurrency(body),
    minFiatPrincipalAmount: principalBounds.least,
    maxFiatPrincipalAmount: wire(borrowable(capacity), 'fiat'),
  }
}

function readLoanCurrency(body: Fields): string {
  return body.optional('fiatCurrency', (name) => body.choice(name, [loanCurrency])) ?? loanCurrency
}
