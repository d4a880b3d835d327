import type { JsonObject } from '../../model/json.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { defineFormat, type RecordedExchange } from '../recording.ts'

export default defineFormat({
  id: 'ndjson',
  title: 'NDJSON of specdrift: one exchange per line, described by `specdrift schema exchange`',
  unknown: 'members that a line omits',
  cut: 'lines',
  // The first line may be broken, or longer than the beginning of the recording.
  detect: ({ text }) =>
    text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\n', 20)
      .some((line, _, { length }) => isExchange(line) || (length === 1 && isOutermost(line, /"request"\s*:\s*\{/))),
  read(record) {
    // JSON.parse returns JSON; its type is `any`.
    const line: unknown = JSON.parse(record.charCodeAt(0) === 0xfeff ? record.slice(1) : record)
    const [request, response] = isObject(line) ? [own(line, 'request'), own(line, 'response')] : []
    if (ownString(request, 'method') === '' || ownString(request, 'url') === '')
      throw new Error('it has no request with a method and a URL')
    if (response !== undefined && !isResponse(response)) throw new Error('its response has no status')
    // Treating it as unknown would hide that it isn't checked.
    if (!isBody(own(request, 'body')) || !isBody(own(response, 'body')))
      throw new Error('a body in it is neither a text nor { base64 }')
    // Parts that violate the schema are treated as unknown.
    return [line as unknown as RecordedExchange]
  },
})

function isBody(body: unknown): boolean {
  return body === undefined || body === null || typeof body === 'string' || (isObject(body) && 'base64' in body)
}

/** Whether `read` accepts a complete line. */
function isExchange(line: string): boolean {
  try {
    const request = own(JSON.parse(line), 'request')
    return ownString(request, 'method') !== '' && ownString(request, 'url') !== ''
  } catch {
    return false
  }
}

/** Whether the beginning of a line has such a member at the top level. Other formats have nested requests. */
function isOutermost(line: string, member: RegExp): boolean {
  let [depth, kept] = [0, '']
  // A string that isn't closed extends to the end: trying the next quotes would take quadratic time.
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|[^"{}[\]]+|".*/g)) {
    if (token === '}' || token === ']') depth--
    if (depth <= 1) kept += token
    if (token === '{' || token === '[') depth++
  }
  return /^\s*\{/.test(line) && member.test(kept)
}

function isResponse(response: unknown): response is JsonObject {
  return isObject(response) && Number.isInteger(response.status)
}
