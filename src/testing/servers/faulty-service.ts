import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../model/json.ts'
import type { SuiteContext } from '../../suite/api/context.ts'
import { isObject } from '../../util/json.ts'
import { descriptionOf } from '../check-tester.ts'

const error = '{ description: refused, content: { application/json: { schema: { type: object } } } }'
const refusals = `'400': ${error}, '401': ${error}, '404': ${error}, '409': ${error}`
const item = `{ type: object, required: [name, price], additionalProperties: false, properties: {
  id: { type: string, readOnly: true },
  name: { type: string, minLength: 2, maxLength: 5 },
  price: { type: number, minimum: 0, exclusiveMinimum: true, maximum: 99.5, multipleOf: 0.5 },
  kind: { type: string, enum: [a, b], nullable: true },
  tags: { type: array, maxItems: 2, items: { type: string } } } }`
/** Contract of the service. */
export const faultyDescription = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } }, schemas: { Item: ${item} } }
paths:
  /items:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: sort, in: query, required: true, schema: { type: string, enum: [up, down] } }
      responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Item' } } } } }, ${refusals} }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
      responses: { '201': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }, ${refusals} }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }, ${refusals} } }
    delete: { responses: { '204': { description: d }, ${refusals} } }
  /public: { get: { security: [], responses: { '204': { description: d } } } }
`)

/** A contract violation of the service. `full` starts once it stores three items; `busy` violates nothing. */
export type Fault =
  | 'limit'
  | 'sort'
  | 'name'
  | 'extra'
  | 'crash'
  | 'kind'
  | 'long'
  | 'anonymous'
  | 'wrong'
  | 'busy'
  | 'full'
  | Breakage

/**
 * How the connection breaks: `panic` (no response) and `half` (during the response) if a price is null, `unlucky` at the first request of
 * each kind, `all` always, `downfall` always after a price was null.
 */
type Breakage = 'panic' | 'half' | 'unlucky' | 'all' | 'downfall'

export interface FaultyService {
  readonly context: SuiteContext
  /** `METHOD /path` of every request, in order. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

/** Starts a loopback service that conforms to its contract except for the given faults. */
export async function startFaultyService(...faults: readonly Fault[]): Promise<FaultyService> {
  const has = (fault: Fault): boolean => faults.includes(fault)
  const items = new Map<string, Json>([['i1', { id: 'i1', name: 'ab', price: 1 }]])
  const respond = (method: string, url: URL, authorization: string | undefined, text: string): [number, Json?] => {
    if (url.pathname === '/public') return [204]
    if (authorization === undefined && !has('anonymous')) return [401, {}]
    if (authorization !== undefined && authorization !== 'Bearer good-token' && !has('wrong')) return [401, {}]
    if (url.pathname !== '/items') {
      const id = decodeURIComponent(url.pathname.slice('/items/'.length))
      const found = items.get(id)
      if (found === undefined) return [404, {}]
      return method === 'DELETE' ? (items.delete(id) ? [204] : [404, {}]) : [200, found]
    }
    if (method === 'GET') {
      const [limit, sort] = [url.searchParams.get('limit'), url.searchParams.get('sort')]
      if (limit !== null && !(/^\d+$/.test(limit) && +limit >= 1 && (+limit <= 50 || has('limit')))) return [400, {}]
      return sort === 'up' || sort === 'down' || (sort === null && has('sort')) ? [200, [...items.values()]] : [400, {}]
    }
    if (has('full') && items.size >= 3) return [400, {}]
    const status = statusOf(text, has)
    if (status !== 201) return [status, {}]
    const made = { ...JSON.parse(text), id: `i${items.size + 1}` }
    items.set(made.id, made)
    return [201, { id: made.id, name: 'ab', price: 1 }]
  }
  const requests: string[] = []
  const seen = new Set<string>()
  let isDown = false
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    let text = ''
    for await (const chunk of request) text += chunk
    const known = `${request.method} ${request.url} ${text}`
    const isFirst = !seen.has(known)
    seen.add(known)
    isDown ||= has('downfall') && hasNoPrice(text)
    if (has('all') || isDown || (has('unlucky') && isFirst) || (has('panic') && hasNoPrice(text)))
      return request.socket.destroy()
    if (has('half') && hasNoPrice(text)) {
      response.writeHead(201, { 'content-length': '100', 'content-type': 'application/json' })
      return response.write('{"id":', () => request.socket.destroy())
    }
    const [status, body] = respond(
      request.method ?? '',
      new URL(request.url ?? '', 'http://x'),
      request.headers.authorization,
      text,
    )
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server listening on a port has an AddressInfo.
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = [{ type: 'bearer', name: 'TOKEN', prefix: '', token: 'good-token' } as const]
  const target = { baseUrl, label: 'sandbox', writable: true, credentials }
  const context = { api: 'demo', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  return { context, requests, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function hasNoPrice(text: string): boolean {
  return /"price": ?null/.test(text)
}

function statusOf(text: string, has: (fault: Fault) => boolean): number {
  let body: Json
  try {
    body = JSON.parse(text) as Json
  } catch {
    return 400
  }
  if (!isObject(body)) return 400
  const { name, price, kind = null, tags = [], ...extra } = body
  if (has('busy')) return 409
  if (has('crash') && price === null) return 500
  const named = typeof name === 'string' && name.length >= 2 && name.length <= (has('long') ? 4 : 5)
  if (!named && !(name === undefined && has('name'))) return 400
  if (typeof price !== 'number' || price <= 0 || price > 99.5 || price % 0.5 !== 0) return 400
  if (kind !== null && kind !== 'a' && (kind !== 'b' || has('kind'))) return 400
  if (!Array.isArray(tags) || tags.length > 2 || tags.some((tag) => typeof tag !== 'string')) return 400
  return Object.keys(extra).length > 0 && !has('extra') ? 400 : 201
}
