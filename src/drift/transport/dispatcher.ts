import type { Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { percentDecoded } from '../../util/pointer.ts'
import type { Connection, TransportEnvironment } from './connection.ts'

const [prefix, end] = [/^HTTP\/1\.[01] 100\b/, '\r\n\r\n']

const prefixLength = 12

/** Maximum size of a `100 Continue` head. */
const longest = 16 * 1024

/** Maximum size of all response headers together, in bytes. Some APIs send long policies. */
export const maxHeaderBytes = 64 * 1024

/** A dispatcher with the addressing that it needs. */
export interface Route {
  readonly dispatcher: Dispatcher
  /** Converts the request URL to dispatcher options. */
  address(origin: string, path: string): { readonly origin: string; readonly path: string }
  readonly headers: Readonly<Record<string, string>>
}

/** Opens keep-alive connections: direct, or by proxy with CONNECT tunnels for https and absolute URLs for http (RFC 9112 §3.2.2). */
export function openRoute(connection: Connection, baseUrl: string, { lookup }: TransportEnvironment = {}): Route {
  const { timeoutMs = 10_000, timeouts = {}, proxy } = connection
  const { connectMs = timeoutMs, headersMs = timeoutMs, bodyMs = timeoutMs } = timeouts
  const shared = { timeout: connectMs, lookup }
  const connect = { ...shared, ...tlsOptions(connection) }
  const pool = { headersTimeout: headersMs, bodyTimeout: bodyMs, maxHeaderSize: maxHeaderBytes }
  const straight = (origin: string, path: string) => ({ origin, path })
  // Undici reads this from the agent for direct connections, and from the connector behind a tunnel.
  const allowH2 = connection.http2 === true
  if (proxy === undefined) {
    const connector = withoutInterim({ ...connect, allowH2 })
    return { dispatcher: new Agent({ ...pool, allowH2, connect: connector }), address: straight, headers: {} }
  }
  const { href, origin: proxyOrigin, username, password } = new URL(proxy)
  const token = username === '' && password === '' ? undefined : basic(username, password)
  if (new URL(baseUrl).protocol === 'https:') {
    const tunnel = {
      uri: href,
      requestTls: { ...connect, allowH2 },
      proxyTls: shared,
      clientFactory: (origin: URL, options: object) => new Pool(origin, { ...options, headersTimeout: connectMs }),
    }
    const dispatcher = new ProxyAgent({ ...pool, allowH2, ...tunnel, token })
    return { dispatcher, address: straight, headers: {} }
  }
  return {
    dispatcher: new Agent({ ...pool, connect: withoutInterim(connect) }),
    address: (origin, path) => ({ origin: proxyOrigin, path: `${origin}${path}` }),
    headers: token === undefined ? {} : { 'proxy-authorization': token },
  }
}

/** Returns Basic credentials (RFC 7617) from the user info of a URL. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString('base64')}`
}

function tlsOptions({ tls = {} }: Connection): Partial<buildConnector.BuildOptions> {
  const { ca, cert, key, servername, insecure } = tls
  return {
    // A custom `ca` replaces Node's root certificates, so both are passed.
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    cert,
    key,
    servername,
    ...(insecure === true && { rejectUnauthorized: false }),
  }
}

/** Returns a connector that skips `100 Continue` (RFC 9110 §15.2); undici fails on a 100 it didn't request. */
function withoutInterim(options: buildConnector.BuildOptions): buildConnector.connector {
  return passingOver(buildConnector(options))
}

function passingOver(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null)
      const isHttp2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
      return callback(null, isHttp2 ? socket : filtered(socket))
    })
}

/** Buffers the response head after each write until it can't be a `100 Continue`. */
function filtered<T extends Socket>(socket: T): T {
  const { read, write } = socket
  let isHead = false
  let buffered = Buffer.alloc(0)
  function next(size?: number): Buffer | null {
    // Undici sets no encoding, so it reads bytes.
    const chunk = read.call(socket, size) as Buffer | null
    if (chunk === null || !isHead) return chunk
    buffered = Buffer.concat([buffered, chunk])
    while (prefix.test(buffered.toString('latin1', 0, prefixLength + 1))) {
      const at = buffered.indexOf(end)
      if (at < 0) break
      buffered = buffered.subarray(at + end.length)
    }
    const start = buffered.toString('latin1', 0, prefixLength + 1)
    const mayBeInterim = buffered.length <= prefixLength ? 'HTTP/1.1 100'.startsWith(start) : prefix.test(start)
    // The rest of the head may already be available.
    if (mayBeInterim && buffered.length < longest) return next(size)
    const whole = buffered
    buffered = Buffer.alloc(0)
    isHead = false
    return whole
  }
  return Object.assign(socket, {
    read: next,
    write(...parts: Parameters<typeof write>) {
      isHead = true
      return write.apply(socket, parts)
    },
  })
}
