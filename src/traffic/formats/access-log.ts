import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { defineLogFormat, fieldOf, type LoggedRequest, requestIn } from '../reading/log-line.ts'

/** Field names in common configurations of nginx, Apache and Envoy, the most specific first. */
const names = {
  method: ['request_method', 'requestMethod', 'method', 'verb', 'http_method', ':method'],
  path: ['request_uri', 'requestUri', 'x-envoy-original-path', 'path', ':path', 'uri', 'url', 'request_path'],
  /** Fields with a path but no query. */
  plain: ['uri', 'request_path'],
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

export default defineLogFormat({
  id: 'access-log',
  title: 'Access logs as JSON, one object per line: nginx, Apache, Envoy',
  unknown: 'bodies, and headers except the content type',
  line(text) {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(text) as Json
    const field = (name: keyof typeof names): string | undefined => fieldOf(line, names[name])
    const [seconds, milliseconds] = [field('seconds'), field('milliseconds')]
    return {
      ...(isObject(line) ? requestOf(line, field) : { method: undefined, target: undefined }),
      host: field('host'),
      time: field('time'),
      milliseconds: seconds === undefined ? Number(milliseconds) : Number(seconds) * 1000,
      client: field('client'),
      // Envoy writes 0 if the client disconnected first.
      status: Number(field('status')),
      some: { 'content-type': field('type') },
    }
  },
})

function requestOf(line: Json, field: (name: keyof typeof names) => string | undefined): LoggedRequest {
  const written = field('line')
  const inLine = /^[A-Z]/.test(written ?? '') ? requestIn(written) : undefined
  if (inLine?.target !== undefined) return inLine
  const [method, path] = [field('method'), field('path') ?? written]
  if (method === undefined || path === undefined || !/^[A-Za-z]+$/.test(method))
    return { method: undefined, target: undefined }
  const query = path.includes('?') ? '' : (field('query') ?? '').replace(/^\??/, '?')
  const isPlain = field('plain') === path && names.query.every((name) => own(line, name) === undefined)
  return { method, target: `${path}${query === '?' ? '' : query}`, ...(isPlain && { withoutQuery: true }) }
}
