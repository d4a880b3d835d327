import { expect, it } from 'vitest'
import { timesOf } from '../testing/runs.ts'
import { startSandbox } from './index.ts'

/** Number of requests, 100 of them concurrent. */
const count = timesOf(600)

it('money moved by concurrent requests is exact to the cent', async () => {
  const sandbox = await startSandbox()
  const call = async (path: string, body?: object, token = 'sub-token') => {
    // No keep-alive, because a busy machine may close the connection before the next request.
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(sandbox.url + path, { headers, ...sent })
    return { status: response.status, body: (await response.json()) as Record<string, number> }
  }
  const cents = (value = Number.NaN): number => Math.round(value * 100)
  const satoshis = (value = Number.NaN): number => Math.round(value * 1e8)
  const shown = async () => {
    const [fiat, crypto, one, two] = await Promise.all(
      ['balances/fiat/AU/AUD', 'balances/crypto/BTC', 'loans/loan-1', 'loans/loan-2'].map(async (path) => {
        const { status, body } = await call(`/sub-account/${path}`)
        expect(status).toBe(200)
        return body
      }),
    )
    return {
      fiat: cents(fiat?.balance),
      crypto: satoshis(crypto?.balance),
      principal: cents(two?.principalLeft),
      security: satoshis(one?.securityCryptoAmount) + satoshis(two?.securityCryptoAmount),
    }
  }
  try {
    const before = await shown()
    const moved = { 'loan-1': 0, 'loan-2': 0, security: 0, accepted: 0, refused: 0 }
    let next = 0
    const worker = async () => {
      while (next < count) {
        const number = next++
        const loan = number % 2 === 0 ? 'loan-1' : 'loan-2'
        // Every tenth request exceeds the balance.
        const amount = number % 10 === 9 ? 1e9 : 1 + (number % 97)
        const isFiat = number % 3 > 0
        const path = `/sub-account/loans/${loan}/${isFiat ? 'repayments/fiat' : 'security/top-up'}`
        const { status } = await call(path, isFiat ? { fiatAmount: amount / 100 } : { cryptoAmount: amount / 1e8 })
        expect([200, 400, 409]).toContain(status)
        if (status !== 200) moved.refused++
        else {
          moved.accepted++
          moved[isFiat ? loan : 'security'] += amount
        }
      }
    }
    await Promise.all(Array.from({ length: 100 }, worker))
    expect([moved.accepted > count / 2, moved.refused > 0]).toEqual([true, true])
    const after = await shown()
    expect(after).toEqual({
      fiat: before.fiat - moved['loan-1'] - moved['loan-2'],
      crypto: before.crypto - moved.security,
      principal: before.principal - moved['loan-2'],
      security: before.security + moved.security,
    })
  } finally {
    await sandbox.close()
  }
})
