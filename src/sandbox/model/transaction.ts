import type { Amount } from '../money/money.ts'

/** The transaction types that the interface document states. */
export const transactionTypes = [
  'AUTO_FIAT_REPAY',
  'AUTO_SECURITY_REPAY',
  'FIAT_BORROW',
  'FIAT_REPAY',
  'SECURITY_DEPOSIT',
  'SECURITY_REPAY',
  'SECURITY_WITHDRAWAL',
] as const

/** One of `transactionTypes`. */
export type TransactionType = (typeof transactionTypes)[number]

/** The transaction statuses that the interface document states. */
export const transactionStatuses = [
  'COMPLETED',
  'INITIATED',
  'PICKED_FOR_RECKONING',
  'POSTPONED_TO_NEXT_RECKONING',
  'PRE_RECKONING',
  'READY_FOR_RECKONING',
  'ROLLED_BACK',
  'WAITING_FOR_FIAT_TRANSFER_TO_USER',
  'WITHDRAWAL_INITIATED',
] as const

/** One of `transactionStatuses`. */
export type TransactionStatus = (typeof transactionStatuses)[number]

/** What a transaction moves, and what that costs. */
export interface Movement {
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly cryptoAmount?: Amount
  readonly fiatAmount?: Amount
  readonly originationFee?: Amount
  readonly securityRepaymentSwapFee?: Amount
  readonly loanApplicationId?: string
  /** How much of fiatAmount is interest. */
  readonly interest?: Amount
  /** The ratio is brought down to the borrowing limit; how much that takes is known at the sale. */
  readonly isMarginCall?: boolean
}
