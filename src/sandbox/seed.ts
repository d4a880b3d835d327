import { openWallet } from './accounts/wallet.ts'
import { addDays, type Clock, doAt } from './clock.ts'
import { Fields } from './http/fields.ts'
import { settleDays } from './loans/daily-settlement.ts'
import { repayWithFiat } from './loans/loan-actions.ts'
import { openLoan } from './loans/loans.ts'
import { offerFor, type RepaymentType } from './loans/offers.ts'
import { fileRedraw } from './loans/redraws.ts'
import type { LoanApplication } from './model/application.ts'
import type { Loan } from './model/loan.ts'
import { loanCurrency } from './money/market.ts'
import { amount } from './money/money.ts'
import { emptyState, type State, type SubAccount } from './state.ts'

export interface Credentials {
  readonly main: string
  /** Token of 'sub-1'; that of 'sub-2' is always 'sub-2-token'. */
  readonly sub: string
}

/** Creates two sub-accounts with loans, an application, a redraw and a webhook, including their history of daily settlements. */
export function seedState(clock: Clock, seed: number, { main, sub }: Credentials): State {
  const mainWallet = openWallet(
    { BTC: amount('5.25'), ETH: amount('40.125'), USDC: amount(10_000), USDT: amount('2500.5') },
    { [loanCurrency]: amount('250000.5') },
  )
  const begun = addDays(clock.now(), -90)
  const state = doAt(clock, begun, () => emptyState({ clock, seed, mainToken: main, mainWallet }))
  const first = seedAccount(state, 'first@example.com', sub)
  const second = seedAccount(state, 'second@example.com', 'sub-2-token')
  const creditLine = on(state, 90, () => seedLoan(state, first, 'LINE_OF_CREDIT'))
  const fixedTerm = on(state, 60, () => seedLoan(state, first, 'FIXED_TERM'))
  on(state, 50, () => seedLoan(state, second, 'LINE_OF_CREDIT'))
  on(state, 20, () => repayWithFiat(state, first, creditLine, amount(10_000)))
  on(state, 10, () => seedRedraw(state, first, creditLine))
  on(state, 0, () => repayWithFiat(state, first, fixedTerm, amount(1500)))
  seedApplication(state, first)
  seedWebhook(state)
  return state
}

/** Runs a function some days in the past, after everything due until then. */
function on<T>(state: State, daysAgo: number, act: () => T): T {
  return doAt(state.clock, addDays(state.now(), -daysAgo), () => {
    settleDays(state)
    return act()
  })
}

function seedAccount(state: State, email: string, accessToken: string): SubAccount {
  const wallet = openWallet({ BTC: amount(5), ETH: amount(20) }, { [loanCurrency]: amount(100_000) })
  const account = { id: state.nextId('sub'), email, accessToken, wallet }
  state.subAccounts.push(account)
  return account
}

function seedLoan(state: State, account: SubAccount, kind: RepaymentType): Loan {
  const terms = { offer: offerFor('PERSONAL', kind), principal: amount(30_000), security: amount(1), termInDays: 730 }
  return openLoan(state, account, terms)
}

function seedRedraw(state: State, account: SubAccount, loan: Loan): void {
  const applicantInfo = { relationshipStatus: 'WIDOWED' }
  fileRedraw(state, account, new Fields({ loanId: loan.id, fiatAmount: 2000, applicantInfo }))
}

function seedApplication(state: State, account: SubAccount): void {
  const application: LoanApplication = {
    id: state.nextId('application'),
    accountId: account.id,
    createdAt: state.now(),
    details: {
      applicantInfo: { relationshipStatus: 'SINGLE' },
      loanOfferId: offerFor('PERSONAL', 'LINE_OF_CREDIT').id,
      fiatPrincipalAmount: amount(20_000),
      securityCryptoAmount: amount(1),
      termInYears: amount(1),
    },
    applyFor: 'LINE_OF_CREDIT',
    status: 'SUBMITTED',
  }
  state.applications.push(application)
}

function seedWebhook(state: State): void {
  const webhook = {
    id: state.nextId('webhook'),
    eventType: 'LOAN_STATUS_CHANGED',
    url: 'http://127.0.0.1:9/hook',
  } as const
  const { id: webhookId, eventType } = webhook
  const createdAt = addDays(state.now(), -1).toISOString()
  state.webhooks.push(webhook)
  state.executions.push({ id: state.nextId('execution'), webhookId, eventType, responseStatus: 200, createdAt })
}
