import { notAllowedNow, notCovered } from '../http/refusal.ts'
import { cryptoCurrencies, fiatLocations } from '../money/market.ts'
import { type Amount, type Measure, wire, zero } from '../money/money.ts'

/** Amounts by currency code; null for a currency without an account. */
export type Holdings = Map<string, Amount | null>

export interface Wallet {
  readonly crypto: Holdings
  readonly fiat: Holdings
}

/** The JSON form of a balance. Both members are null for a currency without an account. */
export interface BalanceItem {
  readonly balance: number | null
  readonly currency: string | null
}

/** Creates a wallet with the given amounts, zero for other crypto assets, and no account for other fiat currencies. */
export function openWallet(crypto: Readonly<Record<string, Amount>>, fiat: Readonly<Record<string, Amount>>): Wallet {
  return {
    crypto: new Map(cryptoCurrencies.map((code) => [code, crypto[code] ?? zero])),
    fiat: new Map(fiatLocations.map(({ currency }) => [currency, fiat[currency] ?? null])),
  }
}

export function held(holdings: Holdings, currency: string): Amount {
  return holdings.get(currency) ?? zero
}

export function credit(holdings: Holdings, currency: string, added: Amount): void {
  holdings.set(currency, held(holdings, currency).plus(added))
}

/** Subtracts from a balance; rejects an overdraft, naming the request field. */
export function debit(holdings: Holdings, currency: string, taken: Amount, field?: string): void {
  const left = held(holdings, currency).minus(taken)
  if (left.isNegative()) {
    const message = `The balance does not hold ${taken.toFixed()} ${currency}.`
    if (field === undefined) throw notAllowedNow(message)
    throw notCovered('INSUFFICIENT_BALANCE', field, message, taken.toNumber())
  }
  holdings.set(currency, left)
}

export function balanceItem(holdings: Holdings, currency: string, measure: Measure): BalanceItem {
  const balance = holdings.get(currency) ?? null
  return balance === null ? { balance, currency: null } : { balance: wire(balance, measure), currency }
}

/** Returns the JSON form of all balances, with the currency code even if there is no account. */
export function balanceItems(holdings: Holdings, measure: Measure): readonly BalanceItem[] {
  return [...holdings.keys()].map((currency) => ({ ...balanceItem(holdings, currency, measure), currency }))
}
