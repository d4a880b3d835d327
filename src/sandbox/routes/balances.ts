import { type BalanceItem, balanceItem, balanceItems, type Wallet } from '../accounts/wallet.ts'
import { type Call, mainRoute, type Route, subRoute } from '../http/route.ts'
import { findCrypto, findFiat } from '../money/market.ts'

/** Balances of the main account and of a sub-account. */
export const balanceRoutes: readonly Route[] = [
  mainRoute('GET /main-account/balances/crypto', ({ state }) => balanceItems(state.mainWallet.crypto, 'crypto')),
  mainRoute('GET /main-account/balances/crypto/{cryptoCurrency}', (call) => cryptoBalance(call, call.state.mainWallet)),
  mainRoute('GET /main-account/balances/fiat', ({ state }) => balanceItems(state.mainWallet.fiat, 'fiat')),
  mainRoute('GET /main-account/balances/fiat/{country}/{fiatCurrency}', (call) =>
    fiatBalance(call, call.state.mainWallet),
  ),
  subRoute('GET /sub-account/balances/crypto', ({ account }) => balanceItems(account.wallet.crypto, 'crypto')),
  subRoute('GET /sub-account/balances/crypto/{cryptoCurrency}', (call) => cryptoBalance(call, call.account.wallet)),
  subRoute('GET /sub-account/balances/fiat', ({ account }) => balanceItems(account.wallet.fiat, 'fiat')),
  subRoute('GET /sub-account/balances/fiat/{country}/{fiatCurrency}', (call) => fiatBalance(call, call.account.wallet)),
]

function cryptoBalance({ path }: Call, { crypto }: Wallet): BalanceItem {
  return balanceItem(crypto, findCrypto(path('cryptoCurrency')), 'crypto')
}

function fiatBalance({ path }: Call, { fiat }: Wallet): BalanceItem {
  return balanceItem(fiat, findFiat(path('country'), path('fiatCurrency')).currency, 'fiat')
}
