import { describe, expect, it } from 'vitest'
import type { Journal } from './journal.ts'
import type { State } from './state.ts'
import { testService, today } from './test-client.ts'

/** An in-memory journal that continues from these lines. */
function journalOf(lines: readonly string[] = []): Journal & { readonly all: string[] } {
  const all = [...lines]
  const append = async (line: string) => {
    all.push(line)
  }
  return { read: async () => lines, all, append, close: async () => {} }
}

/** Serializes the complete state. */
function knowledge(state: State): string {
  return JSON.stringify(state, (key, value) => {
    if (key === 'loan' && 'externalLoanId' in value) return value.id
    return value instanceof Map ? [...value] : value
  })
}

const webhook = { eventType: 'TRANSACTION_STATUS_CHANGED', url: 'http://127.0.0.1:9/hook' }

/** Returns a service after some activity: loans, time, a webhook that fails at first, a rejection. */
async function used(journal: Journal) {
  let attempts = 0
  const send = async () => {
    attempts += 1
    return attempts === 1 ? 500 : 200
  }
  const { service, client } = await testService({ journal, send })
  await client.call('POST /main-account/webhooks', { body: webhook })
  await client.call('POST /main-account/sub-accounts', { body: { email: 'new@example.com' } })
  await client.call('POST /sub-account/loans/loan-1/repayments/fiat', { body: { fiatAmount: 10.25 } })
  await service.settled()
  await client.call('POST /sub-account/loans/loan-1/security/withdraw', { body: { cryptoAmount: 0.125 } })
  await client.call('POST /sub-account/loans/loan-1/repayments/fiat', { body: { fiatAmount: 1e9 } })
  await service.advance('P45D')
  await client.call('GET /sub-account/loans')
  await client.call('POST /sub-account/loans/loan-2/close/security')
  const details = { email: 'last@example.com', businessDetails: null }
  await client.call('POST /main-account/sub-accounts', { body: details })
  await service.settled()
  return { service, client }
}

