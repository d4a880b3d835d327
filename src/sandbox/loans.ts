import { loanToValue } from './lvr.ts'
import { assets, type CryptoCurrency, loanCurrency } from './market.ts'
import { type Amount, Money, zero } from './money.ts'
import { capacityOf, feeFor, type Offer, type RepaymentType, securityFor } from './offers.ts'
import { notFound } from './refusal.ts'
import type { State, SubAccount } from './state.ts'
import { gst, record } from './transactions.ts'
import { credit, debit } from './wallet.ts'

/** Where fiat is transferred to. */
export interface BankDetails {
  readonly accountName: string
  readonly accountNumber: string
  readonly bsb: string
}

/** A loan of a sub-account. Fiat amounts in AUD, security in the asset's own unit, rates in percent a year. */
export interface Loan {
  readonly id: string
  readonly accountId: string
  readonly externalLoanId: string
  readonly offer: Offer
  readonly cryptoCurrency: CryptoCurrency
  readonly createdAt: Date
  readonly bankAccount: BankDetails
  readonly initialBorrow: Amount
  status: 'ACTIVE' | 'CLOSED'
  repaymentType: RepaymentType
  /** The term runs from here; a rollover starts it anew. */
  termStart: Date
  termInDays: number
  limit: Amount
  borrowed: Amount
  pendingBorrow: Amount
  principalLeft: Amount
  security: Amount
  pendingWithdrawal: Amount
  totalFee: Amount
  totalRedraw: Amount
}

/** What a loan is opened with. */
export interface LoanTerms {
  readonly offer: Offer
  readonly principal: Amount
  readonly security: Amount
  readonly termInDays: number
  readonly loanApplicationId?: string
}

/** The user's bank account; the same for all accounts, as no operation sets one. */
export const userBankAccount: BankDetails = { accountName: 'Alex Citizen', accountNumber: '12345678', bsb: '062000' }

/**
 * Opens a loan: takes the security from the account's wallet and pays the principal, less the origination fee
 * with its GST, into it. Refuses if the wallet does not hold the security.
 */
export function openLoan(state: State, account: SubAccount, terms: LoanTerms, at = state.now()): Loan {
  const { offer, principal, security } = terms
  debit(account.wallet.crypto, offer.cryptoCurrency, security, 'securityCryptoAmount')
  const fee = feeFor(principal, offer)
  credit(account.wallet.fiat, loanCurrency, principal.minus(fee).minus(gst(fee)))
  const loan = createLoan(state, account, terms, fee.plus(gst(fee)), at)
  const origin = terms.loanApplicationId !== undefined && { loanApplicationId: terms.loanApplicationId }
  record(state, loan, { type: 'SECURITY_DEPOSIT', status: 'COMPLETED', cryptoAmount: security, ...origin }, at)
  const borrow = { fiatAmount: principal, originationFee: fee, ...origin }
  record(state, loan, { type: 'FIAT_BORROW', status: 'COMPLETED', ...borrow }, at)
  return loan
}

function createLoan(state: State, account: SubAccount, terms: LoanTerms, totalFee: Amount, createdAt: Date): Loan {
  const { offer, principal, security, termInDays } = terms
  const id = state.nextId('loan')
  const loan: Loan = {
    id,
    accountId: account.id,
    externalLoanId: `external-${id}`,
    offer,
    cryptoCurrency: offer.cryptoCurrency,
    createdAt,
    bankAccount: userBankAccount,
    initialBorrow: principal,
    status: 'ACTIVE',
    repaymentType: offer.repaymentType,
    termStart: createdAt,
    termInDays,
    limit: principal,
    borrowed: principal,
    pendingBorrow: zero,
    principalLeft: principal,
    security,
    pendingWithdrawal: zero,
    totalFee,
    totalRedraw: zero,
  }
  state.loans.push(loan)
  return loan
}

/** The account's own loan of that id; refuses with 404 if it is unknown or somebody else's. */
export function findLoan({ loans }: State, account: SubAccount, id: string): Loan {
  const found = loans.find((loan) => loan.id === id && loan.accountId === account.id)
  if (found === undefined) throw notFound('loan', 'loanId', id)
  return found
}

/** What the loan's security is worth, in AUD. */
export function securityValue({ security, cryptoCurrency }: Loan): Amount {
  return security.mul(assets[cryptoCurrency].price)
}

/** The loan's present loan-to-value ratio in percent. */
export function ratioOf(loan: Loan): Amount {
  return loanToValue(loan.principalLeft, securityValue(loan))
}

/** What may still be drawn: up to the loan's own limit and to what the security carries. */
export function availableToBorrow(loan: Loan): Amount {
  if (loan.status === 'CLOSED') return zero
  const ceiling = Money.min(loan.limit, capacityOf(loan.cryptoCurrency, loan.security))
  return Money.max(zero, ceiling.minus(loan.principalLeft).minus(loan.pendingBorrow))
}

/** The security that has to stay, so that what is drawn and pending remains within the borrowing limit. */
export function securityNeeded(loan: Loan): Amount {
  return securityFor(loan.principalLeft.plus(loan.pendingBorrow), loan.cryptoCurrency)
}

/** The end of the loan's term. */
export function validUntil({ termStart, termInDays }: Loan): Date {
  return new Date(termStart.getTime() + termInDays * 86_400_000)
}

/** The share of the principal taken as a fee, as a ratio. */
export function feeRatio({ offer }: Loan): Amount {
  return offer.originationFee.div(100)
}
