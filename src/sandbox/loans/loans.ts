import { gst, record } from '../accounts/transactions.ts'
import { credit, debit } from '../accounts/wallet.ts'
import { addDays, addMonths, dayOf } from '../clock.ts'
import { notFound } from '../http/refusal.ts'
import type { BankDetails, Loan } from '../model/loan.ts'
import { loanCurrency } from '../money/market.ts'
import { type Amount, Money, round, zero } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { announceLoan } from '../webhooks/webhooks.ts'
import { annuityPayment } from './calculators.ts'
import { enter } from './ledger.ts'
import { loanToValue } from './lvr.ts'
import { capacityOf, feeFor, type Offer, yearlyRate } from './offers.ts'

export interface LoanTerms {
  readonly offer: Offer
  readonly principal: Amount
  readonly security: Amount
  readonly termInDays: number
  readonly loanApplicationId?: string
}

const noPosition = { principalLeft: zero, security: zero }

/** Bank account of every user, because no operation sets one. */
const userBankAccount: BankDetails = { accountName: 'Alex Citizen', accountNumber: '12345678', bsb: '062000' }

/** Moves the security and pays out the principal less the fee and its GST. Rejects a wallet without enough security. */
export function openLoan(state: State, account: SubAccount, terms: LoanTerms): Loan {
  const { offer, principal, security } = terms
  debit(account.wallet.crypto, offer.cryptoCurrency, security, 'securityCryptoAmount')
  const fee = feeFor(principal, offer)
  credit(account.wallet.fiat, loanCurrency, principal.minus(fee).minus(gst(fee)))
  const loan = createLoan(state, account, terms)
  loan.totalFee = fee.plus(gst(fee))
  const origin = terms.loanApplicationId !== undefined && { loanApplicationId: terms.loanApplicationId }
  enter(state, loan, principal, security)
  record(state, loan, { type: 'SECURITY_DEPOSIT', status: 'COMPLETED', cryptoAmount: security, ...origin })
  const paid = { fiatAmount: principal, originationFee: fee, ...origin }
  record(state, loan, { type: 'FIAT_BORROW', status: 'COMPLETED', ...paid })
  beginTerm(loan, offer, terms.termInDays, loan.createdAt)
  announceLoan(state, loan)
  return loan
}

function createLoan(state: State, account: SubAccount, { offer, principal, termInDays }: LoanTerms): Loan {
  const id = state.nextId('loan')
  const createdAt = state.now()
  const loan: Loan = {
    id,
    accountId: account.id,
    externalLoanId: `external-${id}`,
    cryptoCurrency: offer.cryptoCurrency,
    createdAt,
    bankAccount: userBankAccount,
    initialBorrow: principal,
    positions: [],
    transactions: [],
    status: 'ACTIVE',
    offer,
    termStart: createdAt,
    termInDays,
    instalment: zero,
    collected: 0,
    accrued: zero,
    isOffSchedule: false,
    limit: principal,
    borrowed: zero,
    pendingBorrow: zero,
    principalLeft: zero,
    principalRepaid: zero,
    security: zero,
    pendingWithdrawal: zero,
    totalFee: zero,
    totalRedraw: zero,
  }
  state.loans.push(loan)
  return loan
}

/** Starts a term by the end of which the debt must be repaid; for a Fixed Term loan in constant monthly payments. */
export function beginTerm(loan: Loan, offer: Offer, termInDays: number, start: Date): void {
  loan.offer = offer
  loan.termStart = start
  loan.termInDays = termInDays
  loan.collected = 0
  loan.isOffSchedule = false
  loan.instalment = round(annuityPayment(loan.principalLeft, yearlyRate(offer), monthsOfTerm(loan)), 'fiat')
}

export function monthsOfTerm({ termInDays }: Loan): number {
  return Math.max(1, Math.round((termInDays * 12) / 365))
}

/** Returns the due date of a monthly payment, counted from 1; the last one is at the end of the term. */
export function dueDate(loan: Loan, payment: number): Date {
  return payment >= monthsOfTerm(loan) ? validUntil(loan) : addMonths(loan.termStart, payment)
}

/** Returns the account's loan; throws 404 if it is unknown or belongs to another account. */
export function findLoan({ loans }: State, account: SubAccount, id: string): Loan {
  return loans.find((loan) => loan.id === id && loan.accountId === account.id) ?? notFound('loan', 'loanId', id)
}

/** Returns the current value of the loan's security in AUD. */
export function securityValue({ market }: State, { security, cryptoCurrency }: Loan): Amount {
  return security.mul(market.price(cryptoCurrency))
}

/** Returns the loan-to-value ratio in percent at a moment, with the debt, security and price of that time. */
export function ratioOf({ market, now }: State, { positions, cryptoCurrency }: Loan, at: Date = now()): Amount {
  const { principalLeft, security } = positions.findLast(({ since }) => since <= at) ?? noPosition
  return loanToValue(principalLeft, security.mul(market.price(cryptoCurrency, at)))
}

/** Returns the change of the ratio in percentage points over 24 hours, or since a younger loan was opened. */
export function ratioTrend(state: State, loan: Loan): Amount {
  const dayBefore = addDays(state.now(), -1)
  return ratioOf(state, loan).minus(ratioOf(state, loan, dayBefore < loan.createdAt ? loan.createdAt : dayBefore))
}

/** Returns the remaining principal plus pending redraws in AUD. */
export function owedOf({ principalLeft, pendingBorrow }: Loan): Amount {
  return principalLeft.plus(pendingBorrow)
}

/** Returns the maximum debt for all or some of the loan's security, at the current price. */
export function capacityOfLoan({ market }: State, loan: Loan, security: Amount = loan.security): Amount {
  return capacityOf(market, loan.cryptoCurrency, security)
}

/** Limited by the loan, pending rollovers and the security's capacity; zero after the term. */
export function availableToBorrow(state: State, loan: Loan, owed: Amount = owedOf(loan)): Amount {
  if (loan.status === 'CLOSED' || dayOf(state.now()) >= dayOf(validUntil(loan))) return zero
  const limits = state.rollovers.flatMap((each) =>
    each.loan === loan && each.status === 'SUBMITTED' && each.terms.rolloverType === 'CREDIT_LINE'
      ? [each.terms.fiatLoanLimit]
      : [],
  )
  return Money.max(zero, Money.min(loan.limit, ...limits, capacityOfLoan(state, loan)).minus(owed))
}

export function validUntil({ termStart, termInDays }: Loan): Date {
  return addDays(termStart, termInDays)
}