describe('a journal', () => {
  it('restores a service without calling webhooks again', async () => {
    const journal = journalOf()
    const { service } = await used(journal)
    let calls = 0
    const send = async () => {
      calls += 1
      return 200
    }
    const again = await testService({ journal: journalOf(journal.all), send })
    expect(knowledge(again.service.state)).toBe(knowledge(service.state))
    expect(again.service.state.now()).toEqual(service.state.now())
    expect(service.state.executions.length).toBeGreaterThan(2)
    expect(calls).toBe(0)
  })

  it('continues where it stopped', async () => {
    const journal = journalOf()
    await used(journal)
    const second = journalOf(journal.all)
    const { client, service } = await testService({ journal: second })
    const { status } = await client.call('POST /sub-account/loans/loan-1/repayments/fiat', { body: { fiatAmount: 1 } })
    await service.settled()
    expect([status, second.all.length > journal.all.length]).toEqual([200, true])
    const third = await testService({ journal: journalOf(second.all) })
    expect(knowledge(third.service.state)).toBe(knowledge(service.state))
  })

  it('continues with a running clock, from the time it had been moved to', async () => {
    let time = today
    const clock = { source: () => time }
    const journal = journalOf()
    const first = await testService({ journal, clock })
    await first.service.advance('P10D')
    time = new Date(today.getTime() + 3_600_000)
    const { service } = await testService({ journal: journalOf(journal.all), clock })
    expect(service.state.now().toISOString()).toBe('2026-01-25T10:00:00.000Z')
    expect(knowledge(service.state)).toBe(knowledge(first.service.state))
  })

  it('contains state changes and no credentials', async () => {
    const journal = journalOf()
    const { client } = await testService({ journal })
    await client.call('GET /sub-account/loans')
    await client.call('POST /sub-account/loans/transactions', { body: {} })
    await client.call('POST /sub-account/loans/loan-1/repayments/fiat', { body: {} })
    expect(journal.all).toHaveLength(1)
    await client.call('POST /sub-account/loans/loan-1/repayments/fiat', { body: { fiatAmount: 1 } })
    expect(journal.all).toHaveLength(2)
    expect(journal.all.join()).not.toContain('token')
  })

  const entry = (rest: string) => `{"at":"2026-01-15T09:00:00.000Z"${rest}}`
  const header = '{"sandbox":1,"build":"b07","seed":1,"startedAt":"2026-01-15T09:00:00.000Z"}'
  it.each<readonly [string, readonly string[], RegExp]>([
    ['another build', [header.replace('b07', 'b03')], /begun with build b03/],
    ['another seed', [header.replace('"seed":1', '"seed":2')], /begun with seed 2/],
    ['no journal', ['name,amount'], /Line 1 .* cannot be read/],
    ['another program', ['{"lockfileVersion":3}'], /Line 1 .* cannot be read/],
    ['a broken line', [header, '{"at":'], /Line 2 .* cannot be read/],
    [
      'a refused line',
      [
        header,
        '{"at":"2026-01-15T09:00:00.000Z","call":"POST /sub-account/loans/none/close/fiat","account":"sub-1","body":""}',
      ],
      /Line 2 .* is refused/i,
    ],
    ...['null', '5', '"x"', '[]', 'true', ''].flatMap((line) => [
      [`the first line ${line}`, [line], /^Line 1 of the state cannot be read/] as const,
      [`the second line ${line}`, [header, line], /^Line 2 of the state cannot be read/] as const,
    ]),
    ['a build that is none', [header.replace('"b07"', 'null')], /Line 1 .*build must be a text, not null/],
    ['a seed that is none', [header.replace('"seed":1', '"seed":{}')], /Line 1 .*seed must be a whole number, not {}/],
    ['a begin that is none', [header.replace('2026-01', '2026-13')], /Line 1 .*startedAt must be .*2026-13/],
    ['a begin at the end of time', [header.replace('2026', '9999')], /Line 1 .*startedAt must be/],
    ...[
      ['{}', 'at must be an ISO 8601 time from 2000 to 2199, not missing'],
      ['{"at":null}', 'at must be .* not null'],
      ['{"at":5,"leap":1}', 'at must be .* not 5'],
      ['{"at":"never","leap":1}', 'at must be'],
      ['{"at":"+275760-09-13T00:00:00.000Z","leap":1}', 'at must be'],
      [entry(''), 'it has neither call nor delivery nor leap'],
      [entry(',"leap":null'), 'leap must be .* not null'],
      [entry(',"leap":"1"'), 'leap must be'],
      [entry(',"leap":-86400000'), 'leap must be .* not -86400000'],
      [entry(',"leap":1e300'), 'leap must be'],
      [entry(',"leap":1.5'), 'leap must be'],
      [entry(',"leap":9007199254740991'), 'Time cannot be moved past the year 2199'],
      [entry(',"leap":8640000000000000'), 'Time cannot be moved past the year 2199'],
      [entry(',"call":null,"account":"main","body":""'), 'call must be'],
      [entry(',"call":"TRACE /x","account":"main","body":""'), 'call must be'],
      [entry(',"call":"GET /x","account":"main","body":"{}"'), 'call must be'],
      [entry(',"call":"POST /x","account":null,"body":""'), 'account must be a text, not null'],
      [entry(',"call":"POST /x","account":"main","body":{}'), 'body must be a text'],
      [entry(',"delivery":1'), 'delivery must be'],
      [entry(',"delivery":"d","status":"200"'), 'status must be'],
    ].map(
      ([line = '', message = '']) => [line, [header, line], new RegExp(`^Line 2 of the state .*${message}`)] as const,
    ),
  ])('of %s is rejected', async (_, lines, message) => {
    await expect(testService({ journal: journalOf(lines) })).rejects.toThrow(message)
  })
})
