import { notAllowedNow, notCovered } from '../http/refusal.ts'
import { cryptoCurrencies, fiatLocations } from '../money/market.ts'
import { type Amount, type Measure, wire, zero } from '../money/money.ts'

/** Amounts by currency code; null for a currency that was never held. */
export type Holdings = Map<string, Amount | null>

/** What an account holds. */
export interface Wallet {
  readonly crypto: Holdings
  readonly fiat: Holdings
}

/** A balance as it goes over the wire; of a currency without an account a single balance has neither. */
export interface BalanceItem {
  readonly balance: number | null
  readonly currency: string | null
}

/** A wallet with the amounts given, nothing of the other crypto assets, and no account in the other fiat currencies. */
export function openWallet(crypto: Readonly<Record<string, Amount>>, fiat: Readonly<Record<string, Amount>>): Wallet {
  return {
    crypto: new Map(cryptoCurrencies.map((code) => [code, crypto[code] ?? zero])),
    fiat: new Map(fiatLocations.map(({ currency }) => [currency, fiat[currency] ?? null])),
  }
}

/** How much of a currency is held. */
export function held(holdings: Holdings, currency: string): Amount {
  return holdings.get(currency) ?? zero
}

/** Adds to a balance. */
export function credit(holdings: Holdings, currency: string, added: Amount): void {
  holdings.set(currency, held(holdings, currency).plus(added))
}

/** Takes from a balance; refuses what it does not hold, naming the request field. */
export function debit(holdings: Holdings, currency: string, taken: Amount, field?: string): void {
  const left = held(holdings, currency).minus(taken)
  if (left.isNegative()) {
    const message = `The balance does not hold ${taken.toFixed()} ${currency}.`
    if (field === undefined) throw notAllowedNow(message)
    throw notCovered('INSUFFICIENT_BALANCE', field, message, taken.toNumber())
  }
  holdings.set(currency, left)
}

/** One balance as it goes over the wire: both members are null for a currency without an account. */
export function balanceItem(holdings: Holdings, currency: string, measure: Measure): BalanceItem {
  const balance = holdings.get(currency) ?? null
  return balance === null ? { balance, currency: null } : { balance: wire(balance, measure), currency }
}

/** All balances as they go over the wire; the list names the currencies without an account too. */
export function balanceItems(holdings: Holdings, measure: Measure): readonly BalanceItem[] {
  return [...holdings.keys()].map((currency) => ({ ...balanceItem(holdings, currency, measure), currency }))
}
