import type { Wallet } from './accounts/wallet.ts'
import { type Clock, dayOf } from './clock.ts'
import type { LoanApplication } from './model/application.ts'
import type { Loan, Transaction } from './model/loan.ts'
import type { RedrawApplication } from './model/redraw.ts'
import type { RolloverApplication } from './model/rollover.ts'
import type { Delivery, Webhook, WebhookExecution } from './model/webhook.ts'
import { createMarket, type Market } from './money/market.ts'

/** An account under the main account, with its own credential, wallet and loans. */
export interface SubAccount {
  readonly id: string
  readonly email: string
  readonly contactNumber?: string
  readonly businessDetails?: Readonly<Record<string, unknown>> | null
  readonly accessToken: string
  readonly wallet: Wallet
}

/** The mutable in-memory state of the service. */
export interface State {
  readonly clock: Clock
  readonly now: () => Date
  readonly market: Market
  /** Number of identifiers per kind. */
  readonly ids: Map<string, number>
  /** Returns the next identifier of a kind: 'loan-1', 'loan-2', … */
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
  /** Pending webhook calls. */
  readonly outbox: Delivery[]
  /** The last settled day (UTC, YYYY-MM-DD). */
  settledDay: string
}

export interface Beginning {
  readonly clock: Clock
  /** Seed of the price walk. */
  readonly seed: number
  readonly mainToken: string
  readonly mainWallet: Wallet
}

/** Returns a state without accounts, loans and events. */
export function emptyState({ clock, seed, mainToken, mainWallet }: Beginning): State {
  const ids = new Map<string, number>()
  return {
    clock,
    now: clock.now,
    market: createMarket(seed, clock.now),
    ids,
    nextId: countIds(ids),
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
    outbox: [],
    settledDay: dayOf(clock.now()),
  }
}

function countIds(counts: Map<string, number>): (kind: string) => string {
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}-${count}`
  }
}
