import { afterEach, expect, test } from 'vitest'
import type { SuiteContext } from '../../../suite/api/context.ts'
import {
  type Fault,
  type FaultyService,
  faultyDescription,
  startFaultyService,
} from '../../../testing/servers/faulty-service.ts'
import type { GenerateOptions } from './generate-options.ts'
import { runGenerated } from './generated.ts'

const running: FaultyService[] = []
afterEach(async () => {
  for (const { close } of running.splice(0)) await close()
})

async function service(...faults: readonly Fault[]): Promise<FaultyService> {
  const started = await startFaultyService(...faults)
  running.push(started)
  return started
}

const all: GenerateOptions = { modes: ['positive', 'negative'], maxCalls: 1000, runId: 'abc123' }

async function violations(context: SuiteContext): Promise<readonly string[]> {
  const { calls } = await runGenerated(context, faultyDescription, all)
  const found = calls.flatMap(({ findings }) => findings)
  return [
    ...new Set(
      found.map(
        ({ ruleId, message }) => `${ruleId}: ${message.replace(/^status \d+ (although|for a valid request:) /, '')}`,
      ),
    ),
  ]
}

test('a conforming service has no findings, and two runs are equal', async () => {
  const first = await runGenerated((await service()).context, faultyDescription, all)
  expect(first.calls.flatMap(({ findings }) => findings)).toEqual([])
  expect(first.notChecked).toEqual([])
  expect(first.calls.length).toBeGreaterThan(50)
  const second = await runGenerated((await service()).context, faultyDescription, all)
  const plain = (run: typeof first) => run.calls.map(({ milliseconds: _, sent: __, ...rest }) => rest)
  expect(plain(second)).toEqual(plain(first))
})

test.each<[Fault, readonly string[]]>([
  ['limit', ['negative-accepted: query limit is above its maximum']],
  ['sort', ['negative-accepted: query sort is missing']],
  ['name', ['negative-accepted: body /name is missing']],
  ['extra', ['negative-accepted: body has a property that is not allowed']],
  ['kind', ['positive-rejected: body /kind is "b"']],
  ['long', ['positive-rejected: body /name is as long as allowed']],
  ['crash', ['server-error: status 500 for an invalid request: body /price is null']],
  ['anonymous', ['auth-ignored: the request has no credential']],
  ['wrong', ['auth-ignored: the request has a wrong credential']],
  ['busy', []],
  // The stored state isn't attributed to a property.
  ['full', ['positive-rejected: status 400 for a valid request that has the simplest valid values']],
])('finds only the fault "%s"', async (fault, expected) => {
  expect((await violations((await service(fault)).context)).toSorted()).toEqual([...expected].toSorted())
})

test.each<Fault>(['panic', 'half'])(
  'a connection that breaks off at one request is a finding ("%s")',
  async (fault) => {
    const { context, requests } = await service(fault)
    const { calls, notChecked, sent } = await runGenerated(context, faultyDescription, all)
    const [finding, ...others] = calls.flatMap(({ findings }) => findings)
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      ruleId: 'server-error',
      severity: 'error',
      message: 'broken off before the response was complete, and again when retried',
      // Same result whether or not the head of a response arrived.
      fingerprint: '2d693e03e7cf982f',
      site: { operation: 'POST /items', part: 'connection' },
      evidence: { curl: expect.stringMatching(/^curl .*"price":null.* # neg-[0-9a-f]{8}$/) },
    })
    // The request may have created a resource; a started response shows that it did.
    const because = fault === 'half' ? /^its responses show no identifier/ : /^it got no response$/
    expect(notChecked.map((row) => row.because)).toEqual([expect.stringMatching(because)])
    // Two retries, plus a probe with a request that worked before; cleanup deletions are only counted.
    expect(requests.length).toBe(sent.length + 3)
    // Later calls are checked as usual.
    expect(calls.at(-1)?.isBroken).toBeUndefined()
  },
)

