import { observationOf } from '../../drift/checking/recorded.ts'
import type { Observation, UnrecordedPart } from '../../model/observation.ts'
import type { RecordedBody, RecordedExchange, RecordedHeaders } from '../recording.ts'

/** Converts a recorded exchange to an observation. `path` is the resolved path. Parts that were not recorded are unknown. */
export function toObservation({ request, response, duration }: RecordedExchange, path: string): Observation {
  const sent = bodyOf(request.body)
  const received = bodyOf(response?.body)
  const unrecorded: UnrecordedPart[] = []
  if (request.withoutQuery === true) unrecorded.push('query')
  if (request.headers === undefined || request.partialHeaders === true) unrecorded.push('requestHeaders')
  if (sent === undefined || request.partialBody === true) unrecorded.push('requestBody')
  if (response?.headers === undefined || response.partialHeaders === true) unrecorded.push('headers')
  if (received === undefined) unrecorded.push('body')
  else if (response?.partialBody === true) unrecorded.push('members')
  return observationOf({
    method: request.method,
    path,
    requestHeaders: joined(request.headers),
    requestBody: sent === undefined || typeof sent === 'string' ? sent : Buffer.from(sent).toString(),
    status: response?.status ?? 0,
    headers: joined(response?.headers),
    body: received,
    milliseconds: typeof duration === 'number' ? duration : 0,
    unrecorded,
    isOfOthers: true,
  })
}

/** Joins repeated headers with commas (RFC 9110 §5.3). */
function joined(headers: RecordedHeaders | undefined): Readonly<Record<string, string>> {
  if (isPlain(headers)) return headers
  const found: Record<string, string> = Object.create(null)
  for (const name of Object.keys(headers ?? {})) {
    const value: unknown = headers?.[name]
    if (Array.isArray(value)) found[name] = value.join(', ')
    else if (value !== undefined && value !== null) found[name] = String(value)
  }
  return found
}

/** Whether every header has a single string value, so that no copy is needed. */
function isPlain(headers: RecordedHeaders | undefined): headers is Readonly<Record<string, string>> {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false
  // Headers come from JSON or format readers, so they have no inherited properties.
  for (const name in headers) if (typeof headers[name] !== 'string') return false
  return true
}

function bodyOf(body: RecordedBody | undefined): string | Uint8Array | undefined {
  if (body === undefined || typeof body === 'string') return body
  return typeof body?.base64 === 'string' ? Buffer.from(body.base64, 'base64') : undefined
}
