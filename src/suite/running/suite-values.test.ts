import { expect, test } from 'vitest'
import { valuesInSuites } from './suite-values.ts'

test('reads literal path parameters of calls that should succeed', () => {
  const texts = [
    `api.call('GET /items/{id}', { path: { id: '42' } })
     api.call('GET /none/{id}', { path: { id: 'nope' }, expect: 404 })
     await api.send("GET /a/{x}/b/{y}", {
       query: { page: 2 },
       path: { x: 7, 'y': "z" },
     })
     api.call('GET /computed/{id}', { path: { id } })
     api.call('GET /plain', { query: { id: '1' } })`,
    `api.call('GET /items/{id}', { as: 'another', path: { id: '43' } })`,
  ]
  expect(valuesInSuites(texts)).toEqual({ 'GET /items/{id}': { id: '42' }, 'GET /a/{x}/b/{y}': { x: 7, y: 'z' } })
})
