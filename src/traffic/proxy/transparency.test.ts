import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ask, head, joined, proxyBench } from '../../testing/servers/proxy-bench.ts'
import type { PassedExchange } from './capture.ts'

const { listening, proxyTo, serverOf } = proxyBench()
const big = randomBytes(300_000)
const json = Buffer.from('{"id":1}')

/** Bytes from the server, the expected status and body, and the request method if relevant. */
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
  // An incomplete body was not intended by the API, so it is unknown.
  ['a truncated body', joined(head('HTTP/1.1 200 OK', 'Content-Length: 100'), json), 200, undefined],
  [
    'chunks without the last one',
    joined(head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked'), '8\r\n{"id":1}\r\n'),
    200,
    undefined,
  ],
  ['invalid chunks', joined(head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked'), 'zz\r\n{}\r\n'), 200, undefined],
  ['no HTTP at all', Buffer.from('\u0000\u0001hello'), undefined, undefined],
]

it.each(corpus.flatMap((row) => [1 << 16, 1].map((size) => [row[0], size, row] as const)))(
  'forwards %s unchanged, %d bytes at a time',
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

it('forwards the request unchanged except for the Host', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('end', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  })
  const target = await listening(server)
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(target, seen)
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  const rest = 'X-ODD:a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n'
  socket.end(`POST /a HTTP/1.1\r\nhOsT:  api.test\r\n${rest}`)
  socket.resume()
  await once(socket, 'close')
  expect(Buffer.concat(received).toString()).toBe(`POST /a HTTP/1.1\r\nhOsT:  ${new URL(target).host}\r\n${rest}`)
  expect(Buffer.from(seen[0]?.requestBody ?? []).toString()).toBe('{"a":1}')
})

/** `Location` from the API, and as the client receives it. T is the API, P the proxy. */
const redirects: readonly (readonly [string, string])[] = [
  ['http://T/a?b=%2F#c', 'http://P/a?b=%2F#c'],
  ['Http://T', 'http://P'],
  ['//T/a', '//P/a'],
  ['/a', '/a'],
  ['a/../b?c', 'a/../b?c'],
  ['?page=2', '?page=2'],
  ['https://T/a', 'https://T/a'],
  ['http://login.example.com/T', 'http://login.example.com/T'],
  ['http://T@example.com/', 'http://T@example.com/'],
  ['http://T.example.com/', 'http://T.example.com/'],
  ['', ''],
]

it.each(redirects)('redirects a client to %s via the proxy, unless keepHost is set', async (from, to) => {
  const seen: PassedExchange[] = []
  // The port is unknown until the server listens.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const sent = from.replaceAll('T', new URL(target).host)
      for (const byte of head('HTTP/1.1 302 Found', `locaTION:  ${sent}`, 'X-Other: T', 'Content-Length: 0'))
        socket.write(Buffer.of(byte))
      socket.end()
    })
  })
  const target: string = await listening(server)
  const locationAt = async (proxy: { readonly url: string }): Promise<string> => {
    const { host } = new URL(proxy.url)
    const text = (await ask(proxy.url, `GET /old HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toString()
    expect(text).toMatch(/^HTTP\/1.1 302 Found\r\nlocaTION: .*\r\nX-Other: T\r\nContent-Length: 0\r\n\r\n$/)
    const [, location = ''] = /locaTION: {2}(.*)/.exec(text) ?? []
    return location.trimEnd().replaceAll(new URL(target).host, 'T').replaceAll(host, 'P')
  }
  expect(await locationAt(await proxyTo(target, seen))).toBe(to)
  // Checks and recordings see the original.
  expect(seen[0]?.headers?.[0]?.[1]).toBe(from.replaceAll('T', new URL(target).host))
  expect(await locationAt(await proxyTo(target, [], { keepHost: true }))).toBe(from)
})

it('forwards an incomplete head, even to a client that has finished sending', async () => {
  for (const isHalfClosed of [true, false]) {
    const target = await serverOf(Buffer.from('HTTP/1.1 200 OK\r\nLocation: http://'))
    const proxy = await proxyTo(target)
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (bytes: Buffer) => parts.push(bytes))
    socket[isHalfClosed ? 'end' : 'write']('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'close')
    expect(Buffer.concat(parts).toString()).toBe('HTTP/1.1 200 OK\r\nLocation: http://')
  }
})
