import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import { type CaptureOptions, openExchange } from './capture.ts'
import { type ForwardTarget, seenAt } from './forward-http1.ts'

/** Preface of a client that knows that the server supports HTTP/2 (RFC 9113 §3.4). */
export const http2Preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Forwards HTTP/2 stream by stream. Bodies and trailers are unchanged, but frames may be split differently. */
export interface Http2Forwarder {
  take(client: Socket): void
  close(): void
}

/** Creates a forwarder for HTTP/2 with prior knowledge; it uses TLS for an https target. */
export function createHttp2Forwarder(target: ForwardTarget, options: CaptureOptions): Http2Forwarder {
  const server: Http2Server = createServer({ allowHTTP1: false } as object)
  const sessions = new Set<ClientHttp2Session>()
  server.on('session', (session) => {
    const upstream = connect(target.url.origin, { rejectUnauthorized: target.insecure !== true })
    sessions.add(upstream)
    // Its streams end with 502 first.
    upstream.on('error', () => {})
    upstream.on('close', () => {
      sessions.delete(upstream)
      if (!session.destroyed) session.close()
    })
    session.on('close', () => upstream.destroy())
    session.on('error', () => upstream.destroy())
    session.on('stream', (stream, headers) => forwardStream(stream, headers, upstream, target, options))
  })
  return {
    take: (client) => void server.emit('connection', client),
    close() {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
}

function forwardStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  upstream: ClientHttp2Session,
  { url, keepHost }: ForwardTarget,
  options: CaptureOptions,
): void {
  const method = String(headers[':method'])
  const exchange = openExchange(options, method, String(headers[':path']), plain(headers))
  const { ':scheme': _, ...rest } = headers
  const sent: OutgoingHttpHeaders = { ...rest, ...(keepHost === true ? {} : { ':authority': url.host }) }
  const request = requestOf(upstream, sent, stream.endAfterHeaders)
  if (request === undefined) {
    unreachable(stream)
    exchange.end()
    return
  }
  let sentTrailers: OutgoingHttpHeaders | undefined
  let trailers: OutgoingHttpHeaders | undefined
  stream.on('trailers', (fields) => {
    sentTrailers = { ...fields }
  })
  request.on('wantTrailers', () => request.sendTrailers(sentTrailers ?? {}))
  /** If Node refuses to send something, such as status 600, only this stream fails. */
  const passOn = (act: () => void): void => {
    try {
      act()
    } catch {
      if (stream.headersSent) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
      request.close(constants.NGHTTP2_CANCEL)
    }
  }
  stream.on('data', (bytes: Buffer) => exchange.request.add(bytes))
  stream.on('end', () => {
    if (!stream.aborted) exchange.request.finish()
  })
  stream.pipe(request)
  request.on('headers', (interim) => {
    if (!stream.destroyed) passOn(() => stream.additionalHeaders(interim))
  })
  request.on('response', (received, flags) => {
    exchange.respond(Number(received[':status']), plain(received))
    // A `data` listener starts the stream. Added earlier, it would lose bytes that arrive with the headers, before `pipe`.
    request.on('data', (bytes: Buffer) => exchange.response.add(bytes))
    if (stream.destroyed) return
    const location =
      keepHost === true || received.location === undefined
        ? received.location
        : seenAt(received.location, url, headers[':authority'])
    const endStream = (flags & endOfStream) !== 0
    passOn(() => {
      stream.respond(
        { ...received, ...(location !== undefined && { location }) },
        { endStream, waitForTrailers: !endStream },
      )
      if (!endStream) request.pipe(stream, { end: false })
    })
  })
  request.on('trailers', (fields) => {
    trailers = { ...fields }
  })
  // Empty trailers also end the stream. Closing it here would drop unsent data.
  stream.on('wantTrailers', () => passOn(() => stream.sendTrailers(trailers ?? {})))
  request.on('end', () => {
    // A reset stream also emits `end`; `close` handles it.
    if (request.rstCode !== constants.NGHTTP2_NO_ERROR || request.aborted) return
    exchange.response.finish()
    exchange.end()
    stream.end()
  })
  // Both are followed by `close`, and can occur after the other side disconnected.
  request.on('error', () => {})
  stream.on('error', () => {})
  stream.on('aborted', () => request.close(constants.NGHTTP2_CANCEL))
  request.on('close', () => {
    if (!stream.headersSent) unreachable(stream)
    else if (request.rstCode !== 0 && !stream.destroyed) stream.close(request.rstCode)
    exchange.end()
  })
}

/** END_STREAM, the flag of a stream's last frame (RFC 9113 §6.2). */
const endOfStream = 0x1

/** Returns undefined if there is no connection to the target, or if Node can't send the request. */
function requestOf(
  upstream: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  endStream: boolean,
): ClientHttp2Stream | undefined {
  if (upstream.destroyed || upstream.closed) return undefined
  try {
    return upstream.request(headers, { endStream, waitForTrailers: !endStream })
  } catch {
    // Node doesn't send connection headers of HTTP/1.1.
    return undefined
  }
}

/** Responds with 502 (RFC 9110 §15.6.3). */
function unreachable(stream: ServerHttp2Stream): void {
  if (!stream.destroyed && !stream.headersSent) stream.respond({ ':status': 502 }, { endStream: true })
}

/** Returns the headers without pseudo-headers (RFC 9113 §8.3). */
function plain(headers: IncomingHttpHeaders): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined
      ? []
      : [value].flat().map((one): readonly [string, string] => [name, one]),
  )
}
