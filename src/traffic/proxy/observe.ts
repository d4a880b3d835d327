import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { PassedExchange } from './capture.ts'

/** A body in parts as they passed: text stands for its UTF-8 bytes. */
export type ObservedBody = readonly (string | Uint8Array)[] | 'unknown' | 'too long'

/**
 * An exchange as its server has it. A flat list of few values, because sending it to a thread costs as much as everything else:
 * start and duration in milliseconds, method, URL as the server knows it, whether the connection is encrypted, names and values of
 * the request headers, request body, status (0 without a response), head of the response, response body.
 */
export type ObservedExchange = readonly [
  time: number,
  duration: number,
  method: string,
  url: string,
  isEncrypted: boolean,
  requestHeaders: readonly string[],
  requestBody: ObservedBody,
  status: number,
  head: SentHead,
  body: ObservedBody,
]

/** The status line and headers as sent in HTTP/1, a list of names and values in HTTP/2. */
type SentHead = string | readonly string[] | undefined

export interface ObserveOptions {
  /** Maximum size of a captured body in bytes. */
  readonly mostBody: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Called with the exchange and its approximate size in bytes. */
  readonly onExchange: (exchange: ObservedExchange, bytes: number) => void
}

/** Captures an exchange of a Node server without affecting it. Only references are kept; `passedOf` reads them. */
export function observe(request: IncomingMessage, response: ServerResponse, options: ObserveOptions): void {
  const { method = 'GET', rawHeaders, socket } = request
  const { originalUrl, url = '/' } = request as IncomingMessage & { readonly originalUrl?: unknown }
  // Routers change `url`; Express and Connect preserve the original.
  const target = typeof originalUrl === 'string' ? originalUrl : url
  const time = options.clock()
  const sent = new Body(options.mostBody)
  const received = new Body(options.mostBody)
  tapRequest(request, sent)
  tapResponse(response, method === 'HEAD', received)
  const isEncrypted = 'encrypted' in socket
  response.once('close', () => {
    // An incomplete response doesn't count.
    const isWhole = response.writableFinished
    received.isWhole = isWhole
    const head = isWhole ? headOf(response as Sender) : undefined
    const duration = Math.max(0, options.clock() - time)
    const status = isWhole ? response.statusCode : 0
    options.onExchange(
      [time, duration, method, target, isEncrypted, rawHeaders, sent.parts(), status, head, received.parts()],
      overhead + target.length + sent.size + received.size + sizeOf(rawHeaders) + sizeOf(head),
    )
  })
}

/** Size of an exchange in memory, excluding strings and bodies. */
const overhead = 1000

function sizeOf(head: SentHead = ''): number {
  return typeof head === 'string' ? head.length : head.reduce((sum, part) => sum + part.length, 0)
}

/** A body that passes, kept up to a size limit. */
class Body {
  readonly #most: number
  #parts: (string | Uint8Array)[] = []
  /** Minimum number of bytes: text counts one per character. */
  size = 0
  isWhole = false

  constructor(most: number) {
    this.#most = most
  }

  add(chunk: unknown, encoding: unknown): void {
    const part = partOf(chunk, encoding)
    if (part.length === 0) return
    this.size += part.length
    if (this.size <= this.#most) this.#parts.push(part)
    else this.#parts = []
  }

  parts(): ObservedBody {
    return this.size > this.#most ? 'too long' : this.isWhole ? this.#parts : 'unknown'
  }
}

function partOf(chunk: unknown, encoding: unknown): string | Uint8Array {
  // The server may reuse its buffer, and a part of a pool would send the whole pool to the thread.
  if (chunk instanceof Uint8Array) return new Uint8Array(chunk)
  if (typeof chunk !== 'string') return ''
  const isText = typeof encoding !== 'string' || /^utf-?8$/i.test(encoding) || !Buffer.isEncoding(encoding)
  return isText ? chunk : new Uint8Array(Buffer.from(chunk, encoding))
}

/** Captures the request body if it is read completely. Parts read before this middleware ran are unknown. */
function tapRequest(request: IncomingMessage, kept: Body): void {
  const { headers, httpVersionMajor } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined && httpVersionMajor < 2) {
    kept.isWhole = true
    return
  }
  if (request.readableDidRead || request.readableLength > 0) return
  const { push } = request
  // The HTTP parser calls `push`, so overriding it doesn't start the stream.
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) kept.isWhole = true
    else kept.add(chunk, encoding)
    return push.call(request, chunk, encoding)
  }
}

