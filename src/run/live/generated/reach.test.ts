import { expect, test } from 'vitest'
import type { Json } from '../../../model/json.ts'
import { generatedRuns } from '../../../testing/servers/generated-runs.ts'
import { isObject } from '../../../util/json.ts'

const { run } = generatedRuns()

const body = (properties: string, required = '') =>
  `requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, properties: { ${properties} }, required: [${required}] } } } }`
const item = 'content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }'
const list = `content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } }`
const refusals = '400: { description: no }, 404: { description: none }'

test('a search is sent with required parameters only, and its results are read', async () => {
  const paths = `/jobs/filter: { post: { ${body('name: { type: string }')}, responses: { 200: { description: ok, ${list} }, ${refusals} } } },
    "/jobs/{id}": { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { 200: { description: ok, ${item} }, ${refusals} } } }`
  const { statuses } = await run(paths, (key, sent) => {
    if (key === 'GET /jobs/j-1') return [200, { id: 'j-1' }]
    if (key !== 'POST /jobs/filter') return [404]
    return [200, JSON.stringify(sent) === '{}' ? [{ id: 'j-1' }] : []]
  })
  expect(statuses('GET /jobs/{id}')).toContain(200)
})

test('if the full body is rejected, optional parts are dropped, and the responsible part is named', async () => {
  const properties = 'name: { type: string }, color: { type: string }'
  const paths = `/jobs: { post: { ${body(properties, 'name')}, responses: { 201: { description: ok }, ${refusals} } } }`
  const { statuses, found } = await run(paths, (_, sent) => {
    const isValid = isObject(sent) && typeof sent.name === 'string' && Object.keys(sent).join() === 'name'
    return [isValid ? 201 : 400]
  })
  expect(statuses('POST /jobs')).toContain(201)
  expect(found).toContainEqual(['positive-rejected', 'status 400 for a valid request: body /color is there'])
  expect(found.filter(([, message]) => message?.includes('the simplest valid values'))).toEqual([])
})

test('an operation that requires an optional parameter is called with it', async () => {
  const parameters = '[{ name: q, in: query, schema: { type: string } }]'
  const paths = `/search: { get: { parameters: ${parameters}, responses: { 200: { description: ok }, ${refusals} } } }`
  const { requests, statuses, found } = await run(paths, (key) => [/\?q=./.test(key) ? 200 : 400])
  expect([requests[0], requests.includes('GET /search?q=text')]).toEqual(['GET /search', true])
  expect(statuses('GET /search')).toContain(200)
  expect(found).toContainEqual(expect.arrayContaining(['positive-rejected']))
})

test('an example unknown to the server is replaced by a value from the API and not repeated', async () => {
  const parameter = (more: string) => `{ name: scrapePool, in: query, schema: { type: string }, ${more} }`
  const limit = '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }'
  const names = 'type: object, properties: { data: { type: array, items: { type: string } } }'
  const paths = `/scrape_pools: { get: { responses: { 200: { description: ok, content: { application/json: { schema: { ${names} } } } } } } },
    /config: { get: { parameters: [${parameter('required: true, example: prometheus')}, ${limit}], responses: { 200: { description: ok }, ${refusals} } } }`
  const { requests, statuses, found } = await run(paths, (key) => {
    if (key === 'GET /scrape_pools') return [200, { data: ['self'] }]
    if (/scrapePool=self/.test(key)) return [200]
    return [400, { error: `scrape pool "${/scrapePool=([^&]*)/.exec(key)?.[1]}" not found` }]
  })
  expect(statuses('GET /config')).toContain(200)
  const [refused, taken] = ['GET /config?scrapePool=prometheus', 'GET /config?scrapePool=self']
  expect(requests.lastIndexOf(refused ?? '')).toBe(requests.indexOf(taken ?? '') - 1)
  expect(found.filter(([ruleId]) => ruleId === 'positive-rejected')).toEqual([])
})

test('an empty string is filled if the server rejects it, anywhere in the body', async () => {
  const content =
    'content: { type: object, properties: { content: { type: string, example: "" } }, required: [content] }'
  const paths = `/versions: { post: { ${body(content, 'content')}, responses: { 201: { description: ok }, ${refusals} } } }`
  const { statuses } = await run(paths, (_, sent) => {
    const inner = isObject(sent) && isObject(sent.content) ? sent.content.content : undefined
    return inner === '' ? [400, { detail: 'Empty content is not allowed.' }] : [typeof inner === 'string' ? 201 : 400]
  })
  expect(statuses('POST /versions')).toContain(201)
})

