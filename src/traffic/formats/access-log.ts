import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { defineFormat } from '../recording.ts'

/** The names that configurations of nginx, Apache and Envoy use, the more exact ones first. */
const names = {
  method: ['request_method', 'requestMethod', 'method', 'verb', 'http_method', ':method'],
  path: ['request_uri', 'requestUri', 'x-envoy-original-path', 'path', ':path', 'uri', 'url', 'request_path'],
  query: ['query', 'query_string', 'args'],
  line: ['request', 'request_line'],
  status: ['status', 'response_code', 'status_code', 'response_status', 'code'],
  host: ['http_host', 'authority', ':authority', 'host', 'server_name', 'vhost'],
  time: ['time_iso8601', 'start_time', '@timestamp', 'timestamp', 'time', 'time_local', 'msec'],
  type: ['sent_http_content_type', 'response_content_type', 'resp_content_type', 'content_type', 'contentType'],
  seconds: ['request_time'],
  milliseconds: ['duration', 'duration_ms', 'response_time_ms'],
  client: ['remote_user', 'consumer', 'client'],
} as const

export default defineFormat({
  id: 'access-log',
  title: 'Access logs as JSON, one object a line: nginx, Apache, Envoy',
  unknown: 'bodies, and headers other than the content type: status, path and content type are checked',
  cut: 'lines',
  // The first line may be the broken one.
  detect: ({ text }) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\n', 20)
      .map(parsed)
      .some((line) => requestIn(line) !== undefined && first(line, names.status) !== undefined),
  read(record) {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(record) as Json
    const sent = requestIn(line)
    const status = Number(first(line, names.status))
    if (sent === undefined) throw new Error('it has no request with a method and a path')
    const [host, time, type, client] = [
      first(line, names.host),
      timeOf(first(line, names.time)),
      first(line, names.type),
      first(line, names.client),
    ]
    const [seconds, milliseconds] = [first(line, names.seconds), first(line, names.milliseconds)]
    const duration = seconds === undefined ? Number(milliseconds) : Number(seconds) * 1000
    const isOnlyPath = sent.path.startsWith('/')
    return [
      {
        time,
        ...(duration >= 0 && { duration }),
        client,
        isLog: true,
        request: {
          method: sent.method,
          url: isOnlyPath && host !== undefined ? `//${host}${sent.path}` : sent.path,
        },
        // 0 where the client went away before (Envoy), 499 of nginx is no response either.
        ...(status >= 100 &&
          status !== 499 && {
            response: {
              status,
              ...(type !== undefined && { headers: { 'content-type': type }, partialHeaders: true as const }),
            },
          }),
      },
    ]
  },
})

interface LoggedRequest {
  readonly method: string
  readonly path: string
}

/** By its own fields, or in a request line (RFC 9112 §3). */
function requestIn(line: Json | undefined): LoggedRequest | undefined {
  const written = first(line, names.line)
  const [, method, target] = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/.exec(written ?? '') ?? []
  if (method !== undefined && target !== undefined) return { method, path: target }
  const [named, path] = [first(line, names.method), first(line, names.path) ?? written]
  if (named === undefined || path === undefined || !/^[A-Za-z]+$/.test(named)) return undefined
  const query = path.includes('?') ? '' : (first(line, names.query) ?? '').replace(/^\??/, '?')
  return { method: named, path: `${path}${query === '?' ? '' : query}` }
}

/** `-` stands for what there is not. */
function first(line: Json | undefined, candidates: readonly string[]): string | undefined {
  for (const name of candidates) {
    const value = own(line, name)
    if ((typeof value === 'string' && value !== '' && value !== '-') || typeof value === 'number') return String(value)
  }
  return undefined
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** ISO 8601, seconds or milliseconds since the epoch, or `[20/Nov/2026:08:00:00 +0100]` of the common log format. */
function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, day, month = '', year, clock, sign, hours, minutes] =
    /^\[?(\d\d)\/(\w{3})\/(\d{4}):([\d:]{8}) ([+-])(\d\d)(\d\d)\]?$/.exec(text) ?? []
  if (day !== undefined)
    return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}T${clock}${sign}${hours}:${minutes}`
  if (!/^\d+(?:\.\d+)?$/.test(text)) return text
  const epoch = Number(text)
  return new Date(epoch > 1e11 ? epoch : epoch * 1000).toISOString()
}

function parsed(line: string): Json | undefined {
  try {
    // JSON.parse returns JSON; its type is `any`.
    const value = JSON.parse(line) as Json
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
