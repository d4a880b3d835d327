import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { defineFormat, type RecordedBody, type RecordedHeaders } from '../recording.ts'

export default defineFormat({
  id: 'nock',
  title: 'Recordings of nock: `nock.recorder` and `nock.back`, for example in @octokit/fixtures',
  unknown: 'times, and request headers unless nock was told to record them',
  cut: { members: [] },
  detect: ({ text }) => /^\uFEFF?\s*\[/.test(text) && /"scope"\s*:/.test(text) && /"status"\s*:/.test(text),
  read(record) {
    // JSON.parse returns JSON; its type is `any`.
    const call = JSON.parse(record) as Json
    const [method, path, status] = [ownString(call, 'method'), ownString(call, 'path'), own(call, 'status')]
    if (!isObject(call) || method === '' || path === '') throw new Error('it has no request with a method and a path')
    const headers = headersOf(own(call, 'rawHeaders')) ?? headersOf(own(call, 'headers'))
    const sent = headersOf(own(call, 'reqheaders'))
    const body = bodyOf(call, 'body')
    return [
      {
        request: {
          ...{ method, url: `${ownString(call, 'scope').replace(/\/$/, '')}${path}` },
          headers: sent,
          // Without request headers, it is unknown whether a string body was JSON.
          body,
        },
        ...(typeof status === 'number' && {
          response: { status, headers, ...withBody(packedBody(call) ?? bodyOf(call, 'response')) },
        }),
      },
    ]
  },
})

function withBody(body: RecordedBody | undefined): { readonly body?: RecordedBody } {
  return body === undefined ? {} : { body }
}

/** nock records a JSON body as JSON, and others as a string. */
function bodyOf(call: JsonObject, name: string): string | undefined {
  const body = own(call, name)
  if (body === undefined || typeof body === 'string') return body
  return JSON.stringify(body)
}

/** nock records a compressed body as a list of hexadecimal chunks. */
function packedBody(call: JsonObject): RecordedBody | undefined {
  const chunks = own(call, 'response')
  if (call.responseIsBinary === true && typeof chunks === 'string')
    return { base64: Buffer.from(chunks, 'hex').toString('base64') }
  if (!Array.isArray(chunks) || chunks.length === 0) return undefined
  const isHex = chunks.every((chunk) => typeof chunk === 'string' && /^(?:[0-9a-f]{2})+$/i.test(chunk))
  return isHex ? { base64: Buffer.from(chunks.join(''), 'hex').toString('base64') } : undefined
}

/** Headers are an object, or a flat list of names and values. */
function headersOf(headers: Json | undefined): RecordedHeaders | undefined {
  const pairs: readonly (readonly [string, Json])[] = Array.isArray(headers)
    ? headers.flatMap((name, at) => (at % 2 === 0 ? [[String(name), headers[at + 1] ?? ''] as const] : []))
    : isObject(headers)
      ? Object.entries(headers)
      : []
  if (pairs.length === 0) return undefined
  const found = new Map<string, string[]>()
  for (const [name, value] of pairs)
    found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), ...[value].flat().map(String)])
  return Object.fromEntries(found)
}
