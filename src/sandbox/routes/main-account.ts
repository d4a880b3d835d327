import { createSubAccount, subAccountView } from '../accounts.ts'
import { mainLoanView } from '../loan-view.ts'
import { pageOf, readPage } from '../page.ts'
import { mainChange, mainRoute, type Route } from '../route.ts'
import { searchTransactions } from '../transaction-search.ts'
import { transactionView } from '../transactions.ts'
import { findWebhook, registerWebhook } from '../webhooks.ts'

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
