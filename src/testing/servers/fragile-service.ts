import { createServer, type Server } from 'node:http'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import type { SuiteContext } from '../../suite/api/context.ts'
import { isObject } from '../../util/json.ts'
import { descriptionOf } from '../check-tester.ts'

/**
 * Behaviour that makes it hard to avoid damage. `empty`, `nested`, `location`, `anonymous`: form of a creation's response; `lying-delete`:
 * responds 204 but keeps the order; `wrong-404`: the same with 404; `expiring`: the credential expires during the run.
 */
export type Fragility =
  | 'plain'
  | 'empty'
  | 'nested'
  | 'location'
  | 'anonymous'
  | 'lying-delete'
  | 'wrong-404'
  | 'expiring'

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const order =
  '{ type: object, properties: { id: { type: string }, name: { type: string }, amount: { type: integer } } }'
const input =
  '{ type: object, required: [name, amount], properties: { name: { type: string, minLength: 3, example: order }, amount: { type: integer, minimum: 1 } } }'

function created(fragility: Fragility): string {
  if (fragility === 'empty' || fragility === 'anonymous')
    return `'200': { description: d, ${json('{ type: object }')} }`
  if (fragility === 'location') return `'201': { description: d }`
  const shown =
    fragility === 'nested'
      ? '{ type: object, properties: { order: { type: object, properties: { orderId: { type: string } } } } }'
      : order
  return `'201': { description: d, ${json(shown)} }`
}

/** Returns a description of orders and roles. Some of both exist before the run. */
export function fragileDescription(fragility: Fragility): Description {
  const parameter = fragility === 'empty' ? 'order_name' : 'orderId'
  const at = `parameters: [{ name: ${parameter}, in: path, required: true, schema: { type: string } }]`
  const role = 'parameters: [{ name: roleId, in: path, required: true, schema: { type: integer, example: 1 } }]'
  const done = `responses: { '204': { description: d }, '404': { description: d }, '422': { description: d } }`
  const body = `requestBody: { required: true, ${json(input)} }`
  return descriptionOf(`
openapi: 3.1.0
info: { title: Fragile, version: '1' }
paths:
  /orders:
    get: { responses: { '200': { description: d, ${json(`{ type: array, items: ${order} }`)} } } }
    post: { ${body}, responses: { ${created(fragility)}, '422': { description: d } } }
    delete: { ${done} }
  /orders/{${parameter}}:
    ${at}
    get: { responses: { '200': { description: d, ${json(order)} }, '404': { description: d } } }
    put: { ${body}, ${done} }
    delete: { ${done} }
  /roles:
    get: { responses: { '200': { description: d, ${json('{ type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } }')} } } }
  /roles/{roleId}:
    ${role}
    get: { responses: { '200': { description: d }, '404': { description: d } } }
    put: { requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }, ${done} }
    delete: { ${done} }
  /roles/{roleId}/permissions:
    ${role}
    post: { requestBody: { required: true, ${json('{ type: object, required: [ids], properties: { ids: { type: array, items: { type: integer } } } }')} }, responses: { '201': { description: d }, '422': { description: d } } }
`)
}

/** Status, body and `Location` header. */
type Reply = readonly [number, Json?, string?]

export interface FragileService {
  readonly context: SuiteContext
  readonly description: Description
  /** `METHOD /path status` of every request, in order. */
  readonly requests: readonly string[]
  /** Returns all stored data as JSON. */
  dump(): Json
}

/** Starts the service with `started`. `lastWrite`: number of changes after which every request gets 403. */
export async function startFragileService(
  fragility: Fragility,
  started: (server: Server) => Promise<number>,
): Promise<FragileService> {
  const orders = new Map<string, JsonObject>(
    ['1', '2'].map((id) => [fragility === 'empty' ? `seed-${id}` : id, { id, name: `seed-${id}`, amount: 1 }]),
  )
  const roles = new Map<string, JsonObject>([['1', { id: 1, name: 'Admin', permissions: ['all'] }]])
  const requests: string[] = []
  let [last, writes] = [2, 0]
  const create = (item: JsonObject): Reply => {
    const id = String(++last)
    orders.set(fragility === 'empty' ? String(item.name) : id, { ...item, id })
    if (fragility === 'empty' || fragility === 'anonymous') return [200, {}]
    if (fragility === 'location') return [201, {}, `/orders/${id}`]
    return [201, fragility === 'nested' ? { order: { orderId: id } } : { ...item, id }]
  }
  const ofOrder = (method: string, key: string, item: JsonObject | undefined): [number, Json?] => {
    if (!orders.has(key)) return [404]
    if (method === 'GET') return [200, orders.get(key) ?? {}]
    if (method === 'DELETE') {
      if (fragility === 'wrong-404') return [404]
      if (fragility !== 'lying-delete') orders.delete(key)
      return [204]
    }
    if (item === undefined) return [422]
    orders.set(key, { ...orders.get(key), ...item })
    return [204]
  }
  const ofRole = (method: string, [, key = '', more]: readonly string[], body: Json | undefined): [number, Json?] => {
    if (key === '') return [200, [...roles.values()]]
    const role = roles.get(key)
    if (role === undefined) return [404]
    if (method === 'GET') return [200, role]
    // Accepts even invalid input; the last administrator can lock themselves out.
    if (method === 'DELETE') roles.delete(key)
    else
      roles.set(key, {
        ...role,
        ...(more === 'permissions' ? { permissions: body ?? null } : { changed: body ?? null }),
      })
    return [more === undefined ? 204 : 201]
  }
  const respond = (method: string, path: string, text: string): Reply => {
    const isLockedOut =
      JSON.stringify(roles.get('1')?.permissions) !== '["all"]' || (fragility === 'expiring' && writes >= 3)
    if (isLockedOut) return [403]
    const [what = '', key, ...more] = path.slice(1).split('/').map(decodeURIComponent)
    const body = parsed(text)
    if (what === 'roles') return ofRole(method, [what, key ?? '', ...more], body)
    if (key !== undefined) return ofOrder(method, key, valid(body))
    if (method === 'GET') return [200, [...orders.values()]]
    if (method === 'DELETE') orders.clear()
    const item = valid(body)
    return method === 'DELETE' ? [204] : item === undefined ? [422] : create(item)
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { method = '', url = '' } = request
    const [status, body, location] = respond(method, url.split('?')[0] ?? '', text)
    if (method !== 'GET' && status < 300) writes += 1
    requests.push(`${method} ${url} ${status}`)
    response.writeHead(status, {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(location !== undefined && { location }),
    })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  const target = { baseUrl: `http://127.0.0.1:${await started(server)}`, label: 'x', writable: true, credentials: [] }
  return {
    context: { api: 'x', cwd: '/', specsDir: 'specs', description: '', redact: [], target },
    description: fragileDescription(fragility),
    requests,
    dump: () => ({ orders: Object.fromEntries(orders), roles: Object.fromEntries(roles) }),
  }
}

function parsed(text: string): Json | undefined {
  try {
    // JSON.parse returns `any`; its result is JSON.
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function valid(body: Json | undefined): JsonObject | undefined {
  if (!isObject(body)) return undefined
  const { name, amount } = body
  return typeof name === 'string' && name !== '' && typeof amount === 'number' && amount >= 1 ? body : undefined
}
