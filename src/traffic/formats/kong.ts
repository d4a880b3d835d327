import type { Json } from '../../model/json.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { defineFormat, type RecordedHeaders } from '../recording.ts'

export default defineFormat({
  id: 'kong',
  title: 'Logs of Kong as JSON, one object a line: file-log, http-log, tcp-log',
  unknown: 'bodies',
  cut: 'lines',
  // The first line may be the broken one.
  detect: ({ text }) => text.split('\n', 20).some((line) => /^\s*\{.*"latencies"\s*:/.test(line)),
  read(record) {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(record) as Json
    const [request, response] = [own(line, 'request'), own(line, 'response')]
    const [method, url] = [ownString(request, 'method'), ownString(request, 'url') || ownString(request, 'uri')]
    if (method === '' || url === '') throw new Error('it has no request with a method and a URL')
    const [started, status] = [own(line, 'started_at'), own(response, 'status')]
    const duration = own(own(line, 'latencies'), 'request')
    const [sent, received] = [headersOf(request), headersOf(response)]
    const consumer = own(line, 'consumer')
    const client = ownString(consumer, 'username') || ownString(consumer, 'custom_id') || ownString(consumer, 'id')
    return [
      {
        ...(typeof started === 'number' && { time: new Date(started).toISOString() }),
        ...(typeof duration === 'number' && duration >= 0 && { duration }),
        ...(client !== '' && { client }),
        isLog: true,
        request: { method, url, headers: sent },
        ...(typeof status === 'number' && { response: { status, headers: received } }),
      },
    ]
  },
})

function headersOf(message: Json | undefined): RecordedHeaders | undefined {
  const headers = own(message, 'headers')
  if (!isObject(headers) || Object.keys(headers).length === 0) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().map(String)]),
  )
}
