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

/** The preface of a client that knows the server speaks HTTP/2 (RFC 9113 §3.4). */
export const http2Preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Forwards HTTP/2: streams one by one, with their bodies and trailers byte by byte. Frames are cut anew. */
export interface Http2Forwarder {
  take(client: Socket): void
  close(): void
}

/** Makes a forwarder of prior-knowledge HTTP/2; to an https target over TLS. */
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
  /** What Node does not send, such as a status of 600, costs this stream and no other. */
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
    // Not before: bytes that come with the head would be heard before there is anything to pass them on to.
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
  // None end the stream as well; closing it here would drop what is still to be sent.
  stream.on('wantTrailers', () => passOn(() => stream.sendTrailers(trailers ?? {})))
  request.on('end', () => {
    // One that was reset ends here as well: `close` passes that on.
    if (request.rstCode !== constants.NGHTTP2_NO_ERROR || request.aborted) return
    exchange.response.finish()
    exchange.end()
    stream.end()
  })
  // `close` follows either, and either may come when the other side is gone.
  request.on('error', () => {})
  stream.on('error', () => {})
  stream.on('aborted', () => request.close(constants.NGHTTP2_CANCEL))
  request.on('close', () => {
    if (!stream.headersSent) unreachable(stream)
    else if (request.rstCode !== 0 && !stream.destroyed) stream.close(request.rstCode)
    exchange.end()
  })
}

/** The flag of the last frame of a stream (RFC 9113 §6.2). */
const endOfStream = 0x1

/** Undefined where the connection to the target is over, or never was, and where the request cannot be sent. */
function requestOf(
  upstream: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  endStream: boolean,
): ClientHttp2Stream | undefined {
  if (upstream.destroyed || upstream.closed) return undefined
  try {
    return upstream.request(headers, { endStream, waitForTrailers: !endStream })
  } catch {
    // A header of HTTP/1.1, which Node does not send.
    return undefined
  }
}

/** RFC 9110 §15.6.3 */
function unreachable(stream: ServerHttp2Stream): void {
  if (!stream.destroyed && !stream.headersSent) stream.respond({ ':status': 502 }, { endStream: true })
}

/** Without the pseudo-headers (RFC 9113 §8.3). */
function plain(headers: IncomingHttpHeaders): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined
      ? []
      : [value].flat().map((one): readonly [string, string] => [name, one]),
  )
}
