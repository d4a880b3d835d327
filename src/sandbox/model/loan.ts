import type { Offer } from '../loans/offers.ts'
import type { CryptoCurrency } from '../money/market.ts'
import type { Amount } from '../money/money.ts'
import type { Movement } from './transaction.ts'

/** Where fiat is transferred to. */
export interface BankDetails {
  readonly accountName: string
  readonly accountNumber: string
  readonly bsb: string
}

/** What a loan owes and holds from a moment on. */
export interface Position {
  readonly since: Date
  readonly principalLeft: Amount
  readonly security: Amount
}

/** A loan of a sub-account. Fiat amounts in AUD, security in the asset's own unit, rates in percent a year. */
export interface Loan {
  readonly id: string
  readonly accountId: string
  readonly externalLoanId: string
  readonly cryptoCurrency: CryptoCurrency
  readonly createdAt: Date
  readonly bankAccount: BankDetails
  readonly initialBorrow: Amount
  /** What was owed and held, oldest first. */
  readonly positions: Position[]
  /** Oldest first. */
  readonly transactions: Transaction[]
  status: 'ACTIVE' | 'CLOSED'
  /** The terms of now: a rollover changes them. */
  offer: Offer
  /** The term runs from here; a rollover starts it anew. */
  termStart: Date
  termInDays: number
  /** The level monthly payment of this term; it matters to a Fixed Term loan. */
  instalment: Amount
  /** How many of this term's monthly payments have been collected. */
  collected: number
  /** Interest that has built up and was not picked yet, exact: AUD owed times days times the yearly rate in percent. */
  accrued: Amount
  /** Since the last payment was picked, principal was repaid or drawn besides, or a payment was late. */
  isOffSchedule: boolean
  limit: Amount
  borrowed: Amount
  pendingBorrow: Amount
  principalLeft: Amount
  principalRepaid: Amount
  security: Amount
  pendingWithdrawal: Amount
  totalFee: Amount
  totalRedraw: Amount
}

/** Something that happened to a loan, or is about to. What it moves can change until it is completed. */
export type Transaction = { -readonly [Key in keyof Movement]: Movement[Key] } & {
  readonly id: string
  readonly loan: Loan
  readonly created: Date
  updated: Date
  externalTransactionId: string
  /** How often it was put off to the next daily settlement. */
  postponements: number
}
