import { afterEach, expect, test } from 'vitest'
import type { Outcome } from '../../model/observation.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { type Hostility, hostilities, startHostileServer } from '../../testing/servers/hostile-server.ts'
import { type CallerOptions, createCaller } from '../transport/call.ts'
import { createInspector } from './inspect.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const text = `
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /loans:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: string } } } } }
`
const maxBytes = 2 ** 20

/** For servers that never finish; others need longer on a busy machine. */
const soon = { timeoutMs: 150 }

/** Maximum bytes in socket buffers on both sides of every connection. */
const inFlight = 16 * 2 ** 20

async function inspectAt(baseUrl: string, options: Partial<CallerOptions> = {}) {
  // A fresh description, because it remembers earlier garbled responses.
  const description = descriptionOf(text)
  const waits: number[] = []
  let time = 0
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds)
    time += milliseconds
  }
  const timing = { now: () => time, random: () => 0.5, sleep, maxBytes }
  const caller = createCaller({ baseUrl, ...timing, ...options })
  cleanups.push(() => caller.close())
  const [operation] = description.operations
  if (operation === undefined) throw new Error('the description has an operation')
  const request = { method: 'GET', path: '/loans?page=1', headers: { authorization: 'Bearer t' } }
  const observation = await caller.call(request, { authenticated: true })
  const inspection = createInspector(description).inspectOperation(operation, observation)
  return { observation, ...inspection, waits }
}

const table = {
  'hangs before the headers': ['unreachable', 'timeout'],
  'hangs in the headers': ['unreachable', 'timeout'],
  'hangs in the body': ['unreachable', 'timeout'],
  'drips its body': ['unreachable', 'timeout'],
  'sends early hints for ever': ['unreachable', 'timeout'],
  'continues for ever': ['unreachable', 'timeout'],
  'has the status 000': ['unreachable', 'invalid-http'],
  'has the status 99': ['unreachable', 'invalid-http'],
  'switches protocols unasked': ['unreachable', 'invalid-http'],
  'resets before the headers': ['unreachable', 'ECONNRESET'],
  'resets within the body': ['unreachable', 'truncated'],
  'closes at once': ['unreachable', 'ECONNRESET'],
  'sends less than the content length': ['unreachable', 'truncated'],
  'sends more than the content length': ['inconclusive', undefined],
  'sends two content lengths': ['unreachable', 'invalid-http'],
  'leaves the last chunk out': ['unreachable', 'truncated'],
  'sends a chunk that is none': ['unreachable', 'truncated'],
  'speaks something else': ['unreachable', 'invalid-http'],
  'sends a gzip bomb': ['inconclusive', 'too-large'],
  'sends a bomb in a bomb': ['inconclusive', 'too-large'],
  'packs a hundred times': ['inconclusive', 'encoding'],
  'says gzip of plain text': ['inconclusive', 'encoding'],
  'sends half of its gzip': ['unreachable', 'truncated'],
  'sends 200 MB': ['inconclusive', 'too-large'],
  'sends a body without end': ['inconclusive', 'too-large'],
  'sends invalid JSON': ['inconclusive', undefined],
  'sends a page': ['gateway', undefined],
  'sends a page as JSON': ['gateway', undefined],
  'redirects in a circle': ['inconclusive', 'redirect-loop'],
  'redirects for ever': ['inconclusive', 'redirect-loop'],
  'is called too often': ['rate-limited', undefined],
  'is called too often for a second': ['rate-limited', undefined],
  'is called too often for a day': ['rate-limited', undefined],
  'is in a storm of 503': ['gateway', undefined],
  'is in a storm of 503 for a second': ['gateway', undefined],
  'floods with headers': ['inconclusive', 'header-flood'],
  'sends a header without end': ['inconclusive', 'header-flood'],
} satisfies Readonly<Record<Exclude<Hostility, 'continues unasked'>, readonly [Outcome, string | undefined]>>

// `Object.entries` returns keys of type string.
const rows = Object.entries(table) as [keyof typeof table, (typeof table)[keyof typeof table]][]

test.each(rows)('a server that %s yields %j and no finding', async (hostility, [outcome, code]) => {
  const server = await startHostileServer(hostility)
  cleanups.push(() => server.close())
  const result = await inspectAt(server.url, code === 'timeout' ? soon : {})
  expect([result.outcome, result.observation.failure?.code]).toEqual([outcome, code])
  expect(result.findings).toEqual([])
  // The result reports that nothing was checked, and why.
  expect(result.notChecked).toHaveLength(1)
  expect(server.connections()).toBeLessThanOrEqual(3)
  expect(server.sent()).toBeLessThan(inFlight)
})

test('the table covers every hostile server', () => {
  expect(Object.keys(table)).toEqual(Object.keys(hostilities).filter((name) => name !== 'continues unasked'))
})

test.each([
  ['is called too often', []],
  ['is called too often for a second', [1_000, 1_000]],
  ['is called too often for a day', []],
  ['is in a storm of 503', [100, 200]],
  ['is in a storm of 503 for a second', [1_000, 1_000]],
] as const)('a host that %s is left alone in between', async (hostility, expected) => {
  const server = await startHostileServer(hostility)
  cleanups.push(() => server.close())
  expect((await inspectAt(server.url)).waits).toEqual(expected)
})

test('a certificate without a trusted issuer is unreachable', async () => {
  const server = await startHostileServer('sends invalid JSON', true)
  cleanups.push(() => server.close())
  const { outcome, observation, findings } = await inspectAt(server.url)
  expect([outcome, observation.failure?.code, findings]).toEqual(['unreachable', 'DEPTH_ZERO_SELF_SIGNED_CERT', []])
})

test('a server without TLS under https is unreachable', async () => {
  const server = await startHostileServer('speaks something else')
  cleanups.push(() => server.close())
  const { outcome, findings } = await inspectAt(server.url.replace('http:', 'https:'))
  expect([outcome, findings]).toEqual(['unreachable', []])
})

test('a server that never greets under https is unreachable', async () => {
  const server = await startHostileServer('hangs before the headers')
  cleanups.push(() => server.close())
  const { outcome, observation } = await inspectAt(server.url.replace('http:', 'https:'), soon)
  expect([outcome, observation.failure?.code]).toEqual(['unreachable', 'timeout'])
})

test('a port without a listener is unreachable', async () => {
  const { outcome, observation, findings } = await inspectAt('http://127.0.0.1:1')
  expect([outcome, observation.failure?.code, findings]).toEqual(['unreachable', 'ECONNREFUSED', []])
})

test('an unknown host name is unreachable', async () => {
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND api.example'), { code: 'ENOTFOUND' })
  const { outcome, observation, findings } = await inspectAt('http://api.example', {
    lookup: (_name, _options, done) => done(missing, ''),
  })
  expect([outcome, observation.failure?.code, findings]).toEqual(['unreachable', 'ENOTFOUND', []])
})

test('ignores unrequested interim responses', async () => {
  const server = await startHostileServer('continues unasked')
  cleanups.push(() => server.close())
  const { outcome, observation, findings, notChecked } = await inspectAt(server.url)
  expect([outcome, observation.status, observation.body, findings, notChecked]).toEqual([
    'received',
    200,
    '["a"]',
    [],
    [],
  ])
})
