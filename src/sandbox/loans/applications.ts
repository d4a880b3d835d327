import type { Fields } from '../http/fields.ts'
import { notAllowedNow, notFound, Refusal } from '../http/refusal.ts'
import {
  type ApplicantInfo,
  type ApplicationDetails,
  type ApplicationStatus,
  type ApplyFor,
  applyForValues,
  type LoanApplication,
  relationshipStatuses,
} from '../model/application.ts'
import type { Market } from '../money/market.ts'
import { type Amount, wire } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import {
  checkSecurity,
  findOffer,
  monthsOf,
  type Offer,
  principalBounds,
  type RepaymentType,
  termBounds,
} from './offers.ts'

/** A complete loan application within the limits of its offer. */
export interface CompleteApplication {
  readonly offer: Offer
  readonly principal: Amount
  readonly security: Amount
  readonly months: number
}

/** Files an application; with DRAFT it stays a draft, otherwise it must be complete and is submitted. */
export function fileApplication(state: State, account: SubAccount, body: Fields): LoanApplication {
  const applyFor = body.optional('applyFor', (name) => body.choice(name, applyForValues)) ?? 'DRAFT'
  const details = readDetails(body)
  if (applyFor !== 'DRAFT') completeApplication(state.market, applyFor, details)
  const application: LoanApplication = {
    id: state.nextId('application'),
    accountId: account.id,
    createdAt: state.now(),
    details,
    applyFor,
    status: statusFor(applyFor),
  }
  state.applications.push(application)
  return application
}

/** Changes an undecided application, either completely or not at all. */
export function updateApplication({ market }: State, application: LoanApplication, body: Fields): void {
  requireOpen(application)
  const requested = body.optional('applyFor', (name) => body.choice(name, applyForValues))
  const applyFor = requested ?? application.applyFor
  const details = { ...application.details, ...readDetails(body) }
  if (applyFor !== 'DRAFT') completeApplication(market, applyFor, details)
  Object.assign(application.details, details)
  application.applyFor = applyFor
  application.status = statusFor(applyFor)
}

/** Sets the purpose of an application: submits it, or makes it a draft again. */
export function applyForReason({ market }: State, application: LoanApplication, reason: string): void {
  const found = applyForValues.find((value) => value === reason) ?? notFound('reason', 'reason', reason)
  requireOpen(application)
  if (found !== 'DRAFT') completeApplication(market, found, application.details)
  application.applyFor = found
  application.status = statusFor(found)
}

export function withdrawApplication(application: LoanApplication): void {
  requireOpen(application)
  application.status = 'WITHDRAWN'
}

/** Returns the account's application; throws 404 if it is unknown or belongs to another account. */
export function findApplication({ applications }: State, account: SubAccount, id: string): LoanApplication {
  return (
    applications.find((each) => each.id === id && each.accountId === account.id) ??
    notFound('loan application', 'id', id)
  )
}

/** Returns the requested terms of an application; throws if they are incomplete, don't fit the offer or aren't secured. */
export function completeApplication(
  market: Market,
  applyFor: RepaymentType,
  details: ApplicationDetails,
): CompleteApplication {
  const { loanOfferId, fiatPrincipalAmount: principal, securityCryptoAmount: security, termInYears } = details
  if (loanOfferId === undefined || principal === undefined || security === undefined || termInYears === undefined) {
    const needed = ['loanOfferId', 'fiatPrincipalAmount', 'securityCryptoAmount', 'termInYears'] as const
    const missing = needed.filter((name) => details[name] === undefined)
    throw new Refusal(409, 'MISSING_FIELD', `Required to apply: ${missing.join(', ')}.`, { fields: missing })
  }
  const offer = findOffer(loanOfferId, applyFor)
  checkSecurity(market, principal, offer.cryptoCurrency, security, 'fiatPrincipalAmount')
  return { offer, principal, security, months: monthsOf(termInYears) }
}

export function readApplicant(body: Fields): { readonly applicantInfo?: ApplicantInfo } {
  if (!body.has('applicantInfo')) return {}
  const info = body.object('applicantInfo')
  const status = info.optional('relationshipStatus', (name) => info.choice(name, relationshipStatuses))
  return { applicantInfo: status === undefined ? {} : { relationshipStatus: status } }
}

export function applicationView(application: LoanApplication): Readonly<Record<string, unknown>> {
  const { id, applyFor, status, details, loan, createdAt } = application
  const { applicantInfo, loanOfferId, fiatPrincipalAmount, securityCryptoAmount, termInYears } = details
  return {
    id,
    applyFor,
    status,
    ...(applicantInfo && { applicantInfo }),
    ...(loanOfferId !== undefined && { loanOfferId }),
    ...(loan && { loanId: loan.id }),
    ...(fiatPrincipalAmount && { fiatPrincipalAmount: wire(fiatPrincipalAmount, 'fiat') }),
    ...(securityCryptoAmount && { securityCryptoAmount: wire(securityCryptoAmount, 'crypto') }),
    ...(termInYears && { termInYears: wire(termInYears, 'rate') }),
    createdAt: createdAt.toISOString(),
  }
}

function readDetails(body: Fields): ApplicationDetails {
  const loanOfferId = body.optional('loanOfferId', (name) => body.text(name))
  const principal = body.optional('fiatPrincipalAmount', (name) => body.bounded(name, 'fiat', principalBounds))
  const security = body.optional('securityCryptoAmount', (name) => body.amount(name, 'crypto'))
  const termInYears = body.optional('termInYears', (name) => body.bounded(name, 'rate', termBounds))
  return {
    ...readApplicant(body),
    ...(loanOfferId !== undefined && { loanOfferId: findOffer(loanOfferId).id }),
    ...(principal && { fiatPrincipalAmount: principal }),
    ...(security && { securityCryptoAmount: security }),
    ...(termInYears && { termInYears }),
  }
}

function requireOpen({ id, status }: LoanApplication): void {
  if (status !== 'DRAFT' && status !== 'SUBMITTED') throw notAllowedNow(`Application '${id}' is ${status}.`)
}

function statusFor(applyFor: ApplyFor): ApplicationStatus {
  return applyFor === 'DRAFT' ? 'DRAFT' : 'SUBMITTED'
}
