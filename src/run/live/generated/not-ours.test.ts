import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { SuiteContext } from '../../../suite/api/context.ts'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { generatedRuns } from '../../../testing/servers/generated-runs.ts'
import { servers } from '../../../testing/servers/loopback.ts'
import { runGenerated } from './generated.ts'

const { started } = servers()
const { run } = generatedRuns()
const item = 'content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }'
const list =
  'content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } }'
const sizes =
  'requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { size: { type: integer } } } } } }'

/** Runs against a service that returns 200 when an existing database is created again. Returns the deleted names. */
async function deleted(name: string, isListed: boolean): Promise<readonly string[]> {
  const databases = new Set(['production'])
  const gone: string[] = []
  const schema = '{ type: object, properties: { id: { type: string } } }'
  const list = `get: { responses: { 200: { description: d, content: { application/json: { schema: { type: array, items: ${schema} } } } } } },`
  const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /databases: {
    ${isListed ? list : ''}
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${name}], properties: { ${name}: { type: string, example: production, pattern: '^[a-z]{10}$' } } } } } },
            responses: { 200: { description: d, content: { application/json: { schema: ${isListed ? schema : '{ type: object }'} } } } } } }
  /databases/{database}: {
    parameters: [{ name: database, in: path, required: true, schema: { type: string } }],
    get: { responses: { 200: { description: d }, 404: { description: no } } },
    delete: { responses: { 200: { description: d }, 404: { description: no } } } }
`)
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const at = decodeURIComponent(request.url?.split('/')[2] ?? '')
    const respond = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (at !== '') {
      const isThere = databases.has(at)
      if (isThere && request.method === 'DELETE') gone.push(at)
      if (request.method === 'DELETE') databases.delete(at)
      return respond(isThere ? 200 : 404, {})
    }
    if (request.method === 'GET')
      return respond(
        200,
        [...databases].map((id) => ({ id })),
      )
    const { [name]: made } = JSON.parse(text) as Record<string, string>
    databases.add(made ?? '')
    respond(200, isListed ? { id: made } : {})
  })
  const target = { baseUrl: `http://127.0.0.1:${await started(server)}`, label: 'x', writable: true, credentials: [] }
  const context: SuiteContext = { api: 'x', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  await runGenerated(context, description, { modes: ['stateful'] })
  return gone
}

test.each([
  ['a request that names it and a response that does not', 'database', false],
  ['a response that names what was listed before', 'database', true],
])('does not delete an existing resource: %s', async (_, name, isListed) => {
  expect(await deleted(name, isListed)).not.toContain('production')
})

/**
 * Starts a service with one existing item. `create`: handles a POST. `shown`: returns the items that the list shows. Returns the items after the run, and the operations whose
 * resources the run reports as left behind.
 */
async function after(
  property: string,
  create: (items: Map<string, object>, sent: object) => readonly [number, object?],
  shown = (all: readonly object[]) => all,
) {
  const items = new Map<string, object>([['1', { id: '1', name: 'theirs' }]])
  const item = `{ type: object, properties: { id: { type: string }, ${property} } }`
  const json = (schema: string) => `description: d, content: { application/json: { schema: ${schema} } }`
  const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /themes: {
    get: { responses: { 200: { ${json(`{ type: array, items: ${item} }`)} } } },
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${property.split(':')[0]}], properties: { ${property} } } } } },
            responses: { 201: { ${json(item)} }, 204: { description: d } } } }
  /themes/{themeId}: {
    parameters: [{ name: themeId, in: path, required: true, schema: { type: string } }],
    get: { responses: { 200: { ${json(item)} }, 404: { description: no } } },
    delete: { responses: { 204: { description: d }, 404: { description: no } } } }
`)
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const at = decodeURIComponent(request.url?.split('/')[2] ?? '')
    const respond = (status: number, body?: unknown): void => {
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    if (request.method === 'POST') return respond(...create(items, JSON.parse(text) as object))
    if (at === '') return respond(200, shown([...items.values()]))
    if (request.method === 'GET') return respond(items.has(at) ? 200 : 404, items.get(at) ?? {})
    return respond(items.delete(at) ? 204 : 404)
  })
  const target = { baseUrl: `http://127.0.0.1:${await started(server)}`, label: 'x', writable: true, credentials: [] }
  const context: SuiteContext = { api: 'x', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  const { left } = await runGenerated(context, description, { modes: ['positive', 'stateful'] })
  return { items: [...items.keys()], left: left.map(({ operation }) => operation) }
}

test('does not delete the only resource of a service whose POST overwrites it, despite 201', async () => {
  const only = (items: Map<string, object>, sent: object) => {
    items.set('1', { id: '1', ...sent })
    return [201, items.get('1')] as const
  }
  const { items, left } = await after('name: { type: string }', only)
  expect(items).toEqual(['1'])
  expect(left).toContain('POST /themes')
})

test('does not delete a resource that someone else created during a creation without identifier', async () => {
  const theirs = (items: Map<string, object>, sent: object) => {
    items.set('7', { id: '7', ...sent })
    return [204] as const
  }
  const { items, left } = await after('size: { type: integer }', theirs)
  expect(items).toEqual(['1', '7'])
  expect(left).toContain('POST /themes')
})

test('does not delete an overwritten resource that a list of the latest did not show before', async () => {
  let count = 0
  const { items, left } = await after(
    'name: { type: string }',
    (all, sent) => {
      count += 1
      all.delete('1')
      all.set('1', { id: '1', ...sent })
      return [204]
    },
    (all) => (count === 0 ? [{ id: '7', name: 'theirs' }] : all.slice(-1)),
  )
  expect([count > 0, items]).toEqual([true, ['1']])
  expect(left).toContain('POST /themes')
})

test('deletes a resource listed under a name that only the request had, although the response had no identifier', async () => {
  let last = 1
  const ours = (items: Map<string, object>, sent: object) => {
    items.set(String(++last), { id: String(last), ...sent })
    return [204] as const
  }
  const { items } = await after('name: { type: string }', ours)
  expect([last > 1, items]).toEqual([true, ['1']])
})

test('what gives no name of its own is not made with a query whose response may not name it', async () => {
  const made: string[] = []
  const paths = `/presets: {
      get: { responses: { 200: { description: ok, ${list} } } },
      post: { parameters: [{ name: fields, in: query, schema: { type: string } }], ${sizes}, responses: { 201: { description: ok, ${item} }, 204: { description: d } } } },
    "/presets/{id}": {
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }],
      get: { responses: { 200: { description: ok, ${item} }, 404: { description: no } } },
      delete: { responses: { 204: { description: d } } } }`
  let last = 0
  const { statuses } = await run(paths, (key) => {
    const [, id] = /^DELETE \/presets\/(.*)/.exec(key) ?? []
    if (id !== undefined) made.splice(made.indexOf(id), made.includes(id) ? 1 : 0)
    if (id !== undefined) return [204]
    const [, one] = /^GET \/presets\/(.*)/.exec(key) ?? []
    if (one !== undefined) return made.includes(one) ? [200, { id: one }] : [404]
    if (key.startsWith('GET')) return [200, made.map((one) => ({ id: one }))]
    made.push(String(++last))
    return key.includes('fields') ? [204] : [201, { id: String(last) }]
  })
  expect(statuses('POST /presets')).toContain(201)
  expect([statuses('POST /presets').includes(204), made]).toEqual([false, []])
})
