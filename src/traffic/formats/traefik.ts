import type { Json } from '../../model/json.ts'
import { defineLogFormat, fieldOf } from '../reading/log-line.ts'

export default defineLogFormat({
  id: 'traefik',
  title: 'Access logs of Traefik as JSON, one object per line',
  unknown: 'bodies, and headers except the content type',
  line(text) {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(text) as Json
    return {
      method: fieldOf(line, ['RequestMethod']),
      target: fieldOf(line, ['RequestPath']),
      scheme: fieldOf(line, ['RequestScheme']),
      host: fieldOf(line, ['RequestAddr', 'RequestHost']),
      time: fieldOf(line, ['StartUTC', 'StartLocal', 'time']),
      // Traefik logs nanoseconds.
      milliseconds: Number(fieldOf(line, ['Duration'])) / 1e6,
      client: fieldOf(line, ['ClientUsername']),
      status: Number(fieldOf(line, ['DownstreamStatus', 'OriginStatus'])),
      some: { 'content-type': fieldOf(line, ['downstream_Content-Type', 'origin_Content-Type']) },
    }
  },
})
