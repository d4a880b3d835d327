import { once } from 'node:events'
import { connect, constants, createServer, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, connect as connectTcp, createServer as createTcpServer } from 'node:net'
import { expect, it } from 'vitest'
import type { PassedExchange } from './capture.ts'
import { startProxy } from './start-proxy.ts'

async function through(respond: (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void) {
  const server = createServer()
  server.on('stream', (stream, headers) => respond(stream, headers))
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
  return { client, seen, close, authority: url.host, url: proxy.url }
}

it('forwards HTTP/2 with interim responses, body and trailers', async () => {
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

it('responds with 502 if the target does not support HTTP/2', async () => {
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

it('forwards a body that arrives together with its head', async () => {
  const { client, seen, close } = await through((stream) => {
    stream.respond({ ':status': 200 })
    stream.end('{"id":1}')
  })
  const request = client.request({ ':path': '/a' })
  const parts: Buffer[] = []
  for await (const bytes of request) parts.push(bytes as Buffer)
  await close()
  expect(Buffer.concat(parts).toString()).toBe('{"id":1}')
  expect(Buffer.from(seen[0]?.body ?? []).toString()).toBe('{"id":1}')
})

/** Creates a HEADERS frame for the first stream, with literal fields (RFC 9113 §6.2, RFC 7541 §6.2.2). */
function headersFrame(flags: number, fields: readonly (readonly [string, string])[]): Buffer {
  const text = (one: string) => Buffer.concat([Buffer.of(one.length), Buffer.from(one)])
  const payload = Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]))
  return Buffer.concat([Buffer.of(0, 0, payload.length, 1, flags, 0, 0, 0, 1), payload])
}

const settings = Buffer.of(0, 0, 0, 4, 0, 0, 0, 0, 0)

it('survives a header that cannot be forwarded', async () => {
  const { close, url, client } = await through((stream) => stream.respond({ ':status': 204 }, { endStream: true }))
  const socket = connectTcp(Number(new URL(url).port), '127.0.0.1')
  const pseudo = { ':method': 'GET', ':scheme': 'http', ':authority': 'a', ':path': '/a' }
  socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), settings]))
  socket.write(headersFrame(5, [...Object.entries(pseudo), ['http2-settings', 'AAAA']]))
  // The server's preface precedes its response.
  const received: Buffer[] = []
  for await (const bytes of socket) {
    received.push(bytes as Buffer)
    // A HEADERS frame of the first stream. The 502 in it is compressed.
    if (Buffer.concat(received).includes(Buffer.of(1, 5, 0, 0, 0, 1))) break
  }
  const [headers] = await once(client.request({ ':path': '/b' }), 'response')
  await close()
  expect(headers[':status']).toBe(204)
})

/** Starts a proxy to a server that sends the given frames after the request. */
async function ofFrames(frames: Buffer) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {}).write(settings)
    socket.on('data', (bytes) => {
      if (bytes.includes('/a')) socket.write(frames)
    })
  })
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
  return { client, seen, close }
}

it.each(['600', '099'])('responds with 502 to the invalid status %s', async (status) => {
  const { client, close } = await ofFrames(headersFrame(5, [[':status', status]]))
  const [headers] = await once(client.request({ ':path': '/a' }), 'response')
  await close()
  expect(headers[':status']).toBe(502)
})

it('forwards a reset, and does not capture the incomplete body', async () => {
  const data = Buffer.concat([Buffer.of(0, 0, 2, 0, 0, 0, 0, 0, 1), Buffer.from('{"')])
  const reset = Buffer.of(0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, constants.NGHTTP2_INTERNAL_ERROR)
  const { client, seen, close } = await ofFrames(Buffer.concat([headersFrame(4, [[':status', '200']]), data, reset]))
  const request = client.request({ ':path': '/a' })
  request.on('error', () => {}).resume()
  await new Promise((resolve) => request.once('close', resolve))
  await close()
  expect(request.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR)
  expect(seen).toMatchObject([{ target: '/a', status: 200 }])
  expect(seen[0]).not.toHaveProperty('body')
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

it('redirects an HTTP/2 client to the proxy', async () => {
  const { client, close, url } = await through((stream, headers) =>
    stream.respond({ ':status': 307, location: `http://${headers[':authority']}/b?c` }, { endStream: true }),
  )
  const request = client.request({ ':path': '/a' })
  const [headers] = await once(request, 'response')
  await close()
  expect(headers.location).toBe(`${url}/b?c`)
})
