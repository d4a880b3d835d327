import type { Fields } from '../fields.ts'
import { loanToValue } from '../lvr.ts'
import { assets } from '../market.ts'
import { wire } from '../money.ts'
import {
  accountTypes,
  borrowable,
  capacityOf,
  checkPrincipal,
  checkSecurity,
  findOffer,
  type Offer,
  offers,
  offerView,
  type RepaymentType,
  readTerms,
} from '../offers.ts'
import { interestView, projectInterest, projectRepayments, repaymentsView } from '../projections.ts'
import { invalid } from '../refusal.ts'
import { type Call, mainRoute, type Route } from '../route.ts'

/** Loan offers by type of account, and calculations under one offer. */
export const offerRoutes: readonly Route[] = [
  mainRoute('GET /main-account/loans/offers', listOffers),
  mainRoute('POST /main-account/loans/offers/{loanOfferId}/interest', ({ path, body }) =>
    interest(readOffer(path, 'LINE_OF_CREDIT'), body),
  ),
  mainRoute('POST /main-account/loans/offers/{loanOfferId}/principal', ({ path, body }) => {
    const offer = findOffer(path('loanOfferId'))
    const capacity = capacityOf(offer.cryptoCurrency, body.amount('cryptoAmount', 'crypto'))
    return {
      minFiatPrincipalAmount: wire(offer.minPrincipal, 'fiat'),
      maxFiatPrincipalAmount: wire(borrowable(capacity, offer), 'fiat'),
    }
  }),
  mainRoute('POST /main-account/loans/offers/{loanOfferId}/repayments', ({ path, body }) => {
    const offer = readOffer(path, 'FIXED_TERM')
    const { principal, months } = readTerms(body, offer)
    return repaymentsView(offer, projectRepayments(offer, principal, months))
  }),
]

function listOffers({ query }: Call): unknown {
  const asked = query('accountType') ?? 'PERSONAL'
  const accountType = accountTypes.find((each) => each === asked)
  if (accountType === undefined) throw invalid('accountType', `one of ${accountTypes.join(', ')}`, asked)
  return offers.filter((offer) => offer.accountType === accountType).map(offerView)
}

/** The offer in the path; interest is projected for Line of Credit only, repayments for Fixed Term only. */
function readOffer(path: Call['path'], repaymentType: RepaymentType): Offer {
  const offer = findOffer(path('loanOfferId'))
  if (offer.repaymentType !== repaymentType) throw invalid('loanOfferId', `an offer for ${repaymentType}`, offer.id)
  return offer
}

function interest(offer: Offer, body: Fields): unknown {
  body.require('fiatPrincipalAmount', 'securityCryptoAmount')
  const principal = body.amount('fiatPrincipalAmount', 'fiat')
  const security = body.amount('securityCryptoAmount', 'crypto')
  checkPrincipal(principal, offer, 'fiatPrincipalAmount')
  checkSecurity(principal, offer.cryptoCurrency, security, 'fiatPrincipalAmount')
  const ratio = loanToValue(principal, security.mul(assets[offer.cryptoCurrency].price))
  return interestView(principal, projectInterest(offer, principal, offer.minTermInYears * 365), ratio)
}
