import type { Loan } from './loans.ts'
import { loanCurrency } from './market.ts'
import { type Amount, amount, round, wire } from './money.ts'
import type { State } from './state.ts'

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
}

/** Something that happened to a loan. */
export interface Transaction extends Omit<Movement, 'status'> {
  readonly id: string
  readonly loan: Loan
  readonly created: Date
  status: TransactionStatus
  updated: Date
  externalTransactionId: string
}

const gstRatio = amount('0.1')

/** Goods and services tax on a fee: 10 % in Australia. */
export function gst(fee: Amount): Amount {
  return round(fee.mul(gstRatio), 'fiat')
}

/** Enters a transaction for a loan. */
export function record(state: State, loan: Loan, movement: Movement, created = state.now()): Transaction {
  const id = state.nextId('transaction')
  const entry = { ...movement, id, loan, created, updated: created, externalTransactionId: `external-${id}` }
  state.transactions.push(entry)
  return entry
}

/** Moves a transaction on to another status. */
export function advance(state: State, transaction: Transaction, status: TransactionStatus): void {
  transaction.status = status
  transaction.updated = state.now()
}

/** The transactions of a loan, oldest first. */
export function transactionsOf({ transactions }: State, loan: Loan): readonly Transaction[] {
  return transactions.filter((transaction) => transaction.loan === loan)
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
