import type { Loan, Transaction } from '../model/loan.ts'
import type { Movement, TransactionStatus } from '../model/transaction.ts'
import { loanCurrency } from '../money/market.ts'
import { type Amount, amount, round, wire, wires } from '../money/money.ts'
import type { State } from '../state.ts'
import { emit } from '../webhooks/webhooks.ts'

const gstRatio = amount('0.1')

/** Goods and services tax on a fee: 10 % in Australia. */
export function gst(fee: Amount): Amount {
  return round(fee.mul(gstRatio), 'fiat')
}

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

/** Can set the amounts at the same time. */
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

/** Returns the JSON form of a transaction, without members that don't apply to its type. */
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

function moneyView({ loan, cryptoAmount, fiatAmount, originationFee, securityRepaymentSwapFee: swapFee }: Transaction) {
  return {
    ...(cryptoAmount && { cryptoCurrency: loan.cryptoCurrency, cryptoAmount: wire(cryptoAmount, 'crypto') }),
    ...(fiatAmount && { fiatCurrency: loanCurrency, fiatAmount: wire(fiatAmount, 'fiat') }),
    ...(originationFee && wires({ originationFee, originationFeeGst: gst(originationFee) }, 'fiat')),
    ...(swapFee && wires({ securityRepaymentSwapFee: swapFee, securityRepaymentSwapFeeGst: gst(swapFee) }, 'fiat')),
  }
}
