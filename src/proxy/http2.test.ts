import { once } from 'node:events'
import { connect, createServer, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, it } from 'vitest'
import type { PassedExchange } from './capture.ts'
import { startProxy } from './start-proxy.ts'

async function through(answer: (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void) {
  const server = createServer()
  server.on('stream', (stream, headers) => answer(stream, headers))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const seen: PassedExchange[] = []
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const proxy = await startProxy({ url, mostBody: 1 << 20, clock: Date.now, onExchange: (one) => seen.push(one) })
  const client = connect(proxy.url)
  const close = async () => {
    client.destroy()
    await proxy.close()
    await new Promise((resolve) => server.close(resolve))
  }
  return { client, seen, close, authority: url.host }
}

it('forwards HTTP/2 with its interim responses, body and trailers', async () => {
  let received: Record<string, unknown> = {}
  const { client, seen, close, authority } = await through((stream, headers) => {
    received = headers
    const parts: Buffer[] = []
    stream.on('data', (bytes: Buffer) => parts.push(bytes))
    stream.on('end', () => {
      stream.additionalHeaders({ ':status': 103, link: '</a>' })
      stream.respond(
        { ':status': 201, 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
        { waitForTrailers: true },
      )
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': 'abc' }))
      stream.end(Buffer.concat(parts))
    })
  })
  const request = client.request({ ':method': 'POST', ':path': '/a?b=%2F', 'content-type': 'application/json' })
  const interim: unknown[] = []
  const trailers: unknown[] = []
  request.on('headers', (headers) => interim.push(headers[':status']))
  request.on('trailers', (headers) => trailers.push(headers['x-sum']))
  const response = once(request, 'response')
  request.end('{"id":1}')
  const [headers] = await response
  const parts: Buffer[] = []
  for await (const bytes of request) parts.push(bytes as Buffer)
  await close()
  expect([headers[':status'], headers['set-cookie'], interim, trailers]).toEqual([201, ['a=1', 'b=2'], [103], ['abc']])
  expect(Buffer.concat(parts).toString()).toBe('{"id":1}')
  expect(received).toMatchObject({ ':authority': authority, ':path': '/a?b=%2F' })
  expect(seen).toMatchObject([{ method: 'POST', target: '/a?b=%2F', status: 201 }])
  expect(Buffer.from(seen[0]?.body ?? []).toString()).toBe('{"id":1}')
})

it('says 502 when the target speaks no HTTP/2', async () => {
  const server = createTcpServer((socket) =>
    socket.on('error', () => {}).on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const seen: PassedExchange[] = []
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const proxy = await startProxy({ url, mostBody: 1 << 20, clock: Date.now, onExchange: (one) => seen.push(one) })
  const client = connect(proxy.url)
  client.on('error', () => {})
  const request = client.request({ ':path': '/a' })
  const [headers] = await once(request, 'response')
  client.destroy()
  await proxy.close()
  await new Promise((resolve) => server.close(resolve))
  expect(headers[':status']).toBe(502)
  expect(seen).toMatchObject([{ target: '/a' }])
  expect(seen[0]).not.toHaveProperty('status')
})

it('forwards a response without a body', async () => {
  const { client, seen, close } = await through((stream) => stream.respond({ ':status': 204 }, { endStream: true }))
  const request = client.request({ ':path': '/a' })
  const [headers] = await once(request, 'response')
  request.resume()
  await once(request, 'close')
  await close()
  expect(headers[':status']).toBe(204)
  expect(seen).toMatchObject([{ method: 'GET', status: 204 }])
})
