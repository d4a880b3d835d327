import type { JsonObject } from '../../model/json.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { defineFormat, type RecordedExchange } from '../recording.ts'

export default defineFormat({
  id: 'ndjson',
  title: 'NDJSON of specdrift: one exchange a line, as `specdrift schema exchange` describes it',
  unknown: 'what a line leaves out',
  cut: 'lines',
  // The first line may be the broken one.
  detect: ({ text }) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\n', 20)
      .some((line) => /^\s*\{.*"request"\s*:\s*\{/.test(line) && !/^\s*\{\s*"log"\s*:/.test(line)),
  read(record) {
    // JSON.parse returns JSON; its type is `any`.
    const line: unknown = JSON.parse(record.charCodeAt(0) === 0xfeff ? record.slice(1) : record)
    const [request, response] = isObject(line) ? [own(line, 'request'), own(line, 'response')] : []
    if (ownString(request, 'method') === '' || ownString(request, 'url') === '')
      throw new Error('it has no request with a method and a URL')
    if (response !== undefined && !isResponse(response)) throw new Error('its response has no status')
    // Its parts are what the schema says, or are read as unknown.
    return [line as unknown as RecordedExchange]
  },
})

function isResponse(response: unknown): response is JsonObject {
  return isObject(response) && Number.isInteger(response.status)
}
