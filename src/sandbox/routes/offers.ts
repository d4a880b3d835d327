import { notFound } from '../http/refusal.ts'
import { type Call, mainRoute, type Route } from '../http/route.ts'
import { loanToValue } from '../loans/lvr.ts'
import {
  accountTypes,
  borrowable,
  capacityOf,
  checkSecurity,
  findOffer,
  offers,
  offerView,
  principalBounds,
  readTerms,
  termBounds,
} from '../loans/offers.ts'
import { interestView, projectInterest, projectRepayments, repaymentsView } from '../loans/projections.ts'
import { wire } from '../money/money.ts'

/** Loan offers by type of account, and calculations under one offer. */
export const offerRoutes: readonly Route[] = [
  mainRoute('GET /main-account/loans/offers', listOffers),
  mainRoute('POST /main-account/loans/offers/{loanOfferId}/interest', interest),
  mainRoute('POST /main-account/loans/offers/{loanOfferId}/principal', ({ state, path, body }) => {
    const offer = findOffer(path('loanOfferId'))
    const capacity = capacityOf(state.market, offer.cryptoCurrency, body.amount('cryptoAmount', 'crypto'))
    return {
      minFiatPrincipalAmount: principalBounds.least,
      maxFiatPrincipalAmount: wire(borrowable(capacity), 'fiat'),
    }
  }),
  mainRoute('POST /main-account/loans/offers/{loanOfferId}/repayments', ({ path, body }) => {
    const offer = findOffer(path('loanOfferId'), 'FIXED_TERM')
    const { principal, months } = readTerms(body)
    return repaymentsView(offer, projectRepayments(offer, principal, months))
  }),
]

function listOffers({ query }: Call): unknown {
  const requested = query('accountType') ?? 'PERSONAL'
  const accountType =
    accountTypes.find((each) => each === requested) ?? notFound('account type', 'accountType', requested)
  return offers.filter((offer) => offer.accountType === accountType).map(offerView)
}

function interest({ state, path, body }: Call): unknown {
  const offer = findOffer(path('loanOfferId'), 'LINE_OF_CREDIT')
  body.require('fiatPrincipalAmount', 'securityCryptoAmount')
  const principal = body.bounded('fiatPrincipalAmount', 'fiat', principalBounds)
  const security = body.amount('securityCryptoAmount', 'crypto')
  checkSecurity(state.market, principal, offer.cryptoCurrency, security, 'fiatPrincipalAmount')
  const ratio = loanToValue(principal, security.mul(state.market.price(offer.cryptoCurrency)))
  return interestView(principal, projectInterest(offer, principal, termBounds.least * 365), ratio)
}
