import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Observation } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createCaptures } from './captures.ts'

function operationOf({ operations }: Description, key: string): Operation {
  const found = operations.find((one) => one.key === key)
  if (found === undefined) throw new Error(`the description of the test has no ${key}`)
  return found
}

test('a created resource without a response body has the name from the request', () => {
  const tenants = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /tenants: { post: &op { responses: { '200': { description: d, content: { application/json: { schema: { type: object } } } } } } }
  /tenants/{tenant_name}: { get: *op, delete: *op }
  /databases: { get: *op, post: *op }
  /databases/{database}: { get: *op, delete: *op }
`)
  const of = (key: string) => operationOf(tenants, key)
  const captures = createCaptures(tenants, '', { made() {}, gone() {}, isOwnName: (name) => name !== 'public' })
  const made = (path: string, name: string): Observation => ({
    ...{ request: { method: 'POST', path, headers: {}, body: JSON.stringify({ name }) }, headers: {}, body: '{}' },
    ...{ status: 200, milliseconds: 1, authenticated: false },
  })
  captures.learn(of('POST /tenants'), made('/tenants', 'acme'))
  expect(captures.choose(of('GET /tenants/{tenant_name}')).used).toMatchObject([
    { value: 'acme', isCertain: true, isMade: true },
  ])
  captures.learn(of('POST /databases'), made('/databases', 'sales'))
  expect(captures.choose(of('GET /databases/{database}')).used).toMatchObject([{ value: 'sales', isCertain: false }])
  expect(captures.owned.all().map(({ value }) => value)).toEqual(['acme'])
  const listed = { ...made('/databases', ''), body: '[{"name":"sales"}]' }
  captures.learn(of('GET /databases'), listed)
  expect(captures.owned.all().map(({ value }) => value)).toEqual(['sales', 'acme'])
  captures.learn(of('POST /tenants'), made('/tenants', 'public'))
  expect(captures.choose(of('GET /tenants/{tenant_name}')).used).toMatchObject([{ value: 'public', isMade: false }])
  expect(captures.owned.all()).toHaveLength(2)
  captures.learn(of('POST /tenants'), { ...made('/tenants', 'public'), status: 201 })
  expect(captures.owned.all().map(({ value }) => value)).toEqual(['public', 'sales', 'acme'])
})

test('a resource with the same name under another parent does not count as created', () => {
  const described = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /orgs/{org}/databases: { get: &op { responses: { '200': { description: d, content: { application/json: { schema: { type: object } } } } } }, post: *op }
  /orgs/{org}/databases/{database}: { get: *op, delete: *op }
`)
  const captures = createCaptures(described, '')
  const exchange = (method: string, org: string, status: number, body: Json): [Operation, Observation] => {
    const request = { method, path: `/orgs/${org}/databases`, headers: {}, body: '{"name":"sales"}' }
    const timing = { milliseconds: 1, authenticated: false }
    const operation = operationOf(described, `${method} /orgs/{org}/databases`)
    return [operation, { request, status, headers: {}, body: JSON.stringify(body), ...timing }]
  }
  captures.learn(...exchange('POST', 'ours', 201, {}))
  captures.learn(...exchange('GET', 'theirs', 200, [{ name: 'sales' }]))
  expect(captures.owned.all()).toEqual([])
  captures.learn(...exchange('GET', 'ours', 200, [{ name: 'sales' }]))
  expect(captures.owned.all()).toMatchObject([{ value: 'sales', parents: { '/orgs/{}': 'ours' } }])
})

const forge = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /orgs: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { owner: { type: string } } } } } } } } } }
  /user/repos: &repos
    get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: &repo { type: object, properties: { name: { type: string }, owner: { type: object, properties: { login: { type: string } } } } } } } } } } }
    post: { responses: { '201': { description: d, content: { application/json: { schema: *repo } } } } }
  /repos/{owner}/{repo}: { get: &none { responses: { '204': { description: d } } }, delete: *none }
`)

function heard(key: string, status: number, body: Json): [Operation, Observation] {
  const [method = '', path = ''] = key.split(' ')
  const found = operationOf(forge, key)
  const text = JSON.stringify(body)
  return [
    found,
    { request: { method, path, headers: {} }, status, headers: {}, body: text, milliseconds: 1, authenticated: false },
  ]
}

test('uses values from one object together', () => {
  const captures = createCaptures(forge, '')
  const read = operationOf(forge, 'GET /repos/{owner}/{repo}')
  captures.learn(
    ...heard('GET /user/repos', 200, [
      { name: 'books', owner: { login: 'ann' } },
      { name: 'site', owner: { login: 'bob' } },
    ]),
  )
  captures.learn(...heard('GET /orgs', 200, [{ owner: 'shop' }]))
  expect(captures.inputFor(read)).toEqual({ path: { owner: 'ann', repo: 'books' } })
  captures.learn(...heard('POST /user/repos', 201, { name: 'new', owner: { login: 'cy' } }))
  expect(captures.inputFor(read)).toEqual({ path: { owner: 'cy', repo: 'new' } })
  expect(captures.owned.all()).toMatchObject([{ value: 'new', parents: { '/repos/{}': 'cy' } }])
})

test('sends the name to an operation that expects the name instead of the id', () => {
  const schema = '{ type: array, items: { $ref: "#/components/schemas/Thing" } }'
  const things = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /things: { get: { responses: { '200': { description: d, content: { application/json: { schema: ${schema} } } } } } }
  /things/{thing_id}: { get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } } } }
  /things/{thing_id}/size: { get: { responses: { '200': { description: d } } } }
  /all: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { first: { $ref: '#/components/schemas/Thing' } } } } } } } } }
components: { schemas: { Thing: { type: object, properties: { id: { type: string }, name: { type: string } } } } }
`)
  const of = (key: string) => operationOf(things, key)
  const captures = createCaptures(things, '')
  const listed = (path: string, body: Json): Observation => ({
    ...{ request: { method: 'GET', path, headers: {} }, status: 200, headers: {}, body: JSON.stringify(body) },
    ...{ milliseconds: 1, authenticated: false },
  })
  captures.learn(of('GET /all'), listed('/all', { first: { id: 'i-9', name: 'nine' } }))
  captures.learn(
    of('GET /things'),
    listed('/things', [
      { id: 'i-1', name: 'one' },
      { id: 'i-2', name: 'two' },
    ]),
  )
  const read = of('GET /things/{thing_id}')
  const tried: (string | number | undefined)[] = []
  for (let turn = 0; turn < 3; turn++) {
    const choice = captures.choose(read)
    tried.push(choice.used[0]?.value)
    captures.refuse(read, choice, { status: 404 })
  }
  expect(tried.slice(0, 2)).toEqual(['i-1', 'i-2'])
  // No resource counts as deleted.
  expect(captures.choose(of('GET /things/{thing_id}/size')).used.map(({ value }) => value)).toEqual(['i-1'])
})
