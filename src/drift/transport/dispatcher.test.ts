import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { clientCertificate, serverCertificate } from '../../testing/servers/certificates.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { createCaller } from './call.ts'
import type { Connection, TransportEnvironment } from './connection.ts'

const { started, cleanups } = servers()

async function request(baseUrl: string, connection: Connection & TransportEnvironment = {}) {
  const caller = createCaller({ baseUrl, retries: 0, timeoutMs: 5_000, ...connection })
  cleanups.push(() => caller.close())
  const { status, body, failure } = await caller.call({ method: 'GET', path: '/x?y=1', headers: { 'x-a': 'b' } })
  return failure?.code ?? `${status} ${body}`
}

/** Responds with the protocol version, path and client certificate name. */
const echo: RequestListener = (request, response) => {
  // Behind TLS the socket is a TLS socket.
  const { subject } = (request.socket as TLSSocket).getPeerCertificate?.() ?? {}
  response.end(`${request.httpVersion} ${request.url}${subject === undefined ? '' : ` ${subject.CN}`}`)
}

const trusted = { ca: serverCertificate.cert }

async function https(options: object = {}): Promise<string> {
  return `https://127.0.0.1:${await started(createHttpsServer({ ...serverCertificate, ...options }, echo))}`
}

test('trusts a certificate authority from the config', async () => {
  const url = await https()
  expect(await request(url)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(await request(url, { tls: trusted })).toBe('200 1.1 /x?y=1')
  expect(await request(url, { tls: { insecure: true } })).toBe('200 1.1 /x?y=1')
})

test('verifies the certificate name against the configured server name or the host', async () => {
  const url = await https()
  expect(await request(url, { tls: { ...trusted, servername: 'api.example' } })).toBe('200 1.1 /x?y=1')
  expect(await request(url, { tls: { ...trusted, servername: 'other.example' } })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
})

test('sends the client certificate', async () => {
  const url = await https({ requestCert: true, ca: clientCertificate.cert })
  const { cert, key } = clientCertificate
  expect(await request(url, { tls: { ...trusted, cert, key } })).toBe('200 1.1 /x?y=1 specdrift test client')
  expect(await request(url, { tls: trusted })).not.toMatch(/^200/)
})

test('uses HTTP/2 if enabled and offered', async () => {
  const options = { ...serverCertificate, allowHTTP1: true }
  const server = createSecureServer(options, (request, response) =>
    response.end(`${request.httpVersion} ${request.url}`),
  )
  const url = `https://127.0.0.1:${await started(server)}`
  expect(await request(url, { tls: trusted, http2: true })).toBe('200 2.0 /x?y=1')
  expect(await request(url, { tls: trusted })).toBe('200 1.1 /x?y=1')
  expect(await request(await https(), { tls: trusted, http2: true })).toBe('200 1.1 /x?y=1')
})

test.each([
  ['hangs before the headers', 'timeout', () => {}],
  [
    'hangs in the body',
    'timeout',
    (stream) => {
      stream.respond({ ':status': 200 })
      stream.write('[')
    },
  ],
  [
    'resets the stream',
    'truncated',
    (stream) => {
      stream.respond({ ':status': 200 })
      stream.write('[', () => stream.destroy(new Error('broken')))
    },
  ],
  [
    'ends the session',
    'truncated',
    (stream) => {
      stream.respond({ ':status': 200 })
      stream.write('[', () => stream.session?.destroy())
    },
  ],
] satisfies [string, string, (stream: ServerHttp2Stream) => void][])(
  'HTTP/2 that %s is %s',
  async (_name, code, deed) => {
    const server = createSecureServer(serverCertificate)
    server.on('stream', (stream) => {
      stream.on('error', () => {})
      deed(stream)
      cleanups.push(() => stream.session?.destroy())
    })
    const url = `https://127.0.0.1:${await started(server)}`
    const timeoutMs = code === 'timeout' ? 150 : 10_000
    expect(await request(url, { tls: trusted, http2: true, timeoutMs })).toBe(code)
  },
)

/** Starts a proxy that resolves api.example and optionally requires credentials. */
async function startProxy(port: number, credentials?: string) {
  const received: string[] = []
  const isAllowed = ({ headers }: IncomingMessage) =>
    credentials === undefined || headers['proxy-authorization'] === `Basic ${btoa(credentials)}`
  const proxy = createServer((request, response) => {
    received.push(`${request.method} ${request.url} for ${request.headers.host}`)
    response.writeHead(isAllowed(request) ? 200 : 407).end('through')
  })
  proxy.on('connect', (request, socket) => {
    received.push(`${request.method} ${request.url}`)
    if (!isAllowed(request)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(upstream).pipe(socket)
    })
    cleanups.push(() => upstream.destroy())
  })
  return { at: await started(proxy), received }
}

test('sends https through a CONNECT tunnel', async () => {
  const target = Number(new URL(await https()).port)
  const { at, received } = await startProxy(target, 'me:se:cret')
  const proxy = `http://me:se%3Acret@127.0.0.1:${at}`
  expect(await request('https://api.example/v1', { proxy, tls: trusted })).toBe('200 1.1 /v1/x?y=1')
  expect(await request('https://api.example/v1', { proxy })).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(await request('https://api.example', { proxy: `http://127.0.0.1:${at}`, tls: trusted })).toBe('proxy')
  expect(received).toEqual(Array(3).fill('CONNECT api.example:443'))
})

test('sends http to the proxy with absolute URLs', async () => {
  const { at, received } = await startProxy(0, 'me:secret')
  expect(await request('http://api.example/v1', { proxy: `http://me:secret@127.0.0.1:${at}` })).toBe('200 through')
  expect(await request('http://api.example/v1', { proxy: `http://127.0.0.1:${at}` })).toBe('407 through')
  expect(received).toEqual(Array(2).fill('GET http://api.example/v1/x?y=1 for api.example'))
})

test('reports a hanging proxy as a timeout', async () => {
  const hanging = createServer(() => {}).on('connect', (_request, socket) => cleanups.push(() => socket.destroy()))
  const proxy = `http://127.0.0.1:${await started(hanging)}`
  cleanups.push(() => hanging.closeAllConnections())
  expect(await request('http://api.example', { proxy, timeoutMs: 100 })).toBe('timeout')
  expect(await request('https://api.example', { proxy, timeoutMs: 100 })).toBe('timeout')
})

test('reports a missing proxy as unreachable', async () => {
  const proxy = 'http://127.0.0.1:1'
  expect(await request('http://api.example', { proxy })).toBe('ECONNREFUSED')
  expect(await request('https://api.example', { proxy })).toBe('ECONNREFUSED')
})
