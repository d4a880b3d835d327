import { notFound } from '../http/refusal.ts'
import { type Call, mainRoute, type Route } from '../http/route.ts'
import { assets, type CryptoCurrency, findCrypto, findFiat, loanCurrency } from '../money/market.ts'
import { wire } from '../money/money.ts'

/** Deposit addresses and crypto prices. */
export const depositRoutes: readonly Route[] = [
  mainRoute('GET /main-account/deposit/crypto/{cryptoNetwork}/{cryptoCurrency}/wallet', depositWallet),
  mainRoute('GET /main-account/deposit/fiat/AU/AUD/pay-id', () => ({ payId: 'deposits@lending.example' })),
  mainRoute('GET /main-account/deposit/fiat/bank-accounts', () => bankAccounts),
  mainRoute('GET /main-account/deposit/fiat/{country}/{fiatCurrency}/bank-accounts', ({ path }) => {
    const location = findFiat(path('country'), path('fiatCurrency'))
    return bankAccounts.filter(({ fiatCurrency }) => fiatCurrency === location.currency)
  }),
  mainRoute('GET /main-account/prices/{cryptoCurrency}/{fiatCurrency}', price),
]

const bankAccounts = [
  {
    id: 'bank-account-1',
    accountName: 'Lending Deposits AU',
    accountNumber: '87654321',
    bsb: '062000',
    country: 'AU',
    fiatCurrency: 'AUD',
  },
  {
    id: 'bank-account-2',
    accountName: 'Lending Deposits NZ',
    accountNumber: '0012345678',
    bsb: '010902',
    country: 'NZ',
    fiatCurrency: 'NZD',
  },
] as const

const addresses: Readonly<Record<CryptoCurrency, string>> = {
  BTC: 'bc1qsandboxdeposit0000000000000000000000',
  ETH: '0x5a0d000000000000000000000000000000000001',
  USDC: '0x5a0d000000000000000000000000000000000002',
  USDT: '0x5a0d000000000000000000000000000000000003',
  WBTC: '0x5a0d000000000000000000000000000000000004',
}

/** ETH wallets are shared and distinguished by a memo; BTC wallets have no memo. */
function depositWallet({ path }: Call): unknown {
  const network = path('cryptoNetwork')
  const currency = findCrypto(path('cryptoCurrency'))
  const isKnown = Object.values(assets).some((asset) => asset.network === network)
  if (!isKnown) notFound('crypto network', 'cryptoNetwork', network)
  if (assets[currency].network !== network) notFound(`wallet on ${network} for`, 'cryptoCurrency', currency)
  return {
    cryptoNetwork: network,
    walletAddress: addresses[currency],
    memo: network === 'BTC' ? null : `main-1-${currency}`,
  }
}

function price({ state, path }: Call): unknown {
  const currency = findCrypto(path('cryptoCurrency'))
  const fiatCurrency = path('fiatCurrency')
  if (fiatCurrency !== loanCurrency) notFound('price in', 'fiatCurrency', fiatCurrency)
  return { cryptoCurrency: currency, fiatCurrency, tokenBuyPrice: wire(state.market.price(currency), 'rate') }
}
