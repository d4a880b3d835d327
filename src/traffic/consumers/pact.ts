import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'

/** One interaction of a Pact file, as an exchange: what the consumer sends, and what it relies on in the response. */
export interface PactExchange {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A Pact file: who consumes, and how. */
export interface Pact {
  readonly consumer: string
  readonly exchanges: readonly PactExchange[]
  /** Interactions that are no HTTP exchange, such as messages. */
  readonly skipped: number
}

/**
 * Reads a Pact file of specification version 2 to 4. Undefined for anything else. A consumer relies on every member of
 * an expected body: Pact holds only what its test names (Pact specification, "be liberal in what you accept").
 */
export function readPact(value: Json): Pact | undefined {
  const consumer = ownString(own(value, 'consumer') ?? null, 'name')
  const interactions = own(value, 'interactions')
  if (consumer === '' || !Array.isArray(interactions)) return undefined
  const exchanges = interactions.map(exchangeOf)
  return {
    consumer,
    exchanges: exchanges.filter((each) => each !== undefined),
    skipped: exchanges.filter((each) => each === undefined).length,
  }
}

function exchangeOf(interaction: Json): PactExchange | undefined {
  const [request, response] = [own(interaction, 'request'), own(interaction, 'response')]
  const type = own(interaction, 'type')
  if (!isObject(request) || !isObject(response)) return undefined
  if (typeof type === 'string' && type !== 'Synchronous/HTTP') return undefined
  const status = own(response, 'status')
  const [sent, received] = [bodyOf(request), bodyOf(response)]
  return {
    method: ownString(request, 'method').toUpperCase() || 'GET',
    path: `${ownString(request, 'path') || '/'}${queryOf(own(request, 'query'))}`,
    requestHeaders: headersOf(request, sent),
    requestBody: sent,
    status: typeof status === 'number' ? status : 200,
    headers: headersOf(response, received),
    body: received,
  }
}

/** Version 2 and 3 have the body itself, version 4 its content and how that is encoded. */
function bodyOf(message: JsonObject): string | undefined {
  const body = own(message, 'body')
  if (body === undefined || body === null) return undefined
  const content = isObject(body) && Object.hasOwn(body, 'content') ? body.content : body
  if (content === undefined || (isObject(body) && own(body, 'encoded') === 'base64')) return undefined
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function headersOf(message: JsonObject, body: string | undefined): Record<string, string> {
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