type Call = (...args: unknown[]) => unknown

/** Captures the response body as sent, compressed if a middleware compresses it. */
function tapResponse(response: ServerResponse, isHead: boolean, kept: Body): void {
  // `write` and `end` are overloaded; all arguments are passed on unchanged.
  const methods = response as unknown as Record<'write' | 'end', Call>
  const { write, end } = methods
  let isEnding = false
  const keepBody = (chunk: unknown, encoding: unknown): void => {
    // Node doesn't send a body in these cases (RFC 9110 §6.4.1).
    if (!isHead && response.statusCode !== 204 && response.statusCode !== 304) kept.add(chunk, encoding)
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
interface Sender {
  readonly _header?: unknown
  readonly stream?: { readonly sentHeaders?: OutgoingHttpHeaders }
}

/** Returns the head as sent, with the headers that Node adds itself, such as `Date`; undefined if it is unknown. */
function headOf({ _header: head, stream }: Sender): SentHead {
  if (typeof head === 'string') return head
  const sent = stream?.sentHeaders
  return (
    sent && Object.entries(sent).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, `${one}`]))
  )
}

type Fields = PassedExchange['requestHeaders']

/** Reads an observed exchange, in the thread that writes it. `mostBody` as in `observe`. */
export function passedOf(observed: ObservedExchange, mostBody: number): PassedExchange {
  const [time, duration, method, url, isEncrypted, sentHeaders, sent, status, head, received] = observed
  const requestHeaders = pairsOf(sentHeaders)
  const [request, response] = [bytesOf(sent, mostBody), bytesOf(received, mostBody)]
  const tooLong = ([['request', request] as const, ['response', response] as const] as const).flatMap(
    ([side, bytes]) => (bytes === 'too long' ? [side] : []),
  )
  return {
    ...{ time, duration, method, target: targetOf(url, isEncrypted, sentHeaders), requestHeaders },
    ...(typeof request === 'object' && { requestBody: request }),
    ...(status !== 0 && { status, ...(head !== undefined && { headers: fieldsOf(head) }) }),
    ...(status !== 0 && typeof response === 'object' && { body: response }),
    ...(tooLong.length > 0 && { tooLong }),
  }
}

/** Returns the absolute URL. */
function targetOf(url: string, isEncrypted: boolean, headers: readonly string[]): string {
  if (/^https?:/i.test(url)) return url
  return `${isEncrypted ? 'https' : 'http'}://${headerIn(headers, 'host') ?? headerIn(headers, ':authority') ?? 'localhost'}${url}`
}

function headerIn(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name)
  return at < 0 ? undefined : headers[at + 1]
}

function bytesOf(body: ObservedBody, most: number): Uint8Array | 'unknown' | 'too long' {
  if (typeof body === 'string') return body
  const [first = ''] = body
  const bytes = body.length <= 1 ? Buffer.from(first) : Buffer.concat(body.map((part) => Buffer.from(part)))
  return bytes.length > most ? 'too long' : bytes
}

function fieldsOf(head: string | readonly string[]): Fields {
  if (typeof head !== 'string') return pairsOf(head)
  return head
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    })
}

/** Pairs up a flat list of names and values, without the pseudo-headers of HTTP/2 (RFC 9113 §8.3). */
function pairsOf(list: readonly string[]): Fields {
  return list.flatMap((name, at): Fields => (at % 2 === 1 || name.startsWith(':') ? [] : [[name, list[at + 1] ?? '']]))
}
