import type { Json } from '../../model/json.ts'
import { own } from '../../util/json.ts'
import { defineLogFormat, fieldOf, listedHeaders } from '../reading/log-line.ts'

export default defineLogFormat({
  id: 'kong',
  title: 'Logs of Kong as JSON, one object per line: file-log, http-log, tcp-log',
  unknown: 'bodies',
  marks: ['latencies'],
  line(text) {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(text) as Json
    const [request, response] = [own(line, 'request'), own(line, 'response')]
    return {
      method: fieldOf(request, ['method']),
      target: fieldOf(request, ['url', 'uri']),
      time: fieldOf(line, ['started_at']),
      milliseconds: Number(fieldOf(own(line, 'latencies'), ['request'])),
      client: fieldOf(own(line, 'consumer'), ['username', 'custom_id', 'id']),
      status: Number(fieldOf(response, ['status'])),
      sent: listedHeaders(request),
      received: listedHeaders(response),
    }
  },
})
