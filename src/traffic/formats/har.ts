import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { defineFormat, type RecordedBody, type RecordedExchange, type RecordedHeaders } from '../recording.ts'

export default defineFormat({
  id: 'har',
  title: 'HAR 1.2: browsers, proxies, mitmproxy, Polly.js',
  unknown: 'bodies that were not exported, and headers if their list is empty',
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

/** Converts an entry of a HAR (HAR 1.2 §entries) to an exchange; undefined if it is invalid. */
function exchangeOfEntry(entry: Json): RecordedExchange | undefined {
  const [request, response] = [own(entry, 'request'), own(entry, 'response')]
  const [method, url] = [ownString(request, 'method'), ownString(request, 'url')]
  if (method === '' || url === '') return undefined
  const time = ownString(entry, 'startedDateTime')
  const duration = own(entry, 'time')
  const sent = headersOf(request)
  // Chromium records the cached body for a revalidated response, and Playwright also the status 200. The server sent 304 without a body.
  // Only they record `_transferSize`. Other tools also write a body size of 0 if they don't measure it.
  const isWithoutBody = own(response, 'bodySize') === 0 && Number(own(response, '_transferSize') ?? 0) > 0
  const isRevalidated = isConditional(sent) && isWithoutBody
  const status = isRevalidated && isFull(response) ? 304 : own(response, 'status')
  const postData = own(request, 'postData')
  const requestBody = requestBodyOf(request, postData)
  return {
    ...(time !== '' && { time }),
    ...(typeof duration === 'number' && duration >= 0 && { duration }),
    request: { ...{ method, url }, headers: sent && withType(sent, postData), body: requestBody },
    // Browsers write 0 if no response was received.
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

/** Whether the response is from Chrome's cache. It has the original headers, but usually no body. */
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
  // An empty string with a content length means that the body was not exported.
  const isLeftOut = written === '' && (isFromCache || Number(headers?.['content-length'] ?? 0) > 0)
  // Chromium records a 304 with the body from its cache, which was not received.
  const body = isLeftOut || status === 304 ? undefined : written
  const isTyped = headers !== undefined || type === '' || type === 'x-unknown'
  return {
    status,
    // Without headers, only the content type is known.
    ...(isTyped ? headers && { headers } : { headers: { 'content-type': type }, partialHeaders: true as const }),
    body,
  }
}

/** Whether a body is incomplete: Charles marks such responses, and Firefox truncates long bodies but reports the full size. */
function isBrokenOff(response: JsonObject, text: string, size: Json | undefined): boolean {
  if (!/^(?:complete)?$/i.test(ownString(response, '_charlesStatus'))) return true
  const isShort = typeof size === 'number' && size > text.length && size > Buffer.byteLength(text)
  return isShort && /^\s*[[{]/.test(text) && !/[\]}]\s*$/.test(text)
}

/** Returns undefined without headers, because every real message has headers. */
function headersOf(message: Json | undefined): RecordedHeaders | undefined {
  const headers: Record<string, string | string[]> = {}
  for (const header of ownArray(message, 'headers')) {
    const name = ownString(header, 'name').toLowerCase()
    const value = own(header, 'value')
    // Skip the pseudo-headers of HTTP/2 (RFC 9113 §8.3).
    if (name === '' || name.startsWith(':') || typeof value !== 'string') continue
    const known = Object.hasOwn(headers, name) ? headers[name] : undefined
    const values = known === undefined ? value : [known, value].flat()
    // Assigning `__proto__` would set the prototype. `defineProperty` takes long.
    if (name !== '__proto__') headers[name] = values
    else Object.defineProperty(headers, name, { value: values, enumerable: true, configurable: true, writable: true })
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
  // Chromium omits the body of a form with files, and its size.
  if (postData === undefined && hasSentBody(headersOf(request))) return undefined
  const size = own(request, 'bodySize')
  return postData === undefined && (size === 0 || size === undefined || size === -1) && !takesBody(request)
    ? ''
    : size === 0
      ? ''
      : undefined
}

function hasSentBody({ 'content-type': type, 'content-length': length }: RecordedHeaders = {}): boolean {
  return /^multipart\//i.test(String(type)) || Number(length ?? 0) > 0
}

/** Whether the method usually has a body. Exports may omit it. */
function takesBody(request: Json | undefined): boolean {
  return /^(post|put|patch)$/i.test(ownString(request, 'method'))
}

function responseBodyOf(response: JsonObject, content: Json | undefined): RecordedBody | undefined {
  const text = own(content, 'text')
  const size = own(content, 'size')
  const isPacked = ownString(content, 'encoding') === 'base64'
  // Exports without bodies have an empty string and the size.
  const isLeftOut = text === '' && typeof size === 'number' && size !== 0
  if (typeof text === 'string' && !isLeftOut && !isBrokenOff(response, isPacked ? '' : text, size))
    return isPacked ? { base64: text } : text
  return size === 0 && (own(response, 'bodySize') ?? 0) === 0 ? '' : undefined
}
