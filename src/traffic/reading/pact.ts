import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import type { RecordedBody, RecordedExchange, RecordedHeaders } from '../recording.ts'

/**
 * The exchange of an interaction of a Pact file of version 2 to 4: what the consumer sends, and what it relies on in the response. Undefined for what
 * is no HTTP exchange, such as a message. What the consumer does not name is unknown (Pact specification, "be liberal in what you accept").
 */
export function readInteraction(interaction: Json): RecordedExchange | undefined {
  const [request, response] = [own(interaction, 'request'), own(interaction, 'response')]
  const type = own(interaction, 'type')
  if (!isObject(request) || !isObject(response)) return undefined
  if (typeof type === 'string' && type !== 'Synchronous/HTTP') return undefined
  const status = own(response, 'status')
  const [sent, received] = [bodyOf(request), bodyOf(response)]
  return {
    request: {
      method: ownString(request, 'method').toUpperCase() || 'GET',
      url: `${ownString(request, 'path') || '/'}${queryOf(own(request, 'query'))}`,
      headers: headersOf(request, sent),
      partialHeaders: true,
      ...(sent !== undefined && { body: sent }),
    },
    response: {
      status: typeof status === 'number' ? status : 200,
      headers: headersOf(response, received),
      ...{ partialHeaders: true, partialBody: true },
      ...(received !== undefined && { body: received }),
    },
  }
}

/** Version 2 and 3 have the body itself, version 4 its content and how that is encoded. */
function bodyOf(message: JsonObject): RecordedBody | undefined {
  const body = own(message, 'body')
  if (body === undefined || body === null) return undefined
  const content = isObject(body) && Object.hasOwn(body, 'content') ? body.content : body
  if (content === undefined) return undefined
  if (isObject(body) && own(body, 'encoded') === 'base64') return { base64: String(content) }
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function headersOf(message: JsonObject, body: RecordedBody | undefined): RecordedHeaders {
  const headers = own(message, 'headers')
  const named = Object.entries(isObject(headers) ? headers : {}).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : String(value),
  ])
  const type = ownString(own(message, 'body') ?? null, 'contentType')
  return { ...(body !== undefined && { 'content-type': type || 'application/json' }), ...Object.fromEntries(named) }
}

/** A text in version 2; lists of values by name since version 3. */
function queryOf(query: Json | undefined): string {
  if (typeof query === 'string') return query === '' ? '' : `?${query}`
  if (!isObject(query)) return ''
  const pairs = Object.keys(query).flatMap((name) => {
    const values = ownArray(query, name)
    return (values.length > 0 ? values : [query[name] ?? '']).map((value): [string, string] => [name, String(value)])
  })
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
