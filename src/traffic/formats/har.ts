import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { defineFormat, type RecordedBody, type RecordedExchange, type RecordedHeaders } from '../recording.ts'

export default defineFormat({
  id: 'har',
  title: 'HAR 1.2: browsers, proxies, mitmproxy, Polly.js',
  unknown: 'a body whose text was not exported; the headers of a list that is empty',
  cut: { members: ['log', 'entries'] },
  detect: ({ text }) =>
    /^\uFEFF?\s*\{\s*(?:"(?!log")[^"\\]*"\s*:\s*(?:"[^"\\]*"|[\d.]+|true|false|null)\s*,\s*)*"log"\s*:\s*\{/.test(text),
  // JSON.parse returns JSON; its type is `any`.
  read: (record) => exchangesOf(JSON.parse(record) as Json),
  readJson: exchangesOf,
})

function exchangesOf(entry: Json): readonly RecordedExchange[] {
  const exchange = exchangeOfEntry(entry)
  if (exchange === undefined) throw new Error('it has no request with a method and a URL')
  return [exchange]
}

/** The exchange of an entry of a HAR (HAR 1.2 §entries); undefined for what is none. */
function exchangeOfEntry(entry: Json): RecordedExchange | undefined {
  const [request, response] = [own(entry, 'request'), own(entry, 'response')]
  const [method, url] = [ownString(request, 'method'), ownString(request, 'url')]
  if (method === '' || url === '') return undefined
  const time = ownString(entry, 'startedDateTime')
  const duration = own(entry, 'time')
  const sent = headersOf(request)
  // What Chromium revalidated it shows with the body in its cache, and Playwright with 200 too: the server sent 304 and no body.
  const isRevalidated = isConditional(sent) && own(response, 'bodySize') === 0
  const status = isRevalidated && isFull(response) ? 304 : own(response, 'status')
  const postData = own(request, 'postData')
  const requestBody = requestBodyOf(request, postData)
  return {
    ...(time !== '' && { time }),
    ...(typeof duration === 'number' && duration >= 0 && { duration }),
    request: { ...{ method, url }, headers: sent && withType(sent, postData), body: requestBody },
    // Browsers write 0 where no response came.
    ...(typeof status === 'number' &&
      status >= 100 &&
      isObject(response) && { response: responseOf(status, response, isCached(entry)) }),
  }
}

function isConditional(sent: RecordedHeaders = {}): boolean {
  return Object.hasOwn(sent, 'if-none-match') || Object.hasOwn(sent, 'if-modified-since')
}

function isFull(response: Json | undefined): boolean {
  return own(response, 'status') === 200 && Number(own(own(response, 'content'), 'size') ?? 0) > 0
}

/** Chrome shows a response from its cache with the headers it had, and mostly without its body. */
function isCached(entry: Json): boolean {
  return [entry, own(entry, 'response')].some((one) => ownString(one, '_fromCache') !== '')
}

function responseOf(
  status: number,
  response: JsonObject,
  isFromCache: boolean,
): NonNullable<RecordedExchange['response']> {
  const headers = headersOf(response)
  const content = own(response, 'content')
  const type = ownString(content, 'mimeType')
  const written = responseBodyOf(response, content)
  // An empty text beside the length of a body was not exported either.
  const isLeftOut = written === '' && (isFromCache || Number(headers?.['content-length'] ?? 0) > 0)
  // A browser shows a 304 with the body that it has in its cache (Chromium), which was not received.
  const body = isLeftOut || status === 304 ? undefined : written
  const isTyped = headers !== undefined || type === '' || type === 'x-unknown'
  return {
    status,
    // A type without headers is all that is known of them.
    ...(isTyped ? headers && { headers } : { headers: { 'content-type': type }, partialHeaders: true as const }),
    body,
  }
}

/** Charles says that a response was broken off; Firefox cuts a long body and tells its whole size. */
function isBrokenOff(response: JsonObject, text: string, size: Json | undefined): boolean {
  if (!/^(?:complete)?$/i.test(ownString(response, '_charlesStatus'))) return true
  const isShort = typeof size === 'number' && size > text.length && size > Buffer.byteLength(text)
  return isShort && /^\s*[[{]/.test(text) && !/[\]}]\s*$/.test(text)
}

/** Undefined where there is no list, or an empty one: no message has no header at all. */
function headersOf(message: Json | undefined): RecordedHeaders | undefined {
  const headers: Record<string, string | string[]> = {}
  for (const header of ownArray(message, 'headers')) {
    const name = ownString(header, 'name').toLowerCase()
    const value = own(header, 'value')
    // The pseudo headers of HTTP/2 (RFC 9113 §8.3).
    if (name === '' || name.startsWith(':') || typeof value !== 'string') continue
    const known = Object.hasOwn(headers, name) ? headers[name] : undefined
    // Defined, so that `__proto__` is a name as any other.
    Object.defineProperty(headers, name, {
      value: known === undefined ? value : [known, value].flat(),
      ...{ enumerable: true, configurable: true, writable: true },
    })
  }
  return Object.keys(headers).length === 0 ? undefined : headers
}

function withType(headers: RecordedHeaders, postData: Json | undefined): RecordedHeaders {
  const type = ownString(postData, 'mimeType')
  return type === '' || Object.hasOwn(headers, 'content-type') ? headers : { ...headers, 'content-type': type }
}

function requestBodyOf(request: Json | undefined, postData: Json | undefined): RecordedBody | undefined {
  const text = own(postData, 'text')
  if (typeof text === 'string' && text !== '')
    return ownString(postData, 'encoding') === 'base64' ? { base64: text } : text
  const form = ownArray(postData, 'params').filter((one) => own(one, 'fileName') === undefined)
  if (form.length > 0 && /urlencoded/i.test(ownString(postData, 'mimeType')))
    return new URLSearchParams(form.map((one) => [ownString(one, 'name'), ownString(one, 'value')])).toString()
  const size = own(request, 'bodySize')
  return postData === undefined && (size === 0 || size === undefined || size === -1) && !takesBody(request)
    ? ''
    : size === 0
      ? ''
      : undefined
}

/** What these send is not always exported; what others send hardly ever is a body. */
function takesBody(request: Json | undefined): boolean {
  return /^(post|put|patch)$/i.test(ownString(request, 'method'))
}

function responseBodyOf(response: JsonObject, content: Json | undefined): RecordedBody | undefined {
  const text = own(content, 'text')
  const size = own(content, 'size')
  const isPacked = ownString(content, 'encoding') === 'base64'
  // An export without bodies has an empty text beside the size.
  const isLeftOut = text === '' && typeof size === 'number' && size !== 0
  if (typeof text === 'string' && !isLeftOut && !isBrokenOff(response, isPacked ? '' : text, size))
    return isPacked ? { base64: text } : text
  return size === 0 && (own(response, 'bodySize') ?? 0) === 0 ? '' : undefined
}
