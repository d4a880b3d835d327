import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { SentRequest } from '../../model/observation.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { issuePermit } from '../harm/permit.ts'
import { type CallerOptions, createCaller } from './call.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  cleanups.push(() => server.close())
  return `http://127.0.0.1:${await listen(server)}`
}

function callerOf(baseUrl: string, options: Partial<CallerOptions> = {}) {
  const waits: number[] = []
  const clock = { time: 0 }
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds)
    clock.time += milliseconds
  }
  const caller = createCaller({ baseUrl, random: () => 0.5, now: () => clock.time, sleep, ...options })
  cleanups.push(() => caller.close())
  const call: typeof caller.call = (request, how) => caller.call(request, { permit: issuePermit(request), ...how })
  return { ...caller, call, waits, clock }
}

const get: SentRequest = { method: 'GET', path: '/', headers: {} }
const post: SentRequest = { method: 'POST', path: '/', headers: {}, body: '{}' }

/** Starts a server that responds with these statuses in turn, then 200. */
async function responding(...statuses: number[]) {
  const seen: string[] = []
  const url = await serve((request, response) => {
    seen.push(String(request.method))
    response.writeHead(statuses.shift() ?? 200).end()
  })
  return { url, seen }
}

test.each([502, 503, 504])('%i is retried', async (status) => {
  const { url } = await responding(status, status)
  const caller = callerOf(url)
  expect((await caller.call(get)).status).toBe(200)
  expect(caller.waits).toEqual([100, 200])
})

test('retries a state-changing request only if it has an idempotency key', async () => {
  const { url, seen } = await responding(503, 503)
  const caller = callerOf(url)
  expect((await caller.call(post)).status).toBe(503)
  expect((await caller.call({ ...post, headers: { 'Idempotency-Key': 'k' } })).status).toBe(200)
  expect(seen).toHaveLength(3)
})

test('retries a request that was never sent, whatever its method', async () => {
  const caller = callerOf('http://127.0.0.1:1')
  expect((await caller.call(post)).failure?.code).toBe('ECONNREFUSED')
  expect(caller.waits).toEqual([100, 200])
})

test('starts no attempt after the total timeout', async () => {
  const { url, seen } = await responding(503, 503)
  const caller = callerOf(url, { timeouts: { totalMs: 250 } })
  expect((await caller.call(get)).status).toBe(503)
  expect(seen).toHaveLength(2)
  expect(caller.waits).toEqual([100])
})

test('calls a recovered host again', async () => {
  let up = false
  const url = await serve((request, response) => (up ? response.end('back') : request.destroy()))
  const caller = callerOf(url, { retries: 0 })
  const call = async () => {
    const { failure, body } = await caller.call(get)
    return failure?.code ?? body
  }
  for (let count = 0; count < 5; count++) expect(await call()).toBe('ECONNRESET')
  expect(await call()).toBe('breaker-open')
  caller.clock.time += 1_000
  // The probe fails, so the next wait doubles.
  expect([await call(), await call()]).toEqual(['ECONNRESET', 'breaker-open'])
  up = true
  caller.clock.time += 1_999
  expect(await call()).toBe('breaker-open')
  caller.clock.time += 1
  expect([await call(), await call()]).toEqual(['back', 'back'])
})

test('rate limits apply to retries too', async () => {
  const { url } = await responding(200, 200, 503)
  const caller = callerOf(url, { rateLimits: [{ perSecond: 2 }], timeouts: { totalMs: 1_000 } })
  for (let count = 0; count < 3; count++) expect((await caller.call(get)).status).toBe(200)
  expect(caller.waits).toEqual([500, 500, 100, 400])
})

test('limits concurrent requests', async () => {
  let underway = 0
  let most = 0
  const url = await serve((_request, response) => {
    most = Math.max(most, ++underway)
    // Leaves time for further requests to arrive if the limit failed.
    setTimeout(() => response.end(() => underway--), 20)
  })
  const caller = callerOf(url, { concurrency: 2 })
  const responses = await Promise.all(Array.from({ length: 6 }, () => caller.call(get)))
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(most).toBe(2)
})

test('asks caches to revalidate only if requested, keeping headers of the caller', async () => {
  const seen: (string | undefined)[] = []
  const url = await serve((request, response) => {
    seen.push(request.headers['cache-control'])
    response.end()
  })
  const caller = callerOf(url)
  await caller.call(get)
  await caller.call(get, { fresh: true })
  await caller.call({ ...get, headers: { 'Cache-Control': 'max-age=5' } }, { fresh: true })
  expect(seen).toEqual([undefined, 'no-cache', 'max-age=5'])
})

test('sends the user info of the base URL if a request has no credential', async () => {
  const seen: (string | undefined)[] = []
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end()
  })
  const caller = callerOf(url.replace('//', '//us%40er:p%3Ass@'))
  const own = { ...get, headers: { authorization: 'Bearer t' } }
  const responses = [await caller.call(get), await caller.call(own, { authenticated: true })]
  expect(seen).toEqual([`Basic ${btoa('us@er:p:ss')}`, 'Bearer t'])
  expect(responses.map(({ authenticated, request }) => [authenticated, request.headers])).toEqual([
    [true, {}],
    [true, { authorization: 'Bearer t' }],
  ])
})

test('keeps a percent sign in the base URL that is not an escape', async () => {
  const url = await serve((request, response) => response.end(request.headers.authorization))
  const response = await callerOf(url.replace('//', '//ann:50%@')).call(get)
  expect(response.body).toBe(`Basic ${btoa('ann:50%')}`)
})

test('sends no credential to another origin on the same host', async () => {
  const seen: unknown[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers)
    response.end('there')
  })
  const url = await serve((_request, response) => response.writeHead(302, { location: `${other}/x` }).end())
  const headers = { authorization: 'Bearer t', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/plain' }
  expect((await callerOf(url).call({ ...get, headers })).body).toBe('there')
  const sent = Object.keys(seen[0] as object).filter((name) => name !== 'host' && name !== 'connection')
  expect(sent.sort()).toEqual(['accept', 'accept-encoding', 'user-agent'])
})

test('reports the duration of the last attempt without waits', async () => {
  const { url } = await responding(503, 503)
  expect((await callerOf(url).call(get)).milliseconds).toBe(0)
})
