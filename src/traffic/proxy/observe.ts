import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Capture, type CaptureOptions, openExchange, type PassedExchange } from './capture.ts'

type Fields = PassedExchange['requestHeaders']

/** Captures an exchange of a Node server without affecting it. */
export function observe(request: IncomingMessage, response: ServerResponse, options: CaptureOptions): void {
  const { method = 'GET', rawHeaders } = request
  const exchange = openExchange(options, method, targetOf(request), pairsOf(rawHeaders))
  tapRequest(request, exchange.request)
  tapResponse(response, method, exchange.response)
  response.once('close', () => {
    // An incomplete response doesn't count.
    if (response.writableFinished) {
      exchange.response.finish()
      exchange.respond(response.statusCode, sentHeaders(response as SentHead))
    }
    exchange.end()
  })
}

/** Returns the absolute URL. Routers change `url`; Express and Connect preserve the original. */
function targetOf(request: IncomingMessage & { readonly originalUrl?: unknown }): string {
  const { originalUrl, url = '/', headers, socket } = request
  const sent = typeof originalUrl === 'string' ? originalUrl : url
  const host = headers.host ?? headers[':authority'] ?? 'localhost'
  return /^https?:/i.test(sent) ? sent : `${'encrypted' in socket ? 'https' : 'http'}://${host}${sent}`
}

/** Pairs up a flat list of names and values, without the pseudo-headers of HTTP/2 (RFC 9113 §8.3). */
function pairsOf(list: readonly string[]): Fields {
  return list.flatMap((name, at): Fields => (at % 2 === 1 || name.startsWith(':') ? [] : [[name, list[at + 1] ?? '']]))
}

/** Captures the request body if it is read completely. Parts read before this middleware ran are unknown. */
function tapRequest(request: IncomingMessage, kept: Capture): void {
  const { headers, httpVersionMajor, readableDidRead, readableLength } = request
  const isStated = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!isStated && httpVersionMajor < 2) kept.finish()
  if (readableDidRead || readableLength > 0) return
  const { push } = request
  // The HTTP parser calls `push`, so overriding it doesn't start the stream.
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    keep(kept, chunk, encoding)
    if (chunk === null) kept.finish()
    return push.call(request, chunk, encoding)
  }
}

type Call = (...args: unknown[]) => unknown

/** Captures the response body as sent, compressed if a middleware compresses it. */
function tapResponse(response: ServerResponse, method: string, kept: Capture): void {
  // `write` and `end` are overloaded; all arguments are passed on unchanged.
  const methods = response as unknown as Record<'write' | 'end', Call>
  const { write, end } = methods
  let isEnding = false
  const keepBody = (chunk: unknown, encoding: unknown): void => {
    // Node doesn't send a body in these cases (RFC 9110 §6.4.1).
    if (method !== 'HEAD' && response.statusCode !== 204 && response.statusCode !== 304) keep(kept, chunk, encoding)
  }
  methods.write = (...args) => {
    if (!isEnding) keepBody(args[0], args[1])
    return write.apply(response, args)
  }
  methods.end = (...args) => {
    // In HTTP/2, `end` calls `write`.
    isEnding = true
    keepBody(args[0], args[1])
    return end.apply(response, args)
  }
}

/** Where Node keeps the head that it sent: as text in HTTP/1, as an object in HTTP/2. */
interface SentHead {
  readonly _header?: unknown
  readonly stream?: { readonly sentHeaders?: OutgoingHttpHeaders }
}

/** Returns the headers as sent, with those that Node adds itself, such as `Date`; undefined if they are unknown. */
function sentHeaders({ _header: head, stream }: SentHead): Fields | undefined {
  if (typeof head === 'string')
    return head
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at), line.slice(at + 1).trim()]
      })
  const sent = stream?.sentHeaders
  return sent && Object.entries(sent).flatMap(fieldsOf)
}

function fieldsOf([name, value]: [string, OutgoingHttpHeaders[string]]): Fields {
  return name.startsWith(':') ? [] : [value ?? []].flat().map((one) => [name, String(one)])
}

function keep(kept: Capture, chunk: unknown, encoding: unknown): void {
  // The server may reuse its buffer.
  if (chunk instanceof Uint8Array) kept.add(Uint8Array.from(chunk))
  else if (typeof chunk === 'string' && chunk !== '')
    kept.add(Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8'))
}
