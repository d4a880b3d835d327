import type { Json } from '../../model/json.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import type { RecordedBody, RecordedExchange, RecordedHeaders } from '../recording.ts'

/** Converts an interaction of a cassette to an exchange. Throws an Error if it is invalid. */
export function readCassette(interaction: Json): RecordedExchange {
  const [request, response] = [own(interaction, 'request'), own(interaction, 'response')]
  const [method, url] = [ownString(request, 'method'), ownString(request, 'uri') || ownString(request, 'url')]
  if (method === '' || url === '') throw new Error('it has no request with a method and a URL')
  const time = timeOf(own(interaction, 'recorded_at'))
  const status = statusOf(response)
  const [sent, received] = [headersOf(request), headersOf(response)]
  const [requestBody, body] = [bodyOf(request), bodyOf(response)]
  return {
    time,
    request: { ...{ method: method.toUpperCase(), url }, headers: sent, body: requestBody },
    ...(status !== undefined && {
      response: { status, headers: received, body },
    }),
  }
}

function timeOf(value: unknown): string | undefined {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Reads `status: { code: 200 }`, `code: 200` or `status: 200 OK`. */
function statusOf(response: Json | undefined): number | undefined {
  const status = own(response, 'status')
  const code = Number.parseInt(String(own(status, 'code') ?? own(response, 'code') ?? status ?? ''), 10)
  return code >= 100 ? code : undefined
}

function headersOf(message: Json | undefined): RecordedHeaders | undefined {
  const headers = own(message, 'headers')
  if (!isObject(headers) || Object.keys(headers).length === 0) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().map(String)]),
  )
}

/** Reads a string, `{ string }` or `{ base64_string }`. */
function bodyOf(message: Json | undefined): RecordedBody | undefined {
  const body = own(message, 'body')
  if (body === null) return ''
  if (body === undefined || typeof body === 'string') return body
  const packed = own(body, 'base64_string')
  if (typeof packed === 'string') return { base64: packed }
  const value: unknown = own(body, 'string')
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  return typeof value === 'string' ? value : value === null ? '' : undefined
}
