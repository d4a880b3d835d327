import type { Loan } from '../loans/loans.ts'
import { loanCurrency } from '../money/market.ts'
import { type Amount, amount, round, wire } from '../money/money.ts'
import type { State } from '../state.ts'
import { emit } from '../webhooks/webhooks.ts'

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

const gstRatio = amount('0.1')

/** Goods and services tax on a fee: 10 % in Australia. */
export function gst(fee: Amount): Amount {
  return round(fee.mul(gstRatio), 'fiat')
}

/** Enters a transaction for a loan. */
export function record(state: State, loan: Loan, movement: Movement): Transaction {
  const id = state.nextId('transaction')
  const created = state.now()
  const externalTransactionId = `external-${id}`
  const entry = { ...movement, id, loan, created, updated: created, externalTransactionId, postponements: 0 }
  state.transactions.push(entry)
  loan.transactions.push(entry)
  emit(state, 'TRANSACTION_STATUS_CHANGED', () => transactionView(entry))
  return entry
}

/** Moves a transaction on to another status; what it moves may only be known by then. */
export function advance(
  state: State,
  transaction: Transaction,
  status: TransactionStatus,
  moved: Partial<Omit<Movement, 'type' | 'status'>> = {},
): void {
  Object.assign(transaction, moved)
  transaction.status = status
  transaction.updated = state.now()
  emit(state, 'TRANSACTION_STATUS_CHANGED', () => transactionView(transaction))
}

/** A transaction as it goes over the wire; what does not apply to its type is left out. */
export function transactionView(transaction: Transaction): Readonly<Record<string, unknown>> {
  const { id, loan, type, status, created, updated, externalTransactionId } = transaction
  return {
    id,
    loanId: loan.id,
    ...(transaction.loanApplicationId !== undefined && { loanApplicationId: transaction.loanApplicationId }),
    externalLoanId: loan.externalLoanId,
    externalTransactionId,
    externalUserId: `external-user-${loan.accountId}`,
    type,
    status,
    created: created.toISOString(),
    updated: updated.toISOString(),
    ...moneyView(transaction),
    ...(transaction.fiatAmount && loan.bankAccount),
  }
}

function moneyView({ loan, cryptoAmount, fiatAmount, originationFee, securityRepaymentSwapFee }: Transaction) {
  return {
    ...(cryptoAmount && { cryptoCurrency: loan.cryptoCurrency, cryptoAmount: wire(cryptoAmount, 'crypto') }),
    ...(fiatAmount && { fiatCurrency: loanCurrency, fiatAmount: wire(fiatAmount, 'fiat') }),
    ...(originationFee && {
      originationFee: wire(originationFee, 'fiat'),
      originationFeeGst: wire(gst(originationFee), 'fiat'),
    }),
    ...(securityRepaymentSwapFee && {
      securityRepaymentSwapFee: wire(securityRepaymentSwapFee, 'fiat'),
      securityRepaymentSwapFeeGst: wire(gst(securityRepaymentSwapFee), 'fiat'),
    }),
  }
}
