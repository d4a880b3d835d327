import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type CaptureOptions, type OpenExchange, openExchange } from './capture.ts'
import { headerOf, type MessageHead, requestLength, responseLength } from './message-head.ts'
import { createMessageReader } from './message-reader.ts'

/** Target of the proxy: an origin. */
export interface ForwardTarget {
  readonly url: URL
  /** Whether to leave the request's `Host` and the response's `Location` unchanged. Default: each is translated between proxy and target. */
  readonly keepHost?: boolean
  /** Whether to skip certificate verification. */
  readonly insecure?: boolean
}

function openUpstream({ url, insecure }: ForwardTarget): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:') return connectTcp({ host, port: Number(url.port || 80), allowHalfOpen: true })
  return connectTls({
    ...{ host, port: Number(url.port || 443), allowHalfOpen: true, ALPNProtocols: ['http/1.1'] },
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    rejectUnauthorized: insecure !== true,
  })
}

/** Changes only the `Host` of requests and a `Location` that points to the target. Parses messages without delaying them. */
export function forwardHttp1(client: Socket, first: Buffer, target: ForwardTarget, options: CaptureOptions): void {
  const upstream = openUpstream(target)
  const open: OpenExchange[] = []
  let sending: OpenExchange | undefined
  let [hasReceived, hasLeft] = [false, false]
  /** Host to which the client sends its requests. */
  let host: string | undefined
  let unreadResponses: string | undefined
  client.setNoDelay(true)
  upstream.setNoDelay(true)

  const requests = createMessageReader({
    head(head) {
      const [method = '', path = ''] = head.start.split(' ')
      host = headerOf(head, 'host')
      sending = openExchange(options, method, path, head.headers)
      if (unreadResponses !== undefined) sending.unread(unreadResponses)
      open.push(sending)
      return requestLength(head)
    },
    body: (bytes) => sending?.request.add(bytes),
    end: () => {
      sending?.request.finish()
      sending = undefined
    },
    unread(reason) {
      // During a body, the error belongs to the request in progress.
      const exchange = sending ?? openExchange(options, '', '', [])
      exchange.unread(`the request: ${reason}`)
      if (exchange !== sending) exchange.end()
    },
    raw(bytes, isHead) {
      const passed = isHead && target.keepHost !== true ? withHost(bytes, target.url.host) : bytes
      if (!upstream.write(passed)) client.pause()
    },
  })
  const responses = createMessageReader({
    head(head) {
      const status = Number(head.start.slice(9, 12))
      const length = responseLength(head, status, open[0]?.method)
      if (length === 'interim') return length
      open[0]?.respond(status, head.headers)
      if (length === 'tunnel') {
        // The protocol changes, for example to WebSocket (RFC 9110 §15.2.2).
        requests.tunnel()
        endFirst()
      }
      return length
    },
    body: (bytes) => open[0]?.response.add(bytes),
    end: () => endFirst(),
    unread(reason) {
      unreadResponses = `the response: ${reason}`
      for (const exchange of open) exchange.unread(unreadResponses)
    },
    raw(bytes, isHead) {
      const passed = isHead && target.keepHost !== true ? withLocation(bytes, target.url, host) : bytes
      if (!client.write(passed)) upstream.pause()
    },
  })

  const endFirst = (): void => {
    open[0]?.response.finish()
    open.shift()?.end()
  }
  /** Ends all open exchanges as incomplete. */
  const endAll = (): void => {
    for (const exchange of open.splice(0)) exchange.end()
  }
  client.on('data', (bytes: Buffer) => requests.push(bytes))
  client.on('end', () => {
    hasLeft = true
    requests.close()
    upstream.end()
  })
  upstream.on('drain', () => client.resume())
  client.on('drain', () => upstream.resume())
  upstream.on('data', (bytes: Buffer) => {
    hasReceived = true
    responses.push(bytes)
  })
  upstream.on('end', () => {
    // The end may be caused by the client's disconnect, so it doesn't prove that the body is complete.
    if (hasLeft) responses.tunnel()
    else responses.close()
    endAll()
    client.end()
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (!hasReceived && open.length > 0 && client.writable) client.end(badGateway(target.url.origin, error))
    else client.destroy()
    endAll()
  })
  upstream.on('close', () => {
    endAll()
    if (!client.writableEnded) client.destroy()
  })
  client.on('error', () => upstream.destroy())
  client.on('close', () => {
    upstream.destroy()
    endAll()
  })
  requests.push(first)
}

/** Replaces the `Host` in a head, and leaves all other bytes unchanged. */
function withHost(head: Buffer, host: string): Buffer {
  const text = head.toString('latin1')
  return Buffer.from(
    text.replace(/(\r\nhost:[ \t]*)[^\r\n]*/i, (_, name: string) => `${name}${host}`),
    'latin1',
  )
}

/** Translates a `Location` in a head, and leaves all other bytes unchanged. */
function withLocation(head: Buffer, target: URL, host: string | undefined): Buffer {
  const text = head.toString('latin1')
  if (!/\r\nlocation:/i.test(text)) return head
  const seen = (_: string, name: string, location: string) => `${name}${seenAt(location, target, host)}`
  return Buffer.from(text.replaceAll(/(\r\nlocation:[ \t]*)([^\r\n]*)/gi, seen), 'latin1')
}

/** Translates a URL at the target to the proxy's, with plain HTTP. Returns other URLs and relative ones unchanged. */
export function seenAt(location: string, target: URL, host = ''): string {
  const [, scheme = '', authority = '', rest = ''] = /^(https?:)?\/\/([^/?#]*)(.*)$/i.exec(location) ?? []
  const origin = `${scheme || target.protocol}//${authority}`
  const isTarget = host !== '' && URL.canParse(origin) && new URL(origin).origin === target.origin
  return isTarget ? `${scheme && 'http:'}//${host}${rest}` : location
}

/** Creates the response if nothing can be forwarded (RFC 9110 §15.6.3). */
function badGateway(origin: string, { code, message }: NodeJS.ErrnoException): string {
  const body = `specdrift proxy: no connection to ${origin} (${code ?? message})\n`
  const head: MessageHead = {
    start: 'HTTP/1.1 502 Bad Gateway',
    headers: [
      ['Content-Type', 'text/plain'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['Connection', 'close'],
    ],
  }
  return `${head.start}\r\n${head.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