test('an example that only violates its format is sent, because the format is an annotation', async () => {
  const paths = `/range: { get: { parameters: [{ name: step, in: query, required: true, schema: { oneOf: [{ type: string, format: duration }, { type: number }] }, example: 15s }], responses: { 200: { description: ok }, ${refusals} } } }`
  const { requests } = await run(paths, () => [200])
  expect(requests[0]).toBe('GET /range?step=15s')
})

test('deleting a collection is called while a collection is left', async () => {
  const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }'
  const ok = 'responses: { 200: { description: ok }, 400: { description: no } }'
  const flags = Array.from({ length: 6 }, (_, at) => `{ name: f${at}, in: query, schema: { type: boolean } }`).join()
  const paths = `/shelves: { post: { ${body('name: { type: string }')}, responses: { 201: { description: ok, ${item} } } } },
    "/shelves/{id}": { get: { ${id}], responses: { 200: { description: ok, ${item} } } }, delete: { ${id}, ${flags}], ${ok} } },
    "/shelves/{id}/books": { delete: { ${id}], ${ok} } }`
  let made = 0
  const gone = new Set<string>()
  const { statuses } = await run(paths, (key) => {
    const [, name = ''] = /shelves\/([^/?]+)/.exec(key) ?? []
    if (key === 'POST /shelves') return made++ < 3 ? [201, { id: `s-${made}` }] : [400]
    if (gone.has(name) || !/^s-[123]$/.test(name)) return [404]
    if (key.startsWith('DELETE') && !key.includes('/books')) gone.add(name)
    return [200, { id: name }]
  })
  expect(statuses('DELETE /shelves/{id}/books')).toContain(200)
})

test('an optional identifier without a known value is not sent', async () => {
  const paths = `/jobs: { post: { ${body('name: { type: string }, ownerId: { type: string }', 'name')}, responses: { 201: { description: ok }, ${refusals} } } }`
  const bodies: Json[] = []
  await run(paths, (_, sent) => {
    bodies.push(sent ?? null)
    return [201]
  })
  expect(bodies[0]).toEqual({ name: expect.stringMatching(/^text-[0-9a-f]{8}$/) })
})

test('nor is an optional object that requires one', async () => {
  const owner = 'owner: { type: object, properties: { id: { type: string }, name: { type: string } }, required: [id] }'
  const paths = `/jobs: { post: { ${body(`name: { type: string }, ${owner}`, 'name')}, responses: { 201: { description: ok }, ${refusals} } } }`
  const bodies: Json[] = []
  await run(paths, (_, sent) => {
    bodies.push(sent ?? null)
    return [201]
  })
  expect(bodies[0]).toEqual({ name: expect.stringMatching(/^text-[0-9a-f]{8}$/) })
})

test('a response that contains an accepted invalid value is no second finding', async () => {
  const schema = 'name: { type: string }'
  const paths = `/jobs: { post: { ${body(schema, 'name')}, responses: { 201: { description: ok, content: { application/json: { schema: { type: object, properties: { ${schema} } } } } }, ${refusals} } } }`
  const { found } = await run(paths, (_, sent) => [201, sent ?? {}])
  const rules = new Set(found.map(([ruleId]) => ruleId))
  expect(rules).toContain('negative-accepted')
  expect(rules).not.toContain('type-conformance')
  expect(rules).not.toContain('null-conformance')
})

test('another kind of identifier is tried only after a rejection', async () => {
  const thing = 'type: object, properties: { id: { type: string }, name: { type: string } }'
  const found = `content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }`
  const paths = `/all: { get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { first: { $ref: "#/components/schemas/Thing" } } } } } } } } },
    "/things/{thing}": { get: { parameters: [{ name: thing, in: path, required: true, schema: { type: string } }], responses: { 200: { description: ok, ${found} }, ${refusals} } } },
    "/things/{thing}/size": { get: { parameters: [{ name: thing, in: path, required: true, schema: { type: string } }], responses: { 200: { description: ok }, ${refusals} } } }`
  const { statuses, found: findings } = await run(
    `${paths} }, components: { schemas: { Thing: { ${thing} } }`,
    (key) => {
      if (key === 'GET /all') return [200, { first: { id: '3fa85f64-5717-4562-b3fc-000000000000', name: 'one' } }]
      if (key === 'GET /things/one') return [200, { id: '3fa85f64-5717-4562-b3fc-000000000000', name: 'one' }]
      return key === 'GET /things/3fa85f64-5717-4562-b3fc-000000000000/size' ? [200] : [400]
    },
  )
  expect([statuses('GET /things/{thing}')[0], statuses('GET /things/{thing}/size')[0]]).toEqual([200, 200])
  expect(findings).toEqual([])
})

