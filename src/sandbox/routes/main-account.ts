import { createSubAccount, subAccountView } from '../accounts/accounts.ts'
import { searchTransactions } from '../accounts/transaction-search.ts'
import { transactionView } from '../accounts/transactions.ts'
import { pageOf, readPage } from '../http/page.ts'
import { mainChange, mainRoute, type Route } from '../http/route.ts'
import { mainLoanView } from '../loans/loan-view.ts'
import { findWebhook, registerWebhook } from '../webhooks/webhooks.ts'

/** Loans, transactions, sub-accounts and webhooks of the main account, and its health. */
export const mainAccountRoutes: readonly Route[] = [
  mainRoute('GET /main-account/health', () => ({ status: 'UP' })),
  mainRoute('GET /main-account/loans', ({ state, query }) => {
    const { content, ...page } = pageOf(state.loans, readPage(query))
    return { content: content.map((loan) => mainLoanView(state, loan)), ...page }
  }),
  mainRoute('POST /main-account/loans/transactions', ({ state, query, body }) =>
    pageOf(searchTransactions(state.transactions, body).map(transactionView), readPage(query)),
  ),
  mainChange('POST /main-account/sub-accounts', ({ state, body }) => subAccountView(createSubAccount(state, body))),
  mainRoute('GET /main-account/webhooks', ({ state, query }) => pageOf(state.webhooks, readPage(query))),
  mainChange('POST /main-account/webhooks', ({ state, body }) => registerWebhook(state, body)),
  mainRoute('GET /main-account/webhooks/executions', ({ state, query }) => pageOf(state.executions, readPage(query))),
  mainRoute('GET /main-account/webhooks/{id}', ({ state, path }) => findWebhook(state, path('id'))),
]
