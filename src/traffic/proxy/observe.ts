import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Capture, type CaptureOptions, openExchange, type PassedExchange } from './capture.ts'

type Fields = PassedExchange['requestHeaders']

/** Observes an exchange of a server of Node: what is read and written passes as it would without. */
export function observe(request: IncomingMessage, response: ServerResponse, options: CaptureOptions): void {
  const { method = 'GET', rawHeaders } = request
  const exchange = openExchange(options, method, targetOf(request), pairsOf(rawHeaders))
  tapRequest(request, exchange.request)
  const head = tapResponse(response, method, exchange.response)
  response.once('close', () => {
    // What broke off is no response.
    if (response.writableFinished) {
      exchange.response.finish()
      exchange.respond(response.statusCode, head())
    }
    exchange.end()
  })
}

/** An absolute URL. Routers change `url`; Express and Connect keep what was sent. */
function targetOf(request: IncomingMessage & { readonly originalUrl?: unknown }): string {
  const { originalUrl, url = '/', headers, socket } = request
  const sent = typeof originalUrl === 'string' ? originalUrl : url
  const host = headers.host ?? headers[':authority'] ?? 'localhost'
  return /^https?:/i.test(sent) ? sent : `${'encrypted' in socket ? 'https' : 'http'}://${host}${sent}`
}

/** Pairs of a list of names and values in turn, without the pseudo headers of HTTP/2 (RFC 9113 §8.3). */
function pairsOf(list: readonly string[]): Fields {
  return list.flatMap((name, at): Fields => (at % 2 === 1 || name.startsWith(':') ? [] : [[name, list[at + 1] ?? '']]))
}

/** Its body, once it was read to its end. What was read before the middleware ran is unknown. */
function tapRequest(request: IncomingMessage, kept: Capture): void {
  const { headers, httpVersionMajor, readableDidRead, readableLength } = request
  const isStated = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!isStated && httpVersionMajor < 2) kept.finish()
  if (readableDidRead || readableLength > 0) return
  const { push } = request
  // The parser pushes what it receives: nothing starts to flow because of this.
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    keep(kept, chunk, encoding)
    if (chunk === null) kept.finish()
    return push.call(request, chunk, encoding)
  }
}

type Call = (...args: unknown[]) => unknown

/** What is written to a response, as it is sent: packed where a middleware packs it. Returns its headers. */
function tapResponse(response: ServerResponse, method: string, kept: Capture): () => Fields {
  // `writeHead`, `write` and `end` have overloads; what they are given is passed on as it is.
  const methods = response as unknown as Record<'writeHead' | 'write' | 'end', Call>
  const { writeHead, write, end } = methods
  let given: unknown
  let isEnding = false
  const keepBody = (chunk: unknown, encoding: unknown): void => {
    // Node sends no body there (RFC 9110 §6.4.1).
    if (method !== 'HEAD' && response.statusCode !== 204 && response.statusCode !== 304) keep(kept, chunk, encoding)
  }
  methods.writeHead = (...args) => {
    given = args.find((one) => typeof one === 'object' && one !== null)
    return writeHead.apply(response, args)
  }
  methods.write = (...args) => {
    if (!isEnding) keepBody(args[0], args[1])
    return write.apply(response, args)
  }
  methods.end = (...args) => {
    // That of HTTP/2 calls `write`.
    isEnding = true
    keepBody(args[0], args[1])
    return end.apply(response, args)
  }
  return () => Object.entries({ ...response.getHeaders(), ...headersGiven(given) }).flatMap(fieldsOf)
}

/** The headers that `writeHead` was given: an object, a list of names and values in turn, or one of pairs. */
function headersGiven(given: unknown): OutgoingHttpHeaders {
  if (!Array.isArray(given))
    return Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const found: Record<string, string[]> = Object.create(null)
  for (const [name, value] of pairsOf(given.flat().map(String)))
    found[name.toLowerCase()] = [...(found[name.toLowerCase()] ?? []), value]
  return found
}

function fieldsOf([name, value]: [string, OutgoingHttpHeaders[string]]): Fields {
  return [value ?? []].flat().map((one) => [name, String(one)])
}

function keep(kept: Capture, chunk: unknown, encoding: unknown): void {
  // The server may use its buffer again.
  if (chunk instanceof Uint8Array) kept.add(Uint8Array.from(chunk))
  else if (typeof chunk === 'string' && chunk !== '')
    kept.add(Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8'))
}
