import { expect, it } from 'vitest'
import { matcherOf } from './operation-glob.ts'

it.each([
  ['GET /internal/**', 'GET /internal/users/{id}', true],
  ['GET /internal/**', 'GET /internal', true],
  ['GET /internal/**', 'GET /internals', false],
  ['GET /internal/**', 'POST /internal/users', false],
  ['* /internal/**', 'POST /internal/users', true],
  ['GET /users/*', 'GET /users/{id}', true],
  ['GET /users/*', 'GET /users/{id}/orders', false],
  ['GET /users/*/orders', 'GET /users/{id}/orders', true],
  ['**/orders', 'GET /users/{id}/orders', true],
  ['**', 'GET /', true],
  ['GET /a.b', 'GET /a-b', false],
  ['GET /users/{id}', 'GET /users/{id}', true],
  ['get /users', 'GET /users', false],
  ['', 'GET /', false],
  ['constructor', 'constructor', true],
])('%s matches %s: %s', (glob, operation, fits) => {
  expect(matcherOf(glob)(operation)).toBe(fits)
})
