import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { type AttemptParts, attemptsOf } from './attempts.ts'
import { createCaptures } from './captures.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /pets/{petId}:
    parameters: [{ $ref: '#/components/parameters/PetId' }]
    get: { responses: { '200': { description: d } } }
    delete: { responses: { '204': { description: d } } }
  /pets/{petId}/photos/{n}:
    parameters: [{ $ref: '#/components/parameters/PetId' }, { name: n, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: d } } }
  /pets: { get: { responses: { '200': { description: d } } }, post: { responses: { '201': { description: d } } } }
components:
  parameters:
    PetId: { name: petId, in: path, required: true, schema: { type: string }, examples: { one: { value: ex1 }, two: { value: ex2 } } }
`)

const find = (key: string) => {
  const found = description.operations.find((operation) => operation.key === key)
  if (found === undefined) throw new Error(`the description of the test has no ${key}`)
  return found
}

function learn(captures: AttemptParts['captures'], key: string, path: string, body: Json, status = 200): void {
  const [method = ''] = key.split(' ')
  const request = { method, path, headers: {} }
  const response = { status, headers: {}, body: JSON.stringify(body), milliseconds: 1, authenticated: false }
  captures.learn(find(key), { request, ...response })
}

/** Returns all attempted paths if every response is 404. */
function tried(captures: AttemptParts['captures'], key: string, more: Partial<AttemptParts> = {}): readonly string[] {
  const operation = find(key)
  const parts = {
    description,
    captures,
    operation,
    under: { path: { petId: 'text' } },
    chosen: new Set<string>(),
    ...more,
  }
  const all: string[] = []
  for (const { input, choice, unknown } of attemptsOf(parts)) {
    all.push(`${Object.values(input.path ?? {}).join('/')} ${unknown.map(({ from }) => from).join()}`.trim())
    captures.refuse(operation, choice, { status: 404 })
    if (all.length > 20) break
  }
  return all
}

test('tries configured values, then captured ones, then examples; generated ones only if there are no others', () => {
  const captures = createCaptures(description, '')
  expect(tried(captures, 'GET /pets/{petId}')).toEqual(['ex1 example', 'ex2 example'])
  learn(captures, 'GET /pets', '/pets', [{ id: 'a' }, { id: 'b' }])
  const parameters = { petId: 'configured' }
  expect(tried(captures, 'GET /pets/{petId}', { parameters })).toEqual([
    ...['configured', 'a', 'b', 'ex1 example', 'ex2 example'],
  ])
  const bare = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths: { '/pets/{petId}': { get: { parameters: [{ name: petId, in: path, required: true, schema: { type: string } }], responses: {} } } }`)
  const [operation] = bare.operations
  if (operation === undefined) throw new Error('there is one')
  const parts = {
    description: bare,
    captures: createCaptures(bare, ''),
    operation,
    under: { path: { petId: 'text' } },
    chosen: new Set<string>(),
  }
  expect([...attemptsOf(parts)].map(({ input, unknown }) => [input.path, unknown.map(({ from }) => from)])).toEqual([
    [{ petId: 'text' }, ['generated']],
  ])
})

test('keeps the ten latest values of a resource and does not retry missing ones', () => {
  const captures = createCaptures(description, '')
  learn(
    captures,
    'GET /pets',
    '/pets',
    Array.from({ length: 12 }, (_, index) => ({ id: `old${index}` })),
  )
  learn(captures, 'GET /pets', '/pets', [{ id: 'new' }])
  const first = tried(captures, 'GET /pets/{petId}').filter((one) => !one.startsWith('ex'))
  expect(first).toEqual(['new', ...Array.from({ length: 9 }, (_, index) => `old${index}`)])
  learn(captures, 'GET /pets', '/pets', [{ id: 'new' }, { id: 'other' }])
  expect(tried(captures, 'GET /pets/{petId}')[0]).toBe('other')
  // A response shows that the resource exists again.
  learn(captures, 'GET /pets/{petId}', '/pets/new', {})
  expect(tried(captures, 'DELETE /pets/{petId}')).toContain('new')
})

test('deletes created resources first, and distrusts values captured before a deletion', () => {
  const captures = createCaptures(description, '')
  learn(captures, 'GET /pets', '/pets', [{ id: 'a' }])
  expect(captures.hasSpare(find('DELETE /pets/{petId}'))).toBe(false)
  learn(captures, 'POST /pets', '/pets', { id: 'made' }, 201)
  learn(captures, 'GET /pets', '/pets', [{ id: 'a' }, { id: 'b' }])
  expect(captures.hasSpare(find('DELETE /pets/{petId}'))).toBe(true)
  expect(captures.choose(find('DELETE /pets/{petId}')).input).toEqual({ path: { petId: 'made' } })
  expect(captures.choose(find('GET /pets/{petId}')).input).toEqual({ path: { petId: 'a' } })
  learn(captures, 'DELETE /pets/{petId}', '/pets/made', null, 204)
  // A value captured again is preferred to one that was not.
  learn(captures, 'GET /pets/{petId}', '/pets/b', {})
  expect(captures.choose(find('DELETE /pets/{petId}')).input).toEqual({ path: { petId: 'b' } })
  expect(tried(captures, 'GET /pets/{petId}').slice(0, 2)).toEqual(['b', 'a stale'])
  expect(tried(createCaptures(description, ''), 'DELETE /pets/{petId}', { onlyMade: true })).toEqual(['text generated'])
})
