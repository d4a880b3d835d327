import type { Json } from '../../model/json.ts'
import { own } from '../../util/json.ts'
import { defineLogFormat, fieldOf, listedHeaders } from '../reading/log-line.ts'

export default defineLogFormat({
  id: 'caddy',
  title: 'Access logs of Caddy as JSON, one object per line',
  unknown: 'bodies, and credentials and cookies, which Caddy redacts',
  marks: ['resp_headers', 'duration'],
  line(text) {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(text) as Json
    const request = own(line, 'request')
    return {
      method: fieldOf(request, ['method']),
      target: fieldOf(request, ['uri']),
      host: fieldOf(request, ['host']),
      scheme: own(request, 'tls') === undefined ? undefined : 'https',
      time: fieldOf(line, ['ts']),
      milliseconds: Number(fieldOf(line, ['duration'])) * 1000,
      client: fieldOf(line, ['user_id']),
      // 0: the client disconnected first.
      status: Number(fieldOf(line, ['status'])),
      sent: listedHeaders(request),
      received: listedHeaders(line, 'resp_headers'),
    }
  },
})
