import { rootCertificates } from 'node:tls'
import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { percentDecoded } from '../../util/pointer.ts'
import type { Connection, TransportEnvironment } from './connection.ts'
import { withoutInterim } from './interim.ts'

/** Maximum size of all headers of a response together, in bytes. Some APIs send long policies; none sends this much. */
export const maxHeaderBytes = 64 * 1024

/** Where the requests of an attempt go. */
export interface Route {
  readonly dispatcher: Dispatcher
  /** Converts the requested URL into the options of the dispatcher. */
  address(origin: string, path: string): { readonly origin: string; readonly path: string }
  /** Headers for the proxy. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Opens keep-alive connections: straight, through a CONNECT tunnel for https, or by absolute URLs to a proxy for
 * http (RFC 9112 §3.2.2), which many proxies take where they refuse a tunnel to port 80.
 */
export function openRoute(connection: Connection, baseUrl: string, { lookup }: TransportEnvironment = {}): Route {
  const { timeoutMs = 10_000, timeouts = {}, proxy } = connection
  const { connectMs = timeoutMs, headersMs = timeoutMs, bodyMs = timeoutMs } = timeouts
  const shared = { timeout: connectMs, lookup }
  const connect = { ...shared, ...tlsOptions(connection) }
  const pool = { headersTimeout: headersMs, bodyTimeout: bodyMs, maxHeaderSize: maxHeaderBytes }
  const straight = (origin: string, path: string) => ({ origin, path })
  // Undici reads it off the agent for straight connections, off the connector behind a tunnel.
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

/** Credentials of the user part of a URL as RFC 7617 writes them. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString('base64')}`
}

function tlsOptions({ tls = {} }: Connection): Partial<buildConnector.BuildOptions> {
  const { ca, cert, key, servername, insecure } = tls
  return {
    // Naming one authority makes Node forget the others.
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    cert,
    key,
    servername,
    ...(insecure === true && { rejectUnauthorized: false }),
  }
}
