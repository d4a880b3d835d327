import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import type { PassedExchange } from './capture.ts'
import { type RunningProxy, startProxy } from './start-proxy.ts'

const open: (RunningProxy | Server)[] = []
afterEach(async () => {
  for (const one of open.splice(0))
    await new Promise((resolve) => ('url' in one ? one.close().then(resolve) : one.close(resolve)))
})

/** A server that answers each connection with given bytes once it has received a blank line; `size`: in pieces of so many bytes. */
async function serverOf(response: Buffer, size: number): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (bytes) => {
      const before = received.includes('\r\n\r\n')
      received += bytes.toString('latin1')
      if (before || !received.includes('\r\n\r\n')) return
      for (let at = 0; at < response.length; at += size) socket.write(response.subarray(at, at + size))
      socket.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function proxyTo(target: string, seen: PassedExchange[] = []): Promise<RunningProxy> {
  const proxy = await startProxy({
    url: new URL(target),
    mostBody: 1 << 20,
    clock: Date.now,
    onExchange: (exchange) => seen.push(exchange),
  })
  open.push(proxy)
  return proxy
}

/** All bytes that come back for a request. */
async function ask(url: string, request: string | Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  const parts: Buffer[] = []
  socket.on('data', (bytes) => parts.push(bytes))
  socket.write(request)
  await once(socket, 'close')
  return Buffer.concat(parts)
}

const head = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
const joined = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const big = randomBytes(300_000)
const json = Buffer.from('{"id":1}')

/** What the server sends; the status and the body that are seen, and the request, where it matters. */
const corpus: readonly (readonly [string, Buffer, number | undefined, Buffer | undefined, string?])[] = [
  ['a length', joined(head('HTTP/1.1 200 OK', 'content-LENGTH: 8', 'X-Odd:  spaced  '), json), 200, json],
  [
    'chunks',
    joined(head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked'), '3;ext="a"\r\n{"i\r\n5\r\nd":1}\r\n0\r\n\r\n'),
    200,
    json,
  ],
  [
    'trailers',
    joined(
      head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Trailer: ETag'),
      '8\r\n{"id":1}\r\n0\r\nETag: "x"\r\nB: c\r\n\r\n',
    ),
    200,
    json,
  ],
  [
    'gzip',
    joined(
      head('HTTP/1.1 200 OK', 'Content-Encoding: gzip', `Content-Length: ${gzipSync(json).length}`),
      gzipSync(json),
    ),
    200,
    gzipSync(json),
  ],
  [
    'br',
    joined(head('HTTP/1.1 200 OK', 'Content-Encoding: br'), brotliCompressSync(json)),
    200,
    brotliCompressSync(json),
  ],
  ['bytes until the end', joined(head('HTTP/1.0 200 OK', 'Content-Type: application/octet-stream'), big), 200, big],
  ['nothing', head('HTTP/1.1 200 OK', 'Content-Length: 0'), 200, Buffer.alloc(0)],
  ['HEAD with a length', head('HTTP/1.1 200 OK', 'Content-Length: 8'), 200, Buffer.alloc(0), 'HEAD'],
  ['204', head('HTTP/1.1 204 No Content', 'X: y'), 204, Buffer.alloc(0)],
  ['304 with a length', head('HTTP/1.1 304 Not Modified', 'Content-Length: 8'), 304, Buffer.alloc(0)],
  [
    '1xx before it',
    joined(
      head('HTTP/1.1 100 Continue'),
      head('HTTP/1.1 103 Early Hints', 'Link: </a>'),
      head('HTTP/1.1 200 OK', 'Content-Length: 8'),
      json,
    ),
    200,
    json,
  ],
  [
    'repeated and folded-looking headers',
    joined(head('HTTP/1.1 200 OK', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'Content-Length: 8'), json),
    200,
    json,
  ],
  ['headers in Latin-1', joined(head('HTTP/1.1 200 Oké', 'X-Name: Zoë', 'Content-Length: 8'), json), 200, json],
  [
    'events',
    joined(head('HTTP/1.1 200 OK', 'Content-Type: text/event-stream'), 'data: 1\n\ndata: 2\n\n'),
    200,
    Buffer.from('data: 1\n\ndata: 2\n\n'),
  ],
  ['a body cut short', joined(head('HTTP/1.1 200 OK', 'Content-Length: 100'), json), 200, json],
  [
    'chunks that are none',
    joined(head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked'), 'zz\r\n{}\r\n'),
    200,
    Buffer.alloc(0),
  ],
  ['no HTTP at all', Buffer.from('\u0000\u0001hello'), undefined, undefined],
]

it.each(corpus.flatMap((row) => [1 << 16, 1].map((size) => [row[0], size, row] as const)))(
  'changes no byte: %s, %d bytes at a time',
  async (_name, size, [, response, status, body, method = 'GET']) => {
    const seen: PassedExchange[] = []
    const target = await serverOf(
      response,
      Number(size) === 1 ? Math.max(1, Math.ceil(response.length / 400)) : Number(size),
    )
    const proxy = await proxyTo(target, seen)
    const request = `${method} /loans?a=%2F HTTP/1.1\r\nHost: ignored\r\n\r\n`
    expect((await ask(proxy.url, request)).equals(await ask(target, request))).toBe(true)
    expect(seen).toMatchObject([{ method, target: '/loans?a=%2F' }])
    expect(seen[0]?.status).toBe(status)
    expect(seen[0]?.body === undefined ? undefined : Buffer.from(seen[0].body)).toEqual(body)
  },
)

it('sends what the client sent, with the Host of the target', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('end', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(server)
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(`http://${target}`, seen)
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  const rest = 'X-ODD:a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n'
  socket.end(`POST /a HTTP/1.1\r\nhOsT:  api.test\r\n${rest}`)
  socket.resume()
  await once(socket, 'close')
  expect(Buffer.concat(received).toString()).toBe(`POST /a HTTP/1.1\r\nhOsT:  ${target}\r\n${rest}`)
  expect(Buffer.from(seen[0]?.requestBody ?? []).toString()).toBe('{"a":1}')
})

it('keeps two requests of a connection apart, also when they are sent at once', async () => {
  const seen: PassedExchange[] = []
  const one = joined(
    head('HTTP/1.1 200 OK', 'Content-Length: 1'),
    '1',
    head('HTTP/1.1 201 Created', 'Content-Length: 1'),
    '2',
  )
  const proxy = await proxyTo(await serverOf(one, 7), seen)
  await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\nPOST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi')
  expect(
    seen.map(({ method, target, status, body }) => [method, target, status, String(Buffer.from(body ?? []))]),
  ).toEqual([
    ['GET', '/a', 200, '1'],
    ['POST', '/b', 201, '2'],
  ])
})

it('passes a WebSocket on in both directions', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
      socket.on('data', (bytes) => socket.write(bytes.map((byte) => byte ^ 0xff)))
      socket.on('end', () => socket.end())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(server)
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen)
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  socket.write('GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n')
  await once(socket, 'data')
  const frame = randomBytes(1000)
  const echoed: Buffer[] = []
  socket.on('data', (bytes) => {
    echoed.push(bytes)
    if (Buffer.concat(echoed).length === frame.length) socket.end()
  })
  socket.write(frame)
  await once(socket, 'close')
  expect(Buffer.concat(echoed).equals(Buffer.from(frame.map((byte) => byte ^ 0xff)))).toBe(true)
  expect(seen).toMatchObject([{ target: '/ws', status: 101 }])
})

it('says so when the target cannot be reached', async () => {
  const seen: PassedExchange[] = []
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const proxy = await proxyTo(`http://127.0.0.1:${port}`, seen)
  const text = (await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n')).toString()
  expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
  expect(text).toContain('ECONNREFUSED')
  expect(seen).toMatchObject([{ method: 'GET', target: '/a' }])
  expect(seen[0]).not.toHaveProperty('status')
})

it('passes a body that is too long to keep', async () => {
  const seen: PassedExchange[] = []
  const body = randomBytes(3 << 20)
  const proxy = await proxyTo(
    await serverOf(joined(head('HTTP/1.1 200 OK', `Content-Length: ${body.length}`), body), 1 << 16),
    seen,
  )
  const received = await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(received.subarray(-body.length).equals(body)).toBe(true)
  expect(seen[0]?.status).toBe(200)
  expect(seen[0]).not.toHaveProperty('body')
})