test.each<Fault>(['unlucky', 'all', 'downfall'])('a host that is flaky or down is no finding ("%s")', async (fault) => {
  const { calls, notChecked } = await runGenerated((await service(fault)).context, faultyDescription, all)
  expect(calls.flatMap(({ findings }) => findings)).toEqual([])
  expect(notChecked.filter(({ because }) => !/ECONNRESET|got no response|status 40\d/.test(because))).toEqual([])
  const { calls: healthy } = await runGenerated((await service()).context, faultyDescription, all)
  expect(calls.length === healthy.length).toBe(fault === 'unlucky')
})

test('a case with a broken connection can be repeated by id', async () => {
  const whole = await runGenerated((await service('panic')).context, faultyDescription, all)
  const only = /neg-[0-9a-f]{8}/.exec(whole.calls.find(({ isBroken }) => isBroken)?.curl ?? '')?.[0] ?? ''
  const { calls } = await runGenerated((await service('panic')).context, faultyDescription, { ...all, only })
  expect(calls.flatMap(({ findings }) => findings).map(({ ruleId }) => ruleId)).toEqual(['server-error'])
})

test('a case can be repeated by id, including producers of its ids', async () => {
  const whole = await runGenerated((await service()).context, faultyDescription, all)
  const wanted = whole.calls.find(
    ({ operation, test: name }) => operation === 'DELETE /items/{id}' && name.includes('auth-'),
  )
  const only = /auth-[0-9a-f]{8}/.exec(wanted?.test ?? '')?.[0] ?? ''
  const { context, requests } = await service()
  const { calls, notChecked } = await runGenerated(context, faultyDescription, { ...all, only })
  expect(requests).toEqual(['GET /items?sort=up', 'DELETE /items/i1', 'DELETE /items/i1'])
  expect(calls.filter(({ curl }) => curl.endsWith(` # ${only}`))).toHaveLength(1)
  expect(notChecked).toEqual([])
  const unknown = runGenerated(context, faultyDescription, { ...all, only: 'neg-00000000' })
  await expect(unknown).rejects.toMatchObject({ code: 'UNKNOWN_CASE' })
})

test('the call limit applies, and the remaining cases are one row', async () => {
  const { context, requests } = await service('limit')
  const { calls, notChecked } = await runGenerated(context, faultyDescription, { ...all, maxCalls: 20 })
  // Each finding is confirmed by a second request.
  expect(calls).toHaveLength(20)
  expect(requests.length).toBeGreaterThanOrEqual(20)
  expect(new Set(calls.map(({ operation }) => operation)).size).toBe(5)
  expect(notChecked).toEqual([
    {
      what: expect.stringMatching(/^\d+ generated requests of 2 operations$/),
      because: 'no more than 20 calls are made (--max-calls)',
    },
  ])
})

test('no request is sent to a read-only target', async () => {
  const { context, requests } = await service()
  const readOnly = { ...context, target: { ...context.target, writable: false } }
  await expect(runGenerated(readOnly, faultyDescription, all)).rejects.toMatchObject({ code: 'NOT_WRITABLE' })
  expect(requests).toEqual([])
})

test('if the simplest request is rejected, its variations prove nothing, which is reported', async () => {
  const { notChecked } = await runGenerated((await service('busy')).context, faultyDescription, all)
  const rows = notChecked.map(({ operation, what, because }) => [operation, what, because])
  expect(rows).toEqual([
    [
      'POST /items',
      expect.stringMatching(/^whether \d+ invalid requests would be accepted$/),
      'the simplest valid request got status 409',
    ],
    [
      'POST /items',
      expect.stringMatching(/^\d+ valid requests \(not sent\)$/),
      'the simplest valid request got status 409',
    ],
    [
      'POST /items',
      expect.stringMatching(/^\d generated requests$/),
      'the 25 invalid requests before them showed nothing new',
    ],
  ])
})

test('requests to an unavailable service end early', async () => {
  const { context, close } = await startFaultyService()
  await close()
  const { calls, notChecked } = await runGenerated(context, faultyDescription, all)
  expect(calls).toEqual([])
  expect(notChecked.filter(({ because }) => because.startsWith('no response was received'))).toHaveLength(5)
  expect(notChecked.at(-1)?.because).toBe('the last 5 calls got no response')
})
