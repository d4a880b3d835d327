import type { LoanApplication } from './applications.ts'
import { addDays, type Clock, dayOf, doAt } from './clock.ts'
import { borrow } from './ledger.ts'
import { repayWithFiat } from './loan-actions.ts'
import { dueDate, type Loan, openLoan } from './loans.ts'
import { loanCurrency } from './market.ts'
import { amount } from './money.ts'
import { offerFor } from './offers.ts'
import type { RedrawApplication } from './redraws.ts'
import { emptyState, type State, type SubAccount } from './state.ts'
import { record } from './transactions.ts'
import { credit, openWallet } from './wallet.ts'

/** The credentials that the seeded accounts answer to. */
export interface Credentials {
  readonly main: string
  /** Of the sub-account 'sub-1'; that of 'sub-2' is always 'sub-2-token'. */
  readonly sub: string
}

/**
 * The service as it starts: a main account; 'sub-1' with 'loan-1' (Line of Credit), 'loan-2' (Fixed Term), a
 * submitted 'application-1' and a paid redraw; 'sub-2' with 'loan-3'; one webhook that was called once.
 */
export function seedState(clock: Clock, seed: number, { main, sub }: Credentials): State {
  const mainWallet = openWallet(
    { BTC: amount('5.25'), ETH: amount('40.125'), USDC: amount(10_000), USDT: amount('2500.5') },
    { [loanCurrency]: amount('250000.5') },
  )
  const state = emptyState({ clock, seed, mainToken: main, mainWallet })
  const first = seedAccount(state, 'first@example.com', sub)
  const second = seedAccount(state, 'second@example.com', 'sub-2-token')
  seedLoans(state, first)
  seedLoan(state, second, 'LINE_OF_CREDIT', 50)
  seedApplication(state, first)
  seedWebhook(state)
  return state
}

function seedAccount(state: State, email: string, accessToken: string): SubAccount {
  const wallet = openWallet({ BTC: amount(5), ETH: amount(20) }, { [loanCurrency]: amount(100_000) })
  const account = { id: state.nextId('sub'), email, accessToken, wallet }
  state.subAccounts.push(account)
  return account
}

function seedLoans(state: State, account: SubAccount): void {
  const creditLine = seedLoan(state, account, 'LINE_OF_CREDIT', 90)
  const fixedTerm = seedLoan(state, account, 'FIXED_TERM', 60)
  repayWithFiat(state, account, creditLine, amount(10_000))
  repayWithFiat(state, account, fixedTerm, amount(1500))
  seedRedraw(state, account, creditLine)
}

function seedLoan(state: State, account: SubAccount, kind: 'LINE_OF_CREDIT' | 'FIXED_TERM', age: number): Loan {
  const terms = { offer: offerFor('PERSONAL', kind), principal: amount(30_000), security: amount(1), termInDays: 730 }
  const loan = doAt(state.clock, daysBefore(state, age), () => openLoan(state, account, terms))
  while (dayOf(dueDate(loan, loan.collected + 1)) <= dayOf(state.now())) loan.collected += 1
  return loan
}

function seedRedraw(state: State, account: SubAccount, loan: Loan): void {
  const fiatAmount = amount(2000)
  const redraw: RedrawApplication = {
    id: state.nextId('redraw'),
    accountId: account.id,
    createdAt: daysBefore(state, 10),
    loan,
    fiatAmount,
    applicantInfo: { relationshipStatus: 'WIDOWED' },
    status: 'APPROVED',
  }
  borrow(loan, fiatAmount)
  loan.totalRedraw = fiatAmount
  credit(account.wallet.fiat, loanCurrency, fiatAmount)
  const movement = { type: 'FIAT_BORROW', status: 'COMPLETED', fiatAmount, loanApplicationId: redraw.id } as const
  doAt(state.clock, redraw.createdAt, () => record(state, loan, movement))
  state.redraws.push(redraw)
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
  const createdAt = daysBefore(state, 1).toISOString()
  state.webhooks.push(webhook)
  state.executions.push({ id: state.nextId('execution'), webhookId, eventType, responseStatus: 200, createdAt })
}

function daysBefore({ now }: State, days: number): Date {
  return addDays(now(), -days)
}
