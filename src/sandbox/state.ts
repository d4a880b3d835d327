import type { LoanApplication } from './applications.ts'
import type { Loan } from './loans.ts'
import type { RedrawApplication } from './redraws.ts'
import type { RolloverApplication } from './rollovers.ts'
import type { Transaction } from './transactions.ts'
import type { Wallet } from './wallet.ts'
import type { Webhook, WebhookExecution } from './webhooks.ts'

/** An account under the main account, with a credential, a wallet and loans of its own. */
export interface SubAccount {
  readonly id: string
  readonly email: string
  readonly contactNumber?: string
  readonly businessDetails?: Readonly<Record<string, unknown>> | null
  readonly accessToken: string
  readonly wallet: Wallet
}

/** Everything the service knows; kept in memory, changed in place. */
export interface State {
  readonly now: () => Date
  /** The next identifier of a kind: 'loan-1', 'loan-2', … */
  readonly nextId: (kind: string) => string
  readonly mainToken: string
  readonly mainWallet: Wallet
  readonly subAccounts: SubAccount[]
  readonly loans: Loan[]
  readonly transactions: Transaction[]
  readonly applications: LoanApplication[]
  readonly redraws: RedrawApplication[]
  readonly rollovers: RolloverApplication[]
  readonly webhooks: Webhook[]
  readonly executions: WebhookExecution[]
  /** The day (UTC, YYYY-MM-DD) whose reckoning has been done. */
  reckonedDay: string
}

/** A service without any accounts, loans or events. */
export function emptyState(now: () => Date, mainToken: string, mainWallet: Wallet): State {
  return {
    now,
    nextId: countIds(),
    mainToken,
    mainWallet,
    subAccounts: [],
    loans: [],
    transactions: [],
    applications: [],
    redraws: [],
    rollovers: [],
    webhooks: [],
    executions: [],
    reckonedDay: dayOf(now()),
  }
}

/** The UTC day of a moment, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function countIds(): (kind: string) => string {
  const counts = new Map<string, number>()
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}-${count}`
  }
}
