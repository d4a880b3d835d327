import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { timesOf } from '../../testing/runs.ts'
import { startSandbox } from '../index.ts'
import { testService, today } from '../test-client.ts'

const json = { 'content-type': 'application/json' }

async function post(
  url: string,
  agent: Agent,
  body: string | Uint8Array,
): Promise<readonly (number | string | undefined)[]> {
  return new Promise((resolve, reject) => {
    const headers = { ...json, authorization: 'Bearer main-token' }
    const sent = request(`${url}/main-account/sub-accounts`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]))
    })
    sent.on('error', reject).end(body)
  })
}

it('a body that is too large gets an error and closes its connection; the next request is served', async () => {
  const sandbox = await startSandbox()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (let round = 0; round < timesOf(4); round++) {
      expect(await post(sandbox.url, agent, 'x'.repeat(300_000))).toEqual([413, 'close'])
      expect((await post(sandbox.url, agent, '{"email":"a@b.cd"}'))[0]).toBe(200)
    }
  } finally {
    agent.destroy()
    await sandbox.close()
  }
})

it('invalid UTF-8 and numbers beyond a double are rejected', async () => {
  const sandbox = await startSandbox()
  const agent = new Agent()
  try {
    for (const body of [
      Buffer.concat([Buffer.from('{"email":"a@b.cd","contactNumber":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      '{"email":"a@b.cd","businessDetails":{"a":1e309}}',
    ])
      expect((await post(sandbox.url, agent, body))[0]).toBe(400)
  } finally {
    agent.destroy()
    await sandbox.close()
  }
})

it('drifts added concurrently are all active', async () => {
  const sandbox = await startSandbox({ controlPort: 0 })
  const control = new URL(sandbox.controlUrl ?? '')
  try {
    const drifts = ['null@GET /main-account/balances/crypto', '503@GET /sub-account/loans']
    // Sends all headers before all bodies, so that every handler starts before the first ends.
    const sockets = drifts.map((drift) => {
      const body = JSON.stringify({ drift })
      const socket = connect(Number(control.port), control.hostname)
      socket.write(
        `POST /drift HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      return { socket, body }
    })
    await fetch(`${control.href}clock`)
    await Promise.all(
      sockets.map(
        ({ socket, body }) =>
          new Promise((resolve, reject) => {
            socket.on('error', reject).on('close', resolve).resume()
            socket.write(body)
          }),
      ),
    )
    expect([...sandbox.drifts()].sort()).toEqual([...drifts].sort())
  } finally {
    await sandbox.close()
  }
})

it('a journal has the time of a webhook execution although the clock continues', async () => {
  let ticks = 0
  const source = () => new Date(today.getTime() + ticks++)
  const lines: string[] = []
  const journal = {
    read: async (): Promise<readonly string[]> => [],
    append: async (line: string) => {
      lines.push(line)
    },
    close: async () => {},
  }
  const { service, client } = await testService({ journal, clock: { source }, send: async () => 200 })
  const body = { eventType: 'TRANSACTION_STATUS_CHANGED', url: 'http://127.0.0.1:9/hook' }
  await client.call('POST /main-account/webhooks', { body })
  await client.call('POST /sub-account/loans/loan-1/repayments/fiat', { body: { fiatAmount: 1 } })
  await service.settled()
  const kept = { ...journal, read: async () => [...lines], append: async () => {} }
  const again = await testService({ journal: kept, clock: { source } })
  expect(service.state.executions.length).toBeGreaterThan(0)
  expect(again.service.state.executions).toEqual(service.state.executions)
})
