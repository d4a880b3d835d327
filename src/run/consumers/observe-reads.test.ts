import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { observeReads } from './observe-reads.ts'

const description = {
  openapi: '3.1.0',
  info: { title: 'loans', version: '1' },
  paths: {
    '/loans/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Loan' } } },
          },
        },
      },
      put: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Loan' } } } },
        responses: { 204: { description: 'ok' } },
      },
    },
  },
  components: {
    schemas: {
      Loan: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          status: { type: 'string' },
          items: {
            type: 'array',
            items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
          },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  },
}
const loan = {
  id: '7',
  status: 'OPEN',
  items: [
    { name: 'a', price: 1 },
    { name: 'b', price: 2 },
  ],
  labels: { anna: 'x' },
  secret: 1,
}

const server: typeof fetch = async (_input, init) =>
  init?.method === 'PUT'
    ? new Response(null, { status: 204 })
    : Response.json(loan, { headers: { date: 'Fri, 20 Nov 2026 08:00:00 GMT' } })

async function folder() {
  const at = await mkdtemp(join(tmpdir(), 'specdrift-uses-'))
  const file = join(at, 'openapi.json')
  await writeFile(file, JSON.stringify(description))
  return { description: file, uses: join(at, 'web.json') }
}

async function readsOf(use: (body: typeof loan, response: Response) => unknown) {
  const observed = observeReads(server)
  const response = await observed('http://api.test/loans/7')
  const body: typeof loan = await response.clone().json()
  await use(body, response)
  const { operations } = await observed.uses({ consumer: 'web', description: (await folder()).description })
  return operations['GET /loans/{id}']?.reads?.['200'] ?? []
}

it.each([
  ['a property', (body: typeof loan) => body.status, ['/status']],
  ['a destructured one', ({ id }: typeof loan) => id, ['/id']],
  [
    'items of a list',
    (body: typeof loan) => body.items.map(({ name }) => name),
    ['/items', '/items/*', '/items/*/name'],
  ],
  ['the length of a list', (body: typeof loan) => body.items.length, ['/items']],
  ['a value of a map, without its key', (body: typeof loan) => body.labels.anna, ['/labels', '/labels/*']],
  ['an existence check', (body: typeof loan) => 'status' in body, ['/status']],
  ['an undescribed member', (body: typeof loan) => body.secret, []],
  ['nothing', () => undefined, []],
  [
    'everything, as text',
    (_: typeof loan, response: Response) => response.text(),
    ['/id', '/items', '/items/*', '/items/*/name', '/items/*/price', '/labels', '/labels/*', '/status'],
  ],
])('records %s', async (_what, use, expected) => {
  expect(await readsOf(use)).toEqual(expected)
})

it('returns the responses unchanged', async () => {
  const body = await (await observeReads(server)('http://api.test/loans/7')).json()
  expect(body).toEqual(loan)
  expect(Array.isArray(body.items)).toBe(true)
  expect(body.items).toBe(body.items)
})

it('merges the observations of several test files, including requests', async () => {
  const { description: address, uses } = await folder()
  const [first, second] = [observeReads(server), observeReads(server)]
  const { status } = await (await first('http://api.test/loans/7')).json()
  await second(
    new Request('http://api.test/loans/7', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    }),
    { method: 'PUT' },
  )
  await Promise.all([first, second].map((one) => one.save(uses, { consumer: 'web', description: address })))
  const saved = JSON.parse(await readFile(uses, 'utf8'))
  expect(saved).toMatchObject({
    consumer: 'web',
    sources: [{ kind: 'reads', exchanges: 2 }],
    operations: {
      'GET /loans/{id}': { calls: 1, last: '2026-11-20', sends: ['path id'], reads: { '200': ['/status'] } },
      'PUT /loans/{id}': { calls: 1, sends: ['body', 'body /status', 'path id', 'type application/json'] },
    },
  })
  expect(JSON.stringify(saved)).not.toMatch(/anna|OPEN/)
})
