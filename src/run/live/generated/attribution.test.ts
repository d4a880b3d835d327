import { expect, test } from 'vitest'
import type { Json } from '../../../model/json.ts'
import { generatedRuns } from '../../../testing/servers/generated-runs.ts'
import { isObject, own } from '../../../util/json.ts'

const { run } = generatedRuns()

const body = (properties: string, required = '') =>
  `requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, properties: { ${properties} }, required: [${required}] } } } }`
const responses =
  'responses: { 201: { description: ok }, 400: { description: no }, 422: { description: no }, 404: { description: none } }'
const create = (properties: string, required = '') =>
  `/things: { post: { ${body(properties, required)}, ${responses} } }`
const rejected = (found: readonly (readonly [string, string])[]): readonly string[] =>
  found.flatMap(([ruleId, message]) => (ruleId === 'positive-rejected' ? [message] : []))

test.each<[server: string, status: number, body: Json, because: string]>([
  [
    'Directus, a name in use',
    400,
    { errors: [{ message: 'Value for field "name" in collection "things" has to be unique.' }] },
    'status 400: something with the same name or key exists already; the server says "Value for field \\"name\\" in collection \\"things\\" has to be unique."',
  ],
  [
    'Superset, an unknown reference',
    422,
    { message: { datasource_id: ['Datasource does not exist'] } },
    'status 422: it names something that does not exist; the server says "datasource_id: Datasource does not exist"',
  ],
  [
    'Superset, a connection of its own that failed',
    422,
    { errors: [{ message: 'Connection failed, please check your connection settings' }] },
    'status 422: the server could not connect to another system; the server says "Connection failed, please check your connection settings"',
  ],
  [
    'Chroma, existing records',
    400,
    { error: 'InvalidArgumentError', message: 'Collection expecting embedding with dimension of 2, got 1' },
    'status 400: the state of the server does not allow it now; the server says "Collection expecting embedding with dimension of 2, got 1"',
  ],
])("a rejection caused by the server's state is not a finding: %s", async (_, status, refusal, because) => {
  const { found, notReached } = await run(
    create('name: { type: string }, color: { type: string }', 'name'),
    (_, sent) => (isObject(sent) && typeof own(sent, 'name') === 'string' ? [status, refusal] : [400]),
  )
  expect(rejected(found)).toEqual([])
  expect(notReached).toEqual([because])
})

test('a finding quotes the server on one line, truncated', async () => {
  const { found } = await run(create('name: { type: string }', 'name'), () => [
    422,
    { message: `name\nis bad\u001b[31m ${'x'.repeat(300)}` },
  ])
  expect(rejected(found)).toEqual([
    `status 422 for a valid request that has the simplest valid values; the server says "name is bad\\u001b[31m ${'x'.repeat(183)}…"`,
  ])
})

