import type { Amount } from '../money/money.ts'

/** Transaction types in the interface document. */
export const transactionTypes = [
  'AUTO_FIAT_REPAY',
  'AUTO_SECURITY_REPAY',
  'FIAT_BORROW',
  'FIAT_REPAY',
  'SECURITY_DEPOSIT',
  'SECURITY_REPAY',
  'SECURITY_WITHDRAWAL',
] as const

export type TransactionType = (typeof transactionTypes)[number]

/** Transaction statuses in the interface document. */
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

export type TransactionStatus = (typeof transactionStatuses)[number]

export interface Movement {
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly cryptoAmount?: Amount
  readonly fiatAmount?: Amount
  readonly originationFee?: Amount
  readonly securityRepaymentSwapFee?: Amount
  readonly loanApplicationId?: string
  /** Interest included in fiatAmount. */
  readonly interest?: Amount
  /** Brings the ratio down to the borrowing limit; the amount is determined at the sale. */
  readonly isMarginCall?: boolean
}
