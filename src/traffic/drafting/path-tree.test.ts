import { expect, it } from 'vitest'
import { toObservation } from '../checking/to-observation.ts'
import { addExchange } from './operation-facts.ts'
import { createPathTree } from './path-tree.ts'

/** Returns the operations guessed from requests such as `GET /a 200`. Bodies are objects with the given properties. */
function templatesOf(requests: readonly string[], properties: readonly string[] = []): string[] {
  const tree = createPathTree()
  for (const [exchange, request] of requests.entries()) {
    const [method = '', url = '', status] = request.split(' ')
    const body = JSON.stringify(Object.fromEntries(properties.map((name) => [name, 1])))
    const recorded = { request: { method, url, body: '' }, response: { status: Number(status ?? 200), body } }
    const facts = tree.at(method, url, exchange)
    if (facts !== undefined) addExchange(facts, toObservation(recorded, url), { shapes: 1000, exchange })
  }
  return tree.operations().map(({ method, path, facts }) => `${method} ${path} ${[...facts.responses.keys()].join()}`)
}

it.each([
  [
    ['GET /a/1', 'GET /a/2/', 'GET /a/2/b/3'],
    ['GET /a/{id} 200', 'GET /a/{id}/b/{id2} 200'],
  ],
  [
    ['GET /prices/BTC/EUR', 'GET /v1/x'],
    ['GET /prices/{id}/{id2} 200', 'GET /v1/x 200'],
  ],
  [['GET /a/1', 'GET /a/unknown 404'], ['GET /a/{id} 200,404']],
  [
    ['GET /a/list', 'GET /a/1', 'DELETE /a/list 405', 'DELETE /a/2 204'],
    ['GET /a/list 200', 'DELETE /a/{id} 204,405', 'GET /a/{id} 200'],
  ],
  [['GET /a{b'], ['GET /a%7Bb 200']],
  [['GET /'], ['GET / 200']],
])('%j is %j', (requests, expected) => {
  expect(templatesOf(requests)).toEqual(expected)
})

it('merges four siblings that return objects with the same properties into a parameter', () => {
  const users = ['ann', 'bea', 'cyd', 'dee'].map((name) => `GET /users/${name}`)
  expect(templatesOf(users, ['a', 'b', 'c'])).toEqual(['GET /users/{id} 200'])
  expect(templatesOf(users.slice(1), ['a', 'b', 'c'])).toHaveLength(3)
  expect(templatesOf(users, ['a', 'b'])).toHaveLength(4)
  const below = users.map((each) => `${each}/orders`)
  expect(templatesOf([...users, ...below], ['a', 'b', 'c'])).toEqual([
    'GET /users/{id} 200',
    'GET /users/{id}/orders 200',
  ])
})

it('limits the number of operations', () => {
  const name = (index: number): string => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const many = Array.from({ length: 20_000 }, (_, index) => `GET /r/${name(index % 90)}/${name(index)}`)
  expect(templatesOf(many).length).toBeLessThan(3001)
})
