import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import type { RecordedBody, RecordedExchange, RecordedHeaders } from '../recording.ts'

/**
 * Converts an interaction of a Pact file (versions 2 to 4) to an exchange: the consumer's request, and the response
 * parts that it relies on. Returns undefined for interactions other than HTTP, such as messages. Parts that the
 * consumer doesn't name are unknown (Pact specification, "be liberal in what you accept").
 */
export function readInteraction(interaction: Json): RecordedExchange | undefined {
  const [request, response] = [own(interaction, 'request'), own(interaction, 'response')]
  const type = own(interaction, 'type')
  if (!isObject(request) || !isObject(response)) return undefined
  if (typeof type === 'string' && type !== 'Synchronous/HTTP') return undefined
  const status = own(response, 'status')
  const [sent, received] = [bodyOf(request, type), bodyOf(response, type)]
  return {
    request: {
      method: ownString(request, 'method').toUpperCase() || 'GET',
      url: `${ownString(request, 'path') || '/'}${queryOf(own(request, 'query'))}`,
      headers: headersOf(request, sent),
      partialHeaders: true,
      ...(sent.body !== undefined && { body: sent.body }),
    },
    response: {
      status: typeof status === 'number' ? status : 200,
      headers: headersOf(response, received),
      ...{ partialHeaders: true, partialBody: true },
      ...(received.body !== undefined && { body: received.body }),
    },
  }
}

interface PactBody {
  readonly body?: RecordedBody
  readonly contentType?: string
}

/** Versions 2 and 3 contain the body itself; version 4, whose interactions have a type, its content and encoding. */
function bodyOf(message: JsonObject, type: Json | undefined): PactBody {
  const body = own(message, 'body')
  if (body === undefined || body === null) return {}
  const isWrapped = type !== undefined && isObject(body) && Object.hasOwn(body, 'content')
  const content = isWrapped ? (body.content ?? null) : body
  const contentType = (isWrapped && ownString(body, 'contentType')) || 'application/json'
  if (isWrapped && own(body, 'encoded') === 'base64') return { contentType, body: { base64: String(content) } }
  return { contentType, body: typeof content === 'string' ? content : JSON.stringify(content) }
}

function headersOf(message: JsonObject, { contentType }: PactBody): RecordedHeaders {
  const headers = own(message, 'headers')
  const named = Object.entries(isObject(headers) ? headers : {}).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : String(value),
  ])
  return { ...(contentType !== undefined && { 'content-type': contentType }), ...Object.fromEntries(named) }
}

/** The query is a string in version 2, and lists of values by name since version 3. */
function queryOf(query: Json | undefined): string {
  if (typeof query === 'string') return query === '' ? '' : `?${query}`
  if (!isObject(query)) return ''
  const pairs = Object.keys(query).flatMap((name) => {
    const values = ownArray(query, name)
    return (values.length > 0 ? values : [query[name] ?? '']).map((value): [string, string] => [name, String(value)])
  })
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
