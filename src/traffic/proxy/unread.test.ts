import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { ask, head, joined, proxyBench } from '../../testing/servers/proxy-bench.ts'
import type { PassedExchange } from './capture.ts'

const { listening, proxyTo, serverOf } = proxyBench()
const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

/** Starts a server that responds once per connection, after it received the given number of bytes. */
async function echo(length: number) {
  const received: Buffer[] = []
  const target = await listening(
    createServer((socket) => {
      socket
        .on('error', () => {})
        .on('data', (bytes) => {
          received.push(bytes)
          if (Buffer.concat(received).length === length) socket.end(response)
        })
    }),
  )
  return { target, received: () => Buffer.concat(received) }
}

const long = `GET /a HTTP/1.1\r\nHost: a.test\r\nX-Long: ${'x'.repeat(300_000)}\r\n\r\n`
const lineEnd = 'the request: a line of its head ends in LF or CR alone, not in CRLF (RFC 9112 §2.2)'
const start = 'the request: its first line is neither a request line nor a status line of HTTP/1.x'

it.each([
  ['lines that end in LF', 'GET /a HTTP/1.1\nHost: a.test\n\n', lineEnd],
  ['one line that ends in LF', 'GET /a HTTP/1.1\r\nHost: a.test\nX-Odd: 1\r\n\r\n', lineEnd],
  ['an empty line that ends in LF', 'GET /a HTTP/1.1\r\nHost: a.test\r\n\n', lineEnd],
  ['a first line that ends in LF', 'GET /a HTTP/1.1\nHost: a.test\r\n\r\n', lineEnd],
  ['a line that ends in CR', 'GET /a HTTP/1.1\r\nHost: a.test\rX-Odd: 1\r\n\r\n', lineEnd],
  ['LF and a body', 'POST /a HTTP/1.1\nHost: a.test\nContent-Length: 4\n\n{"a"', lineEnd],
  ['a head of more than 256 KB', long, 'the request: its head is longer than 256 KB'],
  ['more than 256 KB without an end', long.slice(0, -4), 'the request: its head is longer than 256 KB'],
  [
    'a line without a name',
    'GET /a HTTP/1.1\r\nHost: a.test\r\n folded\r\n\r\n',
    'the request: a line of its head is no header field',
  ],
  ['TLS', Buffer.of(0x16, 3, 1, 0, 5, 1, 2, 3), start],
  ['another protocol', 'EHLO a.test\r\n', start],
  ['HTTP/0.9', 'GET /a\r\n', start],
])('forwards unparseable requests unchanged, with the reason: %s', async (_, request, unread) => {
  const seen: PassedExchange[] = []
  const sent = Buffer.from(request as string)
  for (const size of [sent.length, 7 * Math.ceil(sent.length / 200)]) {
    const { target, received } = await echo(sent.length)
    const proxy = await proxyTo(target, seen)
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1').setNoDelay(true)
    for (let at = 0; at < sent.length; at += size) socket.write(sent.subarray(at, at + size))
    const [bytes] = await once(socket, 'data')
    expect(String(bytes)).toBe(response)
    expect(received().equals(sent)).toBe(true)
  }
  expect(seen.map((one) => one.unread)).toEqual([unread, unread])
})

it('counts an unparseable request after a valid one', async () => {
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(await serverOf(joined(response, response)), seen)
  await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a.test\r\n\r\nGET /b HTTP/1.1\nHost: a.test\n\n')
  expect(seen.map(({ target, status, unread }) => [target, status, unread])).toEqual([
    ['', undefined, lineEnd],
    ['/a', 200, undefined],
  ])
})

it.each([
  ['lines that end in LF', Buffer.from('HTTP/1.1 200 OK\nContent-Length: 2\n\n{}'), /^the response: a line .* LF/],
  ['a long head', head('HTTP/1.1 200 OK', `X-Long: ${'x'.repeat(300_000)}`), /^the response: its head is longer/],
  ['no HTTP', Buffer.from('\u0000hello'), /^the response: its first line/],
  ['half a head', Buffer.from('HTTP/1.1 200 OK\r\nContent-'), /^the response: it was broken off within its head$/],
])('reports an unparseable response: %s', async (_, bytes, unread) => {
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(await serverOf(bytes), seen)
  expect((await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n')).equals(bytes)).toBe(true)
  expect(seen).toMatchObject([{ method: 'GET', target: '/a', unread: expect.stringMatching(unread) }])
  expect(seen[0]).not.toHaveProperty('status')
})

it('parses chunks with LF line endings', async () => {
  const seen: PassedExchange[] = []
  const bytes = joined(head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked'), '3\n{"i\n5\r\nd":1}\n0\n\n')
  const proxy = await proxyTo(await serverOf(bytes), seen)
  expect((await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n')).equals(bytes)).toBe(true)
  expect(String(Buffer.from(seen[0]?.body ?? []))).toBe('{"id":1}')
})

const chunked = (lines: string): Buffer => joined(head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked'), lines)

it.each([
  ['a chunk without a size', chunked('3\r\n{"i\r\nno size\r\n'), /^the response: a chunk of its body has no size/],
  [
    'a long line',
    chunked(`3;${'x'.repeat(300_000)}\r\n{"i\r\n0\r\n\r\n`),
    /^the response: a line between its chunks is/,
  ],
])('reports unparseable response chunks and all following responses: %s', async (_, bytes, unread) => {
  const seen: PassedExchange[] = []
  const all = joined(bytes, response)
  const proxy = await proxyTo(await serverOf(all), seen)
  const request = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'
  expect((await ask(proxy.url, request + request)).equals(all)).toBe(true)
  const because = expect.stringMatching(unread)
  expect(seen.map((one) => [one.target, one.unread])).toEqual([
    ['/a', because],
    ['/a', because],
  ])
})

it('reports unparseable request chunks', async () => {
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(await serverOf(Buffer.from(response)), seen)
  await ask(proxy.url, 'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n')
  expect(seen.map((one) => [one.target, one.unread])).toEqual([
    ['/a', 'the request: a chunk of its body has no size (RFC 9112 §7.1)'],
  ])
})

it('accepts a duplicate content length', async () => {
  const seen: PassedExchange[] = []
  const bytes = joined(head('HTTP/1.1 200 OK', 'Content-Length: 2', 'Content-Length: 2'), '{}', response)
  const proxy = await proxyTo(await serverOf(bytes), seen)
  const request = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'
  await ask(proxy.url, request + request)
  expect(seen.map(({ body, unread }) => [String(Buffer.from(body ?? [])), unread])).toEqual([
    ['{}', undefined],
    ['{}', undefined],
  ])
})
