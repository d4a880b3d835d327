import type { Json } from '../../model/json.ts'
import { own, ownArray, ownString } from '../../util/json.ts'
import { defineFormat, type RecordedBody, type RecordedExchange, type RecordedHeaders } from '../recording.ts'

export default defineFormat({
  id: 'postman',
  title: 'Postman collections 2.0 and 2.1: their saved responses',
  unknown: 'times, and headers if a response has no list of them',
  cut: { members: ['item'] },
  detect: ({ text }) =>
    /^\uFEFF?\s*\{/.test(text) && /"_postman_id"\s*:|getpostman\.com\/json\/collection|schema\.postman\.com/.test(text),
  // JSON.parse returns JSON; its type is `any`.
  read: (record) => exchangesOf(JSON.parse(record) as Json, 0),
})

/** Maximum depth of folders. */
const deepest = 50

/** Returns the saved responses of a request, or of all requests in a folder. Requests that were never sent are skipped. */
function exchangesOf(item: Json, depth: number): readonly RecordedExchange[] {
  if (depth > deepest) return []
  const below = ownArray(item, 'item').flatMap((each) => exchangesOf(each, depth + 1))
  const saved = ownArray(item, 'response').flatMap((response) =>
    exchangeOf(own(response, 'originalRequest') ?? own(item, 'request'), response, textOf(response)),
  )
  return [...below, ...saved]
}

export function exchangeOf(
  request: Json | undefined,
  response: Json | undefined,
  body: RecordedBody | undefined,
): readonly RecordedExchange[] {
  const [url, status, duration] = [urlOf(request), own(response, 'code'), own(response, 'responseTime')]
  if (typeof status !== 'number' || url === '') return []
  const [sent, received] = [headersOf(own(request, 'header')), headersOf(own(response, 'header'))]
  const requestBody = requestBodyOf(own(request, 'body'))
  return [
    {
      ...(typeof duration === 'number' && { duration }),
      request: { ...{ method: ownString(request, 'method') || 'GET', url }, headers: sent, body: requestBody },
      response: { status, headers: received, body },
    },
  ]
}

function textOf(response: Json): string | undefined {
  const body = own(response, 'body')
  return typeof body === 'string' ? body : undefined
}

/** Returns the URL with `:name` path variables replaced. */
function urlOf(request: Json | undefined): string {
  if (typeof request === 'string') return request
  const url = own(request, 'url')
  if (typeof url === 'string') return url
  const values = ownArray(url, 'variable').map((one) => [ownString(one, 'key'), ownString(one, 'value')] as const)
  return values.reduce(
    (text, [key, value]) => (key === '' || value === '' ? text : text.replaceAll(`/:${key}`, () => `/${value}`)),
    ownString(url, 'raw') || joinedUrl(url),
  )
}

/** Builds a URL from its parts, because Postman's schema allows it without the complete string. */
function joinedUrl(url: Json | undefined): string {
  const listed = (name: string, separator: string): string =>
    [own(url, name) ?? []]
      .flat()
      .map((part) => (typeof part === 'string' ? part : ownString(part, 'value')))
      .join(separator)
  const [host, path] = [listed('host', '.'), listed('path', '/').replace(/^\/*/, '/')]
  if (host === '' && own(url, 'path') === undefined) return ''
  const [protocol, port] = [ownString(url, 'protocol'), ownString(url, 'port')]
  const query = ownArray(url, 'query')
    .filter((one) => own(one, 'disabled') !== true)
    .map((one) => `${ownString(one, 'key')}=${ownString(one, 'value')}`)
  const authority =
    host === '' ? '' : `${protocol === '' ? '' : `${protocol}:`}//${host}${port === '' ? '' : `:${port}`}`
  return `${authority}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

function headersOf(header: Json | undefined): RecordedHeaders | undefined {
  if (!Array.isArray(header) || header.length === 0) return undefined
  const found = new Map<string, string[]>()
  for (const one of header) {
    const name = ownString(one, 'key').toLowerCase()
    if (name === '' || own(one, 'disabled') === true) continue
    found.set(name, [...(found.get(name) ?? []), ownString(one, 'value')])
  }
  return Object.fromEntries(found)
}

function requestBodyOf(body: Json | undefined): string | undefined {
  if (body === undefined) return ''
  const mode = ownString(body, 'mode')
  if (mode === 'raw') return ownString(body, 'raw')
  if (mode !== 'urlencoded') return undefined
  const pairs = ownArray(body, 'urlencoded').filter((one) => own(one, 'disabled') !== true)
  return new URLSearchParams(pairs.map((one) => [ownString(one, 'key'), ownString(one, 'value')])).toString()
}