/** A service with named flows, and a bulk operation that takes keys of existing flows. */
const flow =
  'content: { application/json: { schema: { type: object, properties: { id: { type: number }, name: { type: string } } } } }'
const id = 'parameters: [{ name: id_or_slug, in: path, required: true, schema: { type: string } }]'
const flows = `
  /flows: {
    post: { ${body('name: { type: string, example: none }, owner: { type: string }')}, responses: { 200: { description: ok, ${flow} }, ${refusals} } },
    patch: { ${body('keys: { type: array, items: { type: string } }, data: { type: object }', 'keys')}, responses: { 200: { description: ok }, ${refusals} } } },
  "/flows/{id_or_slug}": {
    get: { ${id}, responses: { 200: { description: ok, ${flow} }, ${refusals} } },
    delete: { ${id}, responses: { 204: { description: ok }, ${refusals} } } },`

test('a 403 counts as a rejection: the request is reduced and completed as the server says; bulk operations get keys of the run', async () => {
  const there = new Set(['7'])
  const changed: Json[] = []
  let last = 7
  const { statuses } = await run(flows, (key, sent) => {
    const [method = '', path = ''] = key.split(' ')
    const own = path.split('/')[2]
    if (own !== undefined && !there.has(own)) return [404]
    if (own !== undefined) return method === 'DELETE' && there.delete(own) ? [204] : [200, { id: Number(own) }]
    if (!isObject(sent)) return [400]
    if (method === 'PATCH') {
      const keys = Array.isArray(sent.keys) ? sent.keys : []
      changed.push(...keys)
      if (sent.data !== undefined) return [400, { message: 'Invalid foreign key.' }]
      return [keys.length > 0 && keys.every((one) => there.has(String(one))) ? 200 : 400]
    }
    if (sent.owner !== undefined) return [403, { message: 'forbidden' }]
    if (typeof sent.name !== 'string') return [400, { errors: [{ message: '"name" is required' }] }]
    there.add(String(++last))
    return [200, { id: last, name: sent.name }]
  })
  expect([statuses('POST /flows'), statuses('PATCH /flows')]).toEqual([
    expect.arrayContaining([403, 200]),
    expect.arrayContaining([200]),
  ])
  expect([changed.includes('7'), there]).toEqual([false, new Set(['7'])])
})

test('a property missing from the description is sent once the server asks for it, with a value from the API', async () => {
  const shown =
    'content: { application/json: { schema: { type: object, properties: { id: { type: string }, size: { type: integer } } } } }'
  const paths = `
    /files: {
      get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } } },
      post: { requestBody: { content: { application/json: { schema: { type: object, properties: { size: { type: integer } } } } } }, responses: { 201: { description: ok, ${shown} }, ${refusals} } } },`
  const { statuses } = await run(paths, (key, sent) => {
    if (key === 'GET /files') return [200, [{ id: '1', storage: 'local' }]]
    const isStored = isObject(sent) && sent.storage === 'local'
    return isStored ? [201, { id: '2', size: 1 }] : [400, { errors: [{ message: 'Field "storage" is required.' }] }]
  })
  expect(statuses('POST /files')).toContain(201)
})

test('resources without identifier in the response are found in the list, also for paths with a trailing slash', async () => {
  const tag = 'type: object, properties: { id: { type: integer }, name: { type: string } }'
  const pk =
    'parameters: [{ name: pk, in: path, required: true, schema: { type: integer } }], responses: { 200: { description: ok }, 404: { description: none } }'
  const paths = `
    /tags/: {
      get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { result: { type: array, items: { ${tag} } } } } } } } } },
      post: { ${body('name: { type: string }', 'name')}, responses: { 201: { description: ok, content: { application/json: { schema: { type: object, properties: { id: { type: number } } } } } }, ${refusals} } } },
    "/tags/{pk}": { get: { ${pk} }, delete: { ${pk} } },`
  const there = new Map([[1, 'seeded']])
  await run(paths, (key, sent) => {
    const [method = '', path = ''] = key.split(' ')
    const id = Number(path.split('/')[2])
    if (method === 'POST') {
      if (!isObject(sent) || typeof sent.name !== 'string') return [400]
      there.set(Math.max(...there.keys()) + 1, sent.name)
      return there.size % 2 === 0 ? [201, {}] : [204]
    }
    const result = [...there].map(([at, name]) => ({ id: at, name }))
    if (path.startsWith('/tags/?') || path === '/tags/')
      return [200, { ids: [...there.keys()], columns: ['id'], result }]
    if (!there.has(id)) return [404]
    if (method === 'DELETE') there.delete(id)
    return [200]
  })
  expect([...there.values()]).toEqual(['seeded'])
})

