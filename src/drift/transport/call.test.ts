import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import type { SentRequest } from '../../model/observation.ts'
import { issuePermit } from '../harm/permit.ts'
import { type CallerOptions, createCaller } from './call.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function listen(server: Pick<Server, 'listen' | 'close' | 'address'>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  // A TCP server that listens has an AddressInfo.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener))

/** Starts a server that sends raw, possibly malformed, bytes and optionally closes the connection. */
function serveRaw(response: string, { hangUp = true } = {}): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (hangUp ? socket.end(response) : socket.write(response)))
    cleanups.push(() => socket.destroy())
  })
  // The cleanup uses only members that both server types share.
  return listen(server as unknown as Server)
}

function callerOf(baseUrl: string, options: Partial<CallerOptions> = {}) {
  const waits: number[] = []
  let time = 0
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds)
    time += milliseconds
  }
  const caller = createCaller({ baseUrl, timeoutMs: 2_000, random: () => 0.5, now: () => time, sleep, ...options })
  cleanups.push(() => caller.close())
  const call: typeof caller.call = (request, how) => caller.call(request, { permit: issuePermit(request), ...how })
  return { ...caller, call, waits }
}

test('a request that may change state is not sent without a permit', async () => {
  const methods: string[] = []
  const url = await serve((request, response) => {
    methods.push(String(request.method))
    response.writeHead(204).end()
  })
  const caller = createCaller({ baseUrl: url })
  cleanups.push(() => caller.close())
  const remove: SentRequest = { method: 'DELETE', path: '/orders/1', headers: {} }
  const forged = { method: 'DELETE', path: '/orders/1' }
  await expect(caller.call(remove)).rejects.toThrow('without a permit')
  await expect(caller.call(remove, { permit: forged })).rejects.toThrow('without a permit')
  await expect(caller.call(remove, { permit: issuePermit({ ...remove, path: '/orders/2' }) })).rejects.toThrow('permit')
  expect(methods).toEqual([])
  expect((await caller.call(remove, { permit: issuePermit(remove) })).status).toBe(204)
})

const get = (path = '/', headers = {}): SentRequest => ({ method: 'GET', path, headers })

test('returns a response as an observation', async () => {
  const url = await serve((request, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json', 'X-Twice': ['a', 'b'] })
    response.end(JSON.stringify({ path: request.url, token: request.headers.authorization }))
  })
  const request = get('/loans/a%2Fb/..%2F?x=%20', { authorization: 'Bearer t' })
  const response = await callerOf(`${url}/v1/`).call(request, { authenticated: true })
  expect(response).toMatchObject({ request, status: 201, authenticated: true })
  expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'x-twice': 'a, b' })
  expect(JSON.parse(response.body ?? '')).toEqual({ path: '/v1/loans/a%2Fb/..%2F?x=%20', token: 'Bearer t' })
})

test('an empty body is undefined', async () => {
  const url = await serve((_request, response) => response.writeHead(204).end())
  expect((await callerOf(url).call(get())).body).toBeUndefined()
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
] as const)('%s is unpacked', async (coding, pack) => {
  const url = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(pack('{"ü":1}')),
  )
  expect((await callerOf(url).call(get())).body).toBe('{"ü":1}')
})

test.each([
  ['a body over the cap', {}, 'x'.repeat(2_000), 'too-large'],
  [
    'a small body that decompresses to a large one',
    { 'content-encoding': 'gzip' },
    gzipSync('x'.repeat(9_999)),
    'too-large',
  ],
  ['a truncated gzip body', { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(99)).subarray(0, 15), 'truncated'],
  ['plain text labelled as gzip', { 'content-encoding': 'gzip' }, 'plain', 'encoding'],
  ['an unknown coding', { 'content-encoding': 'zip' }, 'plain', 'encoding'],
] as const)('%s fails', async (_name, headers, body, code) => {
  const url = await serve((_request, response) => response.writeHead(200, headers).end(body))
  const response = await callerOf(url, { maxBytes: 1_000, retries: 0 }).call(get())
  expect(response).toMatchObject({ status: 200, failure: { code } })
  expect(response.body).toBeUndefined()
})

test.each([
  ['less than the content length', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}', 200, 'truncated'],
  ['an incomplete chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{}', 200, 'truncated'],
  ['a response that is not HTTP', 'SSH-2.0-OpenSSH\r\n', undefined, 'invalid-http'],
  ['a closed connection', '', undefined, 'ECONNRESET'],
])('%s fails', async (_name, bytes, status, code) => {
  const response = await callerOf(await serveRaw(bytes), { retries: 0 }).call(get())
  expect(response.failure?.code).toBe(code)
  expect(response.status).toBe(status)
})

test.each([
  ['silence', '', undefined],
  ['a body that never ends', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}', 200],
])('%s times out', async (_name, bytes, status) => {
  const response = await callerOf(await serveRaw(bytes, { hangUp: false }), { timeoutMs: 100 }).call(get())
  expect(response.failure).toEqual({ code: 'timeout', message: 'no complete response within 100 ms' })
  expect(response.status).toBe(status)
})

test('a refused connection is retried with jitter, then reported', async () => {
  const caller = callerOf('http://127.0.0.1:1')
  expect((await caller.call(get())).failure?.code).toBe('ECONNREFUSED')
  expect(caller.waits).toEqual([100, 200])
})

test('a state-changing call is never retried', async () => {
  let calls = 0
  const url = await serve((_request, response) => {
    calls++
    response.writeHead(503, { 'retry-after': '1' }).end()
  })
  expect(await callerOf(url).call({ method: 'POST', path: '/', headers: {}, body: '{}' })).toMatchObject({
    status: 503,
  })
  expect(calls).toBe(1)
})

test.each([
  ['3', 200, [3_000]],
  ['3600', 429, []],
  [undefined, 429, []],
])('Retry-After: %s ends in %i', async (header, status, waits) => {
  let calls = 0
  const url = await serve((_request, response) => {
    const first = calls++ === 0
    response.writeHead(first ? 429 : 200, first && header !== undefined ? { 'retry-after': header } : {}).end()
  })
  const caller = callerOf(url)
  expect((await caller.call(get())).status).toBe(status)
  expect(caller.waits).toEqual(waits)
})

test('the circuit breaker stops calls to an unreachable host', async () => {
  const caller = callerOf('http://127.0.0.1:1')
  const codes: (string | undefined)[] = []
  for (let index = 0; index < 6; index++) codes.push((await caller.call(get())).failure?.code)
  expect(codes).toEqual([...Array(5).fill('ECONNREFUSED'), 'breaker-open'])
  expect(caller.waits).toHaveLength(2)
})

test('redirects of a GET on the same host are followed, others are responses', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/here') response.end('there')
    else response.writeHead(307, { location: request.url === '/away' ? 'http://localhost:1/x' : '/here' }).end()
  })
  const caller = callerOf(url)
  expect((await caller.call(get('/old'))).body).toBe('there')
  expect((await caller.call(get('/old'), { follow: false })).status).toBe(307)
  expect((await caller.call(get('/away'))).status).toBe(307)
  expect((await caller.call({ method: 'POST', path: '/old', headers: {} })).status).toBe(307)
})

test('a loop of redirects ends', async () => {
  const url = await serve((_request, response) => response.writeHead(302, { location: '/' }).end())
  expect(await callerOf(url).call(get())).toMatchObject({ status: 302, failure: { code: 'redirect-loop' } })
})

test("a request that cannot be sent is our error, not the API's", async () => {
  const sent = callerOf('http://127.0.0.1:1').call(get('/', { 'x-bad': 'a\nb' }))
  await expect(sent).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
})
