import type { Fields } from '../http/fields.ts'
import { invalid, unauthorized } from '../http/refusal.ts'
import { type CryptoCurrency, loanCurrency } from '../money/market.ts'
import { type Amount, amount } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { emit } from '../webhooks/webhooks.ts'
import { openWallet } from './wallet.ts'

/** Owner of a request's credential. */
export type Caller = { readonly kind: 'main' } | { readonly kind: 'sub'; readonly account: SubAccount }

/** Enough of each asset for a loan secured by it. */
const practiceCrypto: Readonly<Record<CryptoCurrency, Amount>> = {
  BTC: amount(2),
  ETH: amount(20),
  USDC: amount(5000),
  USDT: amount(5000),
  WBTC: amount(2),
}

/** Opens a sub-account with a practice balance, because no operation deposits money. */
export function createSubAccount(state: State, body: Fields): SubAccount {
  const email = body.text('email')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) throw invalid('email', 'an e-mail address', email)
  const contactNumber = body.optional('contactNumber', (name) => body.text(name))
  const businessDetails = body.optional('businessDetails', (name) => body.objectOrNull(name))
  const id = state.nextId('sub')
  const account: SubAccount = {
    id,
    email,
    ...(contactNumber !== undefined && { contactNumber }),
    ...(businessDetails !== undefined && { businessDetails }),
    accessToken: `${id}-token`,
    wallet: openWallet(practiceCrypto, { [loanCurrency]: amount(50_000) }),
  }
  state.subAccounts.push(account)
  emit(state, 'MISSING_BANK_ACCOUNT', () => ({ subAccountId: id }))
  return account
}

export function subAccountView({ wallet: _, ...shown }: SubAccount): Readonly<Record<string, unknown>> {
  return shown
}

/** Identifies the caller; throws 401 for a missing or unknown bearer token. */
export function identify(state: State, authorization: string | undefined): Caller {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw unauthorized('A bearer token is required.')
  if (token === state.mainToken) return { kind: 'main' }
  const account = state.subAccounts.find(({ accessToken }) => accessToken === token)
  if (account === undefined) throw unauthorized('The bearer token is not known.')
  return { kind: 'sub', account }
}