test('a creation rejected for a missing reference is repeated once the reference exists, and so are its dependents', async () => {
  const step = `/steps: { post: { ${body('id: { type: string }, flow: { type: string }, kind: { type: string, enum: [log] }', 'kind')}, responses: { 201: { description: ok, ${item} }, ${refusals} } } },
    "/steps/{id}": { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { 200: { description: ok, ${item} }, ${refusals} } } },`
  const paths = `${step} /flows: { post: { ${body('name: { type: string }', 'name')}, responses: { 201: { description: ok, ${item} }, ${refusals} } } }`
  const sentIds: Json[] = []
  const { statuses } = await run(paths, (key, sent) => {
    if (key === 'POST /flows') return [201, { id: 'f-1', name: 'a' }]
    if (isObject(sent) && sent.id !== undefined && typeof sent.id === 'string') sentIds.push(sent.id)
    if (key === 'POST /steps') return isObject(sent) && sent.flow === 'f-1' ? [201, { id: 's-1' }] : [400]
    return key === 'GET /steps/s-1' ? [200, { id: 's-1' }] : [404]
  })
  expect([statuses('POST /steps'), statuses('GET /steps/{id}')]).toEqual([
    expect.arrayContaining([400, 201]),
    expect.arrayContaining([200]),
  ])
  // A generated identifier could match an existing resource.
  expect(sentIds).toEqual([])
})

test('an example in a body that the server does not know is replaced by what the API shows, and is not repeated', async () => {
  const properties = 'project: { type: string, example: nope }, size: { type: integer, minimum: 1, maximum: 9 }'
  const paths = `/projects: { get: { responses: { 200: { description: ok, ${list} } } } },
    /jobs: { post: { ${body(properties, 'project')}, responses: { 200: { description: ok }, ${refusals} } } }`
  const sentProjects: Json[] = []
  const { statuses, found } = await run(paths, (key, sent) => {
    if (key === 'GET /projects') return [200, [{ id: 'p-1' }]]
    const project = isObject(sent) ? (sent.project ?? null) : null
    sentProjects.push(project)
    return project === 'p-1' ? [200] : [400, { error: `project "${String(project)}" not found` }]
  })
  expect(statuses('POST /jobs')).toContain(200)
  expect(sentProjects.lastIndexOf('nope')).toBe(sentProjects.indexOf('p-1') - 1)
  expect(found.filter(([ruleId]) => ruleId === 'positive-rejected')).toEqual([])
})

test.each([
  ['a query', '/diff', 'fromVersionId', 'toVersionId', 'query'],
  ['a path', '/versions/{versionId}/compare/{otherVersionId}', 'versionId', 'otherVersionId', 'path'],
])('two parameters of %s take two values of the same resource', async (_what, path, a, b, where) => {
  const parameters = [a, b].map((name) => `{ name: ${name}, in: ${where}, required: true, schema: { type: string } }`)
  const paths = `/versions: { get: { responses: { 200: { description: ok, ${list} } } } },
    "${path}": { get: { parameters: [${parameters.join(', ')}], responses: { 200: { description: ok }, ${refusals} } } }`
  const { statuses } = await run(paths, (key) => {
    if (key === 'GET /versions') return [200, [{ id: 'v-1' }, { id: 'v-2' }]]
    const [first, second] = key.match(/v-\d/g) ?? []
    return [second !== undefined && first !== second ? 200 : 404]
  })
  expect(statuses(`GET ${path}`)).toContain(200)
})

test('what a resource of our own shows is no name of somebody else', async () => {
  const emails = 'emails: { type: array, items: { type: string, format: email } }'
  const properties = `id: { type: string }, name: { type: string }, ${emails}`
  const team = `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`
  const paths = `/teams: { post: { ${body(`name: { type: string }, ${emails}`, 'name, emails')}, responses: { 201: { description: ok, ${team} }, ${refusals} } } },
    "/teams/{id}": { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { 200: { description: ok, ${team} }, ${refusals} } } }`
  const teams: Json[] = []
  const { requests } = await run(paths, (key, sent) => {
    if (key.startsWith('GET')) return teams.length > 0 ? [200, teams.at(-1)] : [404]
    if (!isObject(sent) || typeof sent.name !== 'string' || !Array.isArray(sent.emails)) return [400, {}]
    teams.push({ ...sent, id: `t-${teams.length}` })
    return [201, teams.at(-1)]
  })
  const firstRead = requests.findIndex((one) => one.startsWith('GET'))
  expect(requests.slice(firstRead).filter((one) => one === 'POST /teams').length).toBeGreaterThan(3)
  expect(teams.some((one) => isObject(one) && Array.isArray(one.emails) && one.emails.length > 1)).toBe(true)
})
