import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { SuiteContext } from '../../suite/api/context.ts'
import { descriptionOf } from '../check-tester.ts'
import { listen } from './loopback.ts'

const ok = "responses: { '200': { description: d, content: { application/json: { schema: {} } } } }"

/** A description with consumers before producers, identifiers of various names, and no documented 404. */
export const unfriendlyDescription = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
components:
  schemas:
    Author: { type: object, required: [handle], properties: { handle: { type: string } } }
    Article: { type: object, required: [slug, author], properties: { id: { type: integer }, slug: { type: string }, author: { $ref: '#/components/schemas/Author' } } }
    NewOrder: { type: object, required: [customerId, lines], additionalProperties: false, properties: {
      id: { type: string }, customerId: { type: string }, lines: { type: array, minItems: 1, items: { type: object, required: [sku], properties: { sku: { type: string } } } } } }
paths:
  /silence/{silenceID}: { parameters: [{ name: silenceID, in: path, required: true, schema: { type: string, format: uuid } }], delete: { responses: { '204': { description: d } } }, get: { ${ok} } }
  /articles/{slug}/comments/{id}: { parameters: [{ name: slug, in: path, required: true, schema: { type: string } }, { name: id, in: path, required: true, schema: { type: integer } }], get: { ${ok} } }
  /articles/{slug}: { parameters: [{ name: slug, in: path, required: true, schema: { type: string } }], get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Article' } } } } } } }
  /authors/{handle}: { parameters: [{ name: handle, in: path, required: true, schema: { type: string } }], get: { ${ok} } }
  /orders/{order_uuid}: { parameters: [{ name: order_uuid, in: path, required: true, schema: { type: string } }], get: { ${ok} }, delete: { responses: { '204': { description: d } } } }
  /orders/{order_uuid}/cancel: { parameters: [{ name: order_uuid, in: path, required: true, schema: { type: string } }], post: { responses: { '204': { description: d } } } }
  /orders: { post: { requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewOrder' } } } }, responses: { '201': { description: d } } } }
  /invoices: { get: { parameters: [{ name: customerId, in: query, required: true, schema: { type: string } }], ${ok} } }
  /customers/{customerId}: { parameters: [{ name: customerId, in: path, required: true, schema: { type: string } }], get: { ${ok} } }
  /customers/search: { post: { requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { hits: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } } } } } }
  /secrets-of/{vault}: { parameters: [{ name: vault, in: path, required: true, schema: { type: string } }], get: { ${ok} } }
  /account: { delete: { responses: { '204': { description: d } } } }
  /articles/{slug}/comments: { parameters: [{ name: slug, in: path, required: true, schema: { type: string } }], get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { comments: { type: array, items: { type: object, properties: { id: { type: integer } } } } } } } } } } } }
  /articles: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Article' } } } } } } } } } }
  /silences: { get: { ${ok} } }
`)

export interface UnfriendlyService {
  readonly context: SuiteContext
  /** `METHOD /path status` of every request, in order. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

const uuid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`

/** Starts a loopback service that conforms to its contract except for undocumented 404s. */
export async function startUnfriendlyService(): Promise<UnfriendlyService> {
  const silences = new Set([uuid(1), uuid(2)])
  const orders = new Set<string>()
  const customers = new Set(['c-1', 'c-2'])
  const requests: string[] = []
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    requests.push(`${c.req.method} ${c.req.path} ${c.res.status}`)
  })
  app.get('/silences', (c) => c.json([...silences].map((id) => ({ id, createdBy: 'x' }))))
  app.get('/silence/:id', (c) => (silences.has(c.req.param('id')) ? c.json({ id: c.req.param('id') }) : c.notFound()))
  app.delete('/silence/:id', (c) => (silences.delete(c.req.param('id')) ? c.body(null, 204) : c.notFound()))
  app.get('/articles', (c) => c.json({ data: [{ id: 1, slug: 'first', author: { handle: 'ann' } }] }))
  app.get('/articles/:slug', (c) =>
    c.req.param('slug') === 'first' ? c.json({ id: 1, slug: 'first', author: { handle: 'ann' } }) : c.notFound(),
  )
  app.get('/articles/:slug/comments', (c) =>
    c.req.param('slug') === 'first' ? c.json({ comments: [{ id: 7 }] }) : c.notFound(),
  )
  app.get('/articles/:slug/comments/:id', (c) =>
    c.req.param('slug') === 'first' && c.req.param('id') === '7' ? c.json({ id: 7 }) : c.notFound(),
  )
  app.get('/authors/:handle', (c) => (c.req.param('handle') === 'ann' ? c.json({ handle: 'ann' }) : c.notFound()))
  app.post('/customers/search', (c) => c.json({ hits: [...customers].map((id) => ({ id })) }))
  app.get('/customers/:id', (c) =>
    customers.has(c.req.param('id')) ? c.json({ id: c.req.param('id') }) : c.notFound(),
  )
  app.get('/invoices', (c) => (customers.has(c.req.query('customerId') ?? '') ? c.json([]) : c.notFound()))
  app.post('/orders', async (c) => {
    const body = await c.req.json().catch(() => ({}))
    if (!customers.has(body?.customerId) || body.id !== undefined) return c.notFound()
    orders.add(uuid(orders.size + 1))
    return c.body(null, 201, { location: `http://elsewhere/api/orders/${uuid(orders.size)}` })
  })
  app.get('/orders/:id', (c) => (orders.has(c.req.param('id')) ? c.json({}) : c.notFound()))
  app.delete('/orders/:id', (c) => (orders.delete(c.req.param('id')) ? c.body(null, 204) : c.notFound()))
  app.post('/orders/:id/cancel', (c) => (orders.has(c.req.param('id')) ? c.body(null, 204) : c.notFound()))
  app.get('/secrets-of/:vault', (c) => (c.req.param('vault') === 'main' ? c.json({}) : c.notFound()))
  app.delete('/account', (c) => c.body(null, 204))
  const server = createAdaptorServer(app)
  const baseUrl = `http://127.0.0.1:${await listen(server)}`
  const target = { baseUrl, label: 'demo', writable: true, credentials: [] }
  return {
    context: { api: 'demo', cwd: '/', specsDir: 'specs', description: '', redact: [], target },
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
