import { afterEach, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from './server.ts'
import { testService } from './test-client.ts'

const opened: Sandbox[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

/** An in-memory journal; `write` handles each batch and may take time. */
function journalWith(write: (line: string) => Promise<void>) {
  const kept: string[] = []
  let last = Promise.resolve()
  return {
    kept,
    read: async () => {
      last = Promise.resolve()
      return [...kept]
    },
    append: (line: string) => {
      last = last.then(async () => {
        await write(line)
        kept.push(line)
      })
      return last
    },
    close: async () => {},
  }
}

const headers = { authorization: 'Bearer sub-token', 'content-type': 'application/json' }

async function start(journal: ReturnType<typeof journalWith>) {
  const sandbox = await startSandbox({ journal, controlPort: 0 })
  opened.push(sandbox)
  const principal = async () => {
    const response = await fetch(`${sandbox.url}/sub-account/loans/loan-1`, { headers })
    return { status: response.status, ...((await response.json()) as { principalLeft?: number }) }
  }
  const repay = async (fiatAmount: number) => {
    const init = { method: 'POST', headers, body: JSON.stringify({ fiatAmount }) }
    return (await fetch(`${sandbox.url}/sub-account/loans/loan-1/repayments/fiat`, init)).status
  }
  return { sandbox, principal, repay }
}

it('requests rejected for a failed write have no effect, including concurrent ones', async () => {
  let writes = 0
  const journal = journalWith(async (line) => {
    writes += 1
    if (line.includes('repayments') && writes % 4 === 0) throw new Error('no space')
  })
  const { sandbox, principal, repay } = await start(journal)
  const { principalLeft: before = 0 } = await principal()
  let paid = 0
  let refused = 0
  for (let round = 0; round < 20; round += 1) {
    const amounts = [1, 2, 3, 4, 5]
    const statuses = await Promise.all(amounts.map(repay))
    for (const [index, amount] of amounts.entries()) {
      if (statuses[index] === 200) paid += amount
      else refused += 1
    }
    expect((await principal()).principalLeft).toBe(before - paid)
  }
  expect([paid > 0, refused > 0]).toEqual([true, true])
  await sandbox.close()
  const again = await start(journal)
  expect((await again.principal()).principalLeft).toBe(before - paid)
})

it('a response that depends on a write waits for it, and is rejected with it', async () => {
  const writes: (() => void)[] = []
  const journal = journalWith((line) =>
    line.includes('repayments')
      ? new Promise((_, reject) => writes.push(() => reject(new Error('no space'))))
      : Promise.resolve(),
  )
  let lost = 0
  const { client } = await testService({ journal, onLost: () => (lost += 1) })
  const write = client.call('POST /sub-account/loans/loan-1/repayments/fiat', { body: { fiatAmount: 100 } })
  while (writes.length === 0) await new Promise(setImmediate)
  const waiting = ['loans/loan-1', 'balances/fiat', 'loans/none'].map((path) => client.call(`GET /sub-account/${path}`))
  const first = Promise.race(waiting).then(({ status }) => status)
  const nothing = new Promise((resolve) => setTimeout(resolve, 0, 'nothing yet'))
  expect(await Promise.race([first, nothing])).toBe('nothing yet')
  for (const fail of writes) fail()
  const statuses = (await Promise.all([write, ...waiting])).map(({ status }) => status)
  expect([statuses, lost > 0]).toEqual([[500, 500, 500, 500], true])
})

it('time does not advance if it could not be written', async () => {
  const journal = journalWith(async (line) => {
    if (line.includes('leap')) throw new Error('no space')
  })
  const { sandbox } = await start(journal)
  const clock = `${sandbox.controlUrl}/clock`
  const before = await (await fetch(clock)).json()
  const init = { method: 'POST', headers, body: '{"advance":"P1D"}' }
  expect((await fetch(clock, init)).status).toBe(500)
  expect(await (await fetch(clock)).json()).toEqual(before)
})
