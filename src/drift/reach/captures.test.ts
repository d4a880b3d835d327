import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { merged } from '../planning/merged.ts'
import { evaluate } from '../planning/runtime-expression.ts'
import { createCaptures } from './captures.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /loans:
    get: &op { responses: { '200': { description: d } } }
    post:
      responses:
        '201':
          description: d
          links:
            self: { operationId: getLoan, parameters: { loanId: $response.body#/key, query.page: 2, x: $request.header.x-trace } }
            pay: { $ref: '#/components/links/pay' }
            gone: { operationId: nobody }
            unknown: { operationRef: '#/paths/~1nowhere/get' }
        4XX: { description: d, links: { no: { operationId: getLoan, parameters: { loanId: never } } } }
  /loans/{loanId}:
    get:
      operationId: getLoan
      parameters:
        - { name: loanId, in: path, required: true, schema: {} }
        - { name: page, in: query, schema: {} }
        - { name: x, in: header, schema: {} }
      responses: { '200': { description: d } }
    delete: *op
  /loans/{loan}/payments:
    get: *op
    post: *op
  /loans/{loan}/payments/{payment}: { get: *op }
  /loansome/{id}: { get: *op }
components:
  links:
    pay:
      operationRef: '#/paths/~1loans~1{loan}~1payments/post'
      parameters: { }
      requestBody: { amount: 5 }
`)

function operation(key: string): Operation {
  const found = description.operations.find((one) => one.key === key)
  if (found === undefined) throw new Error(`the description of the test has no ${key}`)
  return found
}

function response(
  key: string,
  path: string,
  body: Json,
  status = 200,
  sent: Partial<SentRequest> = {},
): [Operation, Observation] {
  const { method } = operation(key)
  const request = { method, path, headers: {}, ...sent }
  return [
    operation(key),
    {
      request,
      status,
      headers: { location: '/loans/7' },
      body: JSON.stringify(body),
      milliseconds: 1,
      authenticated: false,
    },
  ]
}

const create = response('POST /loans', '/loans?dry=no', { id: 'ignored', key: 'L1', list: [{ id: 9 }] }, 201, {
  headers: { 'x-trace': 't' },
  body: '{"name":"n"}',
})

test.each<[Json, Json | undefined]>([
  ['$url', 'http://host/v1/loans?dry=no'],
  ['$method', 'POST'],
  ['$statusCode', 201],
  ['$request.header.X-Trace', 't'],
  ['$request.query.dry', 'no'],
  ['$request.body#/name', 'n'],
  ['$request.body', { name: 'n' }],
  ['$response.body#/list/0/id', 9],
  ['$response.header.Location', '/loans/7'],
  ['/loans/{$response.body#/key}?n={$response.body#/list/0/id}', '/loans/L1?n=9'],
  ['plain', 'plain'],
  [5, 5],
  ['$response.body#/absent', undefined],
  ['$response.query.dry', undefined],
  ['$nothing', undefined],
  ['a{$nothing}', undefined],
])('%j', (expression, value) => {
  const [created, observation] = create
  expect(evaluate(expression, { operation: created, observation, baseUrl: 'http://host/v1' })).toEqual(value)
})

test('path values are read from the request, decoded', () => {
  const [operation, observation] = response('GET /loans/{loanId}', '/loans/a%20b?page=1', null)
  expect(evaluate('$request.path.loanId', { operation, observation, baseUrl: '' })).toBe('a b')
})

test('links of successful responses provide values for later calls', () => {
  const captures = createCaptures(description, 'http://host')
  captures.learn(...response('POST /loans', '/loans', { id: 'x' }, 400))
  expect(captures.inputFor(operation('GET /loans/{loanId}'))).toEqual({})
  captures.learn(...create)
  expect(captures.inputFor(operation('GET /loans/{loanId}'))).toEqual({
    path: { loanId: 'L1' },
    query: { page: 2 },
    headers: { x: 't' },
  })
  expect(captures.inputFor(operation('POST /loans/{loan}/payments'))).toMatchObject({ body: { amount: 5 } })
})

test.each<[string, Json]>([
  ['a resource', { id: 'L1' }],
  ['a list', [{ id: 'L1' }, { id: 'L2' }]],
  ['a page', { total: 1, content: [{ id: 'L1' }] }],
  ['a property with the name of the parameter', [{ id: 'other', loanId: 'L1' }]],
  ['an envelope', { data: { id: 'L1', name: 'x' }, permissions: { write: ['me'] } }],
  ['an object named after the resource', { loan: { id: 'L1' }, related: { id: 'other' } }],
  ['a list of envelopes', { items: [{ data: { id: 'L1' } }, { data: { id: 'L2' } }] }],
])('captures the id from %s', (_what, body) => {
  const captures = createCaptures(description, '')
  captures.learn(...response('GET /loans', '/loans', body))
  expect(captures.inputFor(operation('GET /loans/{loanId}'))).toEqual({ path: { loanId: 'L1' } })
  expect(captures.inputFor(operation('GET /loansome/{id}'))).toEqual({})
})

test('uses nested ids with their parent and forgets deleted resources', () => {
  const captures = createCaptures(description, '')
  const payment = operation('GET /loans/{loan}/payments/{payment}')
  captures.learn(...response('GET /loans/{loan}/payments', '/loans/A%2F1/payments', [{ id: 3 }]))
  captures.learn(...response('GET /loans', '/loans', [{ id: 'B' }]))
  expect(captures.inputFor(payment)).toEqual({ path: { loan: 'A/1', payment: '3' } })
  captures.learn(...response('DELETE /loans/{loanId}', '/loans/A%2F1', null, 204))
  expect(captures.inputFor(payment)).toEqual({ path: { loan: 'B' } })
  captures.learn(...response('DELETE /loans/{loanId}', '/loans/B', null, 204))
  expect(captures.inputFor(payment)).toEqual({})
})

test('an empty list captures nothing', () => {
  const captures = createCaptures(description, '')
  captures.learn(...response('GET /loans/{loan}/payments', '/loans/text/payments', []))
  captures.learn(...response('GET /loans/{loan}/payments', '/loans/text/payments', { total: 0, items: [] }))
  expect(captures.inputFor(operation('GET /loans/{loanId}'))).toEqual({})
  captures.learn(...response('GET /loans/{loan}/payments', '/loans/A/payments', [{ id: 1 }]))
  expect(captures.inputFor(operation('GET /loans/{loanId}'))).toEqual({ path: { loanId: 'A' } })
})

test('given values take precedence over captured ones', () => {
  expect(merged({ path: { a: 1, b: 2 }, body: 1 }, { path: { b: 3 }, query: {} })).toEqual({
    path: { a: 1, b: 3 },
    body: 1,
  })
})

test.each([
  ['an id from the server', '{"amount":5}', 200, undefined, false],
  ['an id from the server with status 201', '{"amount":5}', 201, undefined, true],
  ['an id that no list showed before', '{"amount":5}', 200, [{ id: 9 }], true],
  ['an id that a list showed before', '{"amount":5}', 201, [{ id: 10 }], false],
  ['an id from the request', '{"id":10}', 200, [], false],
  ['an id from the request with status 201', '{"id":10}', 201, [], true],
])('a resource belongs to the run only if the run created it: %s', (_, body, status, list, expected) => {
  const captures = createCaptures(description, 'http://host')
  if (list !== undefined) captures.learn(...response('GET /loans/{loan}/payments', '/loans/3/payments', list))
  captures.learn(...response('POST /loans/{loan}/payments', '/loans/3/payments', { id: 10 }, status, { body }))
  expect(captures.owned.has('/loans/{}/payments/{}', '10', { '/loans/{}': '3' })).toBe(expected)
})

const books = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /books:
    get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { oneOf: [{ type: array, items: { $ref: '#/components/schemas/Book' } }, { $ref: '#/components/schemas/Book' }] } } } }
      responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { data: { items: { $ref: '#/components/schemas/Book' } } } } } } } }
  /books/{id}: { delete: { responses: { '204': { description: d } } } }
components: { schemas: { Book: { type: object, properties: { id: { type: number } } } } }
`)

test.each<[string, Json, Json, readonly number[]]>([
  ['one', { title: 'a' }, { data: { id: 3 } }, [3]],
  ['a list', [{ title: 'a' }, { title: 'b' }], { data: [{ id: 3 }, { id: 4 }] }, [4, 3]],
  ['a list with existing ids', [{ id: 3 }], { data: [{ id: 3 }] }, []],
])('a creation with body %s captures the created resources', (_, sent, body, made) => {
  const captures = createCaptures(books, 'http://host')
  const learn = (key: string, sent: Json, body: Json): void => {
    const [operation] = books.operations.filter((one) => one.key === key)
    const request = { method: key.split(' ')[0] ?? '', path: '/books', headers: {}, body: JSON.stringify(sent) }
    const response = { request, status: 200, headers: {}, body: JSON.stringify(body), milliseconds: 1 }
    if (operation !== undefined) captures.learn(operation, { ...response, authenticated: true })
  }
  learn('GET /books', null, [])
  learn('POST /books', sent, body)
  expect(captures.owned.all().map(({ value }) => value)).toEqual(made)
})

test('a deletion or creation below a resource does not affect the resource', () => {
  const text = 'required: true, schema: { type: string }'
  const paths = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /groups: { get: &ok { responses: { '200': { description: d } } }, post: { responses: { '201': { description: d } } } }
  /groups/{groupId}: { get: *ok, delete: *ok }
  /groups/{groupId}/notes: { post: { responses: { '201': { description: d } } } }
  /groups/{groupId}/notes/{noteId}: { get: *ok }
  /groups/{groupId}/rules/{rule}: { delete: { parameters: [{ name: rule, in: path, required: true, schema: { type: string, enum: [A, B] } }, { name: groupId, in: path, ${text} }], responses: { '200': { description: d } } } }
`)
  const captures = createCaptures(paths, '')
  const learn = (key: string, path: string, body: Json, status: number): void => {
    const [operation] = paths.operations.filter((one) => one.key === key)
    const request = { method: key.split(' ')[0] ?? '', path, headers: {} }
    const response = { request, status, headers: {}, body: JSON.stringify(body), milliseconds: 1, authenticated: false }
    if (operation !== undefined) captures.learn(operation, response)
  }
  const used = (key: string) =>
    paths.operations.filter((one) => one.key === key).flatMap((one) => captures.choose(one).used)
  learn('POST /groups', '/groups', { id: 'ours' }, 201)
  learn('GET /groups', '/groups', [{ id: 'theirs' }, { id: 'ours' }], 200)
  learn('DELETE /groups/{groupId}/rules/{rule}', '/groups/ours/rules/A', null, 200)
  expect(captures.owned.all().map(({ value }) => value)).toEqual(['ours'])
  learn('GET /groups', '/groups', [{ id: 'theirs' }, { id: 'ours' }], 200)
  learn('POST /groups/{groupId}/notes', '/groups/ours/notes', { id: 'n' }, 201)
  // Writing operations use resources created by this run; reading ones may use any.
  expect(used('POST /groups/{groupId}/notes').map(({ value, mayBeGone }) => [value, mayBeGone])).toEqual([
    ['ours', undefined],
  ])
  expect(used('GET /groups/{groupId}').map(({ value }) => value)).toEqual(['theirs'])
})

test('a pardoned choice is used again', () => {
  const captures = createCaptures(description, '')
  const [get, listed] = [operation('GET /loans/{loanId}'), response('GET /loans', '/loans', [{ id: 'L1' }])]
  captures.learn(...listed)
  const choice = captures.choose(get)
  captures.refuse(get, choice, { status: 400 })
  expect(captures.choose(get).used).toEqual([])
  captures.pardon(get, choice)
  expect(captures.choose(get).used.map(({ value }) => value)).toEqual(['L1'])
})
