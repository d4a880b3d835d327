import type { Offer } from '../loans/offers.ts'
import type { CryptoCurrency } from '../money/market.ts'
import type { Amount } from '../money/money.ts'
import type { Movement } from './transaction.ts'

export interface BankDetails {
  readonly accountName: string
  readonly accountNumber: string
  readonly bsb: string
}

/** Debt and security of a loan from a moment on. */
export interface Position {
  readonly since: Date
  readonly principalLeft: Amount
  readonly security: Amount
}

/** A loan of a sub-account. Fiat amounts in AUD, security in units of the asset, rates in percent per year. */
export interface Loan {
  readonly id: string
  readonly accountId: string
  readonly externalLoanId: string
  readonly cryptoCurrency: CryptoCurrency
  readonly createdAt: Date
  readonly bankAccount: BankDetails
  readonly initialBorrow: Amount
  /** History of debt and security, oldest first. */
  readonly positions: Position[]
  /** Oldest first. */
  readonly transactions: Transaction[]
  status: 'ACTIVE' | 'CLOSED'
  /** Current terms, which a rollover changes. */
  offer: Offer
  /** Start of the term, reset by a rollover. */
  termStart: Date
  termInDays: number
  /** Constant monthly payment of the term, for Fixed Term loans. */
  instalment: Amount
  /** Number of collected monthly payments of the term. */
  collected: number
  /** Accrued interest not yet picked, exact: AUD owed times days times the yearly rate in percent. */
  accrued: Amount
  /** Since the last payment was picked, principal changed or a payment was late. */
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

/** A past or pending transaction of a loan. Its amounts can change until it is completed. */
export type Transaction = { -readonly [Key in keyof Movement]: Movement[Key] } & {
  readonly id: string
  readonly loan: Loan
  readonly created: Date
  updated: Date
  externalTransactionId: string
  /** Number of postponements to the next daily settlement. */
  postponements: number
}
