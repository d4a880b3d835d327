import { searchTransactions } from '../accounts/transaction-search.ts'
import { transactionView } from '../accounts/transactions.ts'
import { pageOf, readPage } from '../http/page.ts'
import { notFound } from '../http/refusal.ts'
import { type OperationName, type Route, type SubCall, subChange, subRoute } from '../http/route.ts'
import {
  closeWithFiat,
  closeWithSecurity,
  repayWithFiat,
  repayWithSecurity,
  topUpSecurity,
  withdrawSecurity,
} from '../loans/loan-actions.ts'
import { loanView } from '../loans/loan-view.ts'
import { findLoan } from '../loans/loans.ts'
import type { Loan, Transaction } from '../model/loan.ts'

/** Loans of a sub-account, their actions and transactions. */
export const subLoanRoutes: readonly Route[] = [
  subRoute('GET /sub-account/loans', ({ state, account }) =>
    state.loans.filter(({ accountId }) => accountId === account.id).map((loan) => loanView(state, loan)),
  ),
  subRoute('GET /sub-account/loans/{loanId}', ({ state, account, path }) =>
    loanView(state, findLoan(state, account, path('loanId'))),
  ),
  actionRoute('POST /sub-account/loans/{loanId}/close/fiat', ({ state, account }, loan) =>
    closeWithFiat(state, account, loan),
  ),
  actionRoute('POST /sub-account/loans/{loanId}/close/security', ({ state, account }, loan) =>
    closeWithSecurity(state, account, loan),
  ),
  actionRoute('POST /sub-account/loans/{loanId}/repayments/fiat', ({ state, account, body }, loan) =>
    repayWithFiat(state, account, loan, body.amount('fiatAmount', 'fiat')),
  ),
  actionRoute('POST /sub-account/loans/{loanId}/repayments/security', ({ state, account, body }, loan) =>
    repayWithSecurity(state, account, loan, body.amount('cryptoAmount', 'crypto')),
  ),
  actionRoute('POST /sub-account/loans/{loanId}/security/top-up', ({ state, account, body }, loan) =>
    topUpSecurity(state, account, loan, body.amount('cryptoAmount', 'crypto')),
  ),
  actionRoute('POST /sub-account/loans/{loanId}/security/withdraw', ({ state, body }, loan) =>
    withdrawSecurity(state, loan, body.amount('cryptoAmount', 'crypto')),
  ),
  subRoute('POST /sub-account/loans/transactions', (call) =>
    pageOf(searchTransactions(ownTransactions(call), call.body).map(transactionView), readPage(call.query)),
  ),
  subChange('PATCH /sub-account/loans/transactions', renameTransaction),
]

/** Creates a route that applies an action to one of the account's loans and returns the loan. */
function actionRoute(operation: OperationName, act: (call: SubCall, loan: Loan) => void): Route {
  return subChange(operation, (call) => {
    const loan = findLoan(call.state, call.account, call.path('loanId'))
    act(call, loan)
    return loanView(call.state, loan)
  })
}

function ownTransactions({ state, account }: SubCall): readonly Transaction[] {
  return state.transactions.filter(({ loan }) => loan.accountId === account.id)
}

/** Changes the external identifier of one of the account's transactions. */
function renameTransaction(call: SubCall): unknown {
  const { body, state } = call
  const id = body.require('id', 'externalTransactionId').text('id')
  const externalTransactionId = body.text('externalTransactionId', 1)
  const transaction = ownTransactions(call).find((each) => each.id === id) ?? notFound('loan transaction', 'id', id)
  transaction.externalTransactionId = externalTransactionId
  transaction.updated = state.now()
  return [transactionView(transaction)]
}
