import { type CompleteResponses, contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
import type { Operations } from './api.d.ts'

// Balances of an account, deposit addresses and prices.
const api = await contract<CompleteResponses<Operations>>({ api: 'lending' })

for (const account of ['main-account', 'sub-account'] as const) {
  test(`the ${account} balance of one crypto asset is the one in the list`, async () => {
    const { json: all } = await api.send(`GET /${account}/balances/crypto`)
    const { json: one } = await api.send(`GET /${account}/balances/crypto/{cryptoCurrency}`, {
      path: { cryptoCurrency: 'BTC' },
    })
    expect(balanceOf(all, one.currency)).toBe(one.balance)
  })

  test(`the ${account} balance of one fiat currency is the one in the list`, async () => {
    const { json: all } = await api.send(`GET /${account}/balances/fiat`)
    const { json: one } = await api.send(`GET /${account}/balances/fiat/{country}/{fiatCurrency}`, {
      path: { country: 'AU', fiatCurrency: 'AUD' },
    })
    expect(balanceOf(all, one.currency)).toBe(one.balance)
  })

  // The first contract has enums for the path parameters.
  const [crypto, fiat] = [
    `GET /${account}/balances/crypto/{cryptoCurrency}`,
    `GET /${account}/balances/fiat/{country}/{fiatCurrency}`,
  ] as const
  const foreign = { path: { country: 'NZ', fiatCurrency: 'NZD' } }
  api.call(fiat, { as: 'currency without an account', ...foreign, expect: api.has(fiat, foreign) ? 200 : 400 })
  const unknown = { path: { cryptoCurrency: 'DOGE' } }
  api.call(crypto, { as: 'unknown asset', ...unknown, expect: api.has(crypto, unknown) ? 404 : 400 })
  const other = { path: { country: 'AU', fiatCurrency: 'EUR' } }
  api.call(fiat, { as: 'currency of another country', ...other, expect: api.has(fiat, other) ? 404 : 400 })
}

for (const [cryptoNetwork, cryptoCurrency] of [
  ['BTC', 'BTC'],
  ['ETH', 'USDC'],
] as const) {
  api.call('GET /main-account/deposit/crypto/{cryptoNetwork}/{cryptoCurrency}/wallet', {
    as: `${cryptoCurrency} on ${cryptoNetwork}`,
    path: { cryptoNetwork, cryptoCurrency },
  })
}

api.call('GET /main-account/deposit/crypto/{cryptoNetwork}/{cryptoCurrency}/wallet', {
  as: 'asset of another network',
  path: { cryptoNetwork: 'BTC', cryptoCurrency: 'USDC' },
  expect: 404,
})

api.call('GET /main-account/deposit/fiat/AU/AUD/pay-id')

test('the bank accounts of a country are among all bank accounts', async () => {
  const { json: all } = await api.send('GET /main-account/deposit/fiat/bank-accounts')
  const { json: some } = await api.send('GET /main-account/deposit/fiat/{country}/{fiatCurrency}/bank-accounts', {
    path: { country: 'AU', fiatCurrency: 'AUD' },
  })
  expect(some).not.toHaveLength(0)
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(some.map(({ id }) => id)))
})

const price = 'GET /main-account/prices/{cryptoCurrency}/{fiatCurrency}'
api.call(price)
const unpriced = { path: { cryptoCurrency: 'DOGE', fiatCurrency: 'AUD' } }
api.call(price, { as: 'unknown asset', ...unpriced, expect: api.has(price, unpriced) ? 404 : 400 })

interface Balance {
  readonly balance: number | null
  readonly currency: string | null
}

function balanceOf(all: readonly Balance[], currency: string | null): number | null | undefined {
  return all.find((each) => each.currency === currency)?.balance
}