test('a curl line has invented values under any name, but no value received from the API', async () => {
  const parameters = `parameters: [{ name: api_key, in: query, required: true, schema: { type: string, enum: [made-up-1] } }, { name: session, in: cookie, required: true, schema: { type: string, enum: [made-up-2] } }, { name: X-Auth-Token, in: header, required: true, schema: { type: string, enum: [made-up-3] } }]`
  const login = `/logins: { get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string }, token: { type: string } } } } } } } } } }`
  const users = `/users: { post: { ${parameters}, ${body('name: { type: string }, password: { type: string }, tokenId: { type: string }', 'name, password')}, ${responses} } }`
  const { findings } = await run(`${login}, ${users}`, (key, sent) => {
    if (key === 'GET /logins') return [200, [{ id: 'l1', token: 'tok-of-the-api-1234' }]]
    return [400, { message: `weak: ${JSON.stringify(sent)}` }]
  })
  const { curl, curlLacks } = findings.find(({ ruleId }) => ruleId === 'positive-rejected')?.evidence ?? {}
  expect(curl).toMatch(/api_key=made-up-1'? .*session=made-up-2.*x-auth-token: made-up-3.*"password":"text[^"[]*"/i)
  expect(curlLacks).toBeUndefined()
  expect(JSON.stringify(findings)).not.toContain('tok-of-the-api-1234')
})

test('a media type is tested with the same value, so that the value cannot be the cause (Directus, PATCH /files)', async () => {
  const schema =
    'schema: { type: object, properties: { title: { type: string }, folder: { type: string, format: uuid }, folderId: { type: string } } }'
  const update = `/files: { post: { requestBody: { content: { application/json: { ${schema} }, application/x-www-form-urlencoded: { ${schema} } } }, ${responses} } }`
  const bodies: string[] = []
  await run(update, (_, sent) => {
    bodies.push(JSON.stringify(sent))
    return [201]
  })
  const shapes = new Set(bodies.slice(0, 2).map((one) => Object.keys(JSON.parse(one)).sort().join()))
  expect([...shapes]).toEqual(['folder,title'])
})

test('no part is blamed if the simplest request is rejected too', async () => {
  let isFull = false
  const { found } = await run(
    create('name: { type: string }, kind: { type: string, enum: [a, b, c, d, e, f, g, h] }', 'name, kind'),
    (_, sent) => {
      const kind = isObject(sent) ? own(sent, 'kind') : undefined
      if (typeof kind !== 'string' || !isObject(sent) || typeof own(sent, 'name') !== 'string') return [400]
      isFull ||= kind === 'f'
      if (isFull) return [400, { message: 'the quota of this month is used up' }]
      return /[bcde]/.test(kind) ? [400, { message: 'kind is old' }] : [201]
    },
    100,
  )
  const blamed = rejected(found).flatMap((message) => /\/kind is "(\w)"/.exec(message)?.[1] ?? [])
  expect(blamed).toEqual(['b', 'c', 'd', 'e'])
  expect(rejected(found).at(-1)).toBe(
    'status 400 for a valid request that has the simplest valid values; the server says "the quota of this month is used up"',
  )
})

const uuid = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
const collections = (description: string) => {
  const parameter = (text: string) =>
    `parameters: [{ name: collection_id, in: path, required: true, description: ${text}, schema: { type: string } }]`
  const ok = 'responses: { 200: { description: ok }, 400: { description: no }, 404: { description: none } }'
  const list =
    'responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string }, name: { type: string } } } } } } } }'
  return `/collections: { get: { ${list} } }, "/collections/{collection_id}": { get: { ${parameter(description)}, ${ok} } },
    "/collections/{collection_id}/count": { get: { ${parameter(description)}, ${ok} } }`
}

test.each(['Collection UUID', 'Collection'])(
  'a name is not tried where a UUID belongs (Chroma): %s',
  async (description) => {
    const { found, requests } = await run(collections(description), (key) => {
      if (key === 'GET /collections') return [200, [{ id: uuid, name: 'books' }]]
      // Chroma identifies a collection by name here, and by UUID below.
      if (/^GET \/collections\/[^/]+$/.test(key))
        return key.endsWith('/books') ? [200, { id: uuid, name: 'books' }] : [404]
      return key.includes(uuid) ? [200, 1] : [400, { message: 'Collection ID is not a valid UUIDv4' }]
    })
    expect(rejected(found)).toEqual([])
    expect(requests).toContain(`GET /collections/${uuid}/count`)
    if (description.endsWith('UUID')) expect(requests).not.toContain('GET /collections/books/count')
  },
)

test('an unknown string in place of a UUID counts as not reached instead of rejected', async () => {
  const { found, notReached } = await run(collections('Collection'), (key) =>
    key === 'GET /collections' ? [200, []] : [400, { message: 'Collection ID is not a valid UUIDv4' }],
  )
  expect(rejected(found)).toEqual([])
  expect(notReached).toEqual([expect.stringMatching(/^status 400; to give what exists, set "parameters"/)])
})
