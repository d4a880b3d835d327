import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { ask, head, joined, proxyBench } from '../../testing/servers/proxy-bench.ts'
import type { PassedExchange } from './capture.ts'

const { listening, proxyTo, serverOf } = proxyBench()

it('separates two requests on one connection, even if they are sent together', async () => {
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

it('forwards a WebSocket in both directions', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
      socket.on('data', (bytes) => socket.write(bytes.map((byte) => byte ^ 0xff)))
      socket.on('end', () => socket.end())
    })
  })
  const target = await listening(server)
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(target, seen)
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

it('responds with an error if the target cannot be reached', async () => {
  const seen: PassedExchange[] = []
  const server = createServer()
  const target = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const proxy = await proxyTo(target, seen)
  const text = (await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n')).toString()
  expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
  expect(text).toContain('ECONNREFUSED')
  expect(seen).toMatchObject([{ method: 'GET', target: '/a' }])
  expect(seen[0]).not.toHaveProperty('status')
})

it('forwards a body over the capture limit', async () => {
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

it('does not capture an incomplete body after the client disconnects', async () => {
  const seen: PassedExchange[] = []
  const server = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.write(joined(head('HTTP/1.1 200 OK'), '{"id":'))),
  )
  const proxy = await proxyTo(await listening(server), seen)
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  socket.write('POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"')
  await once(socket, 'data')
  socket.destroy()
  await expect.poll(() => seen).toMatchObject([{ target: '/a', status: 200 }])
  expect([seen[0]?.body, seen[0]?.requestBody]).toEqual([undefined, undefined])
})

it('closes a connection without a request', async () => {
  const proxy = await proxyTo(await serverOf(head('HTTP/1.1 204 No Content')))
  const socket = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.end().resume()
  await once(socket, 'end')
  expect(socket.bytesRead).toBe(0)
})

it('stores bodies in separate memory', async () => {
  const seen: PassedExchange[] = []
  const proxy = await proxyTo(await serverOf(joined(head('HTTP/1.1 200 OK', 'Content-Length: 2'), '{}')), seen)
  await ask(proxy.url, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n')
  // Sending a part to a thread sends its whole ArrayBuffer.
  expect(seen[0]?.body?.buffer.byteLength).toBe(2)
})
