import { expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createRouter } from './route.ts'

const responses = '{ responses: { 200: { description: ok } } }'
const { operations } = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
servers: [{ url: 'https://api.example.com/v1' }, { url: '{base_url}' }, { url: '/{tenant}/v2/' }]
paths:
  /loans: { get: ${responses}, post: ${responses} }
  /loans/{id}: { get: ${responses} }
  /loans/latest: { get: ${responses} }
  /loans/{id}.csv: { get: ${responses} }
  /loans/{from}..{to}: { get: ${responses} }
  /{kind}/latest: { get: ${responses} }
  /caf%C3%A9: { get: ${responses} }
`)
const router = createRouter(operations)

it.each([
  ['GET', '/loans', 'GET /loans'],
  ['get', '/loans/?page=1', 'GET /loans'],
  ['POST', '/loans#x', 'POST /loans'],
  ['GET', '/v1/loans/42', 'GET /loans/{id}'],
  ['GET', '/acme/v2/loans/42', 'GET /loans/{id}'],
  ['GET', '/loans/latest', 'GET /loans/latest'],
  ['GET', '/users/latest', 'GET /{kind}/latest'],
  ['GET', '/loans/42.csv', 'GET /loans/{id}.csv'],
  ['GET', '/loans/1..2', 'GET /loans/{from}..{to}'],
  ['GET', '/loans/a%2Fb', 'GET /loans/{id}'],
  ['GET', '/loans/%E0%A4%A', 'GET /loans/{id}'],
  ['GET', '/café', 'GET /caf%C3%A9'],
  ['HEAD', '/loans', 'GET /loans'],
  ['DELETE', '/loans', undefined],
  ['GET', '/loans/1/2', undefined],
  ['GET', '/loans//', undefined],
  ['GET', '/', undefined],
])('%s %s → %s', (method, path, key) => {
  expect(router.match(method, path)?.key).toBe(key)
})

const variables = createRouter(
  descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
servers:
  - url: https://{region}.example.com:{port}/{stage}
    variables:
      region: { default: eu, enum: [eu, us] }
      port: { default: 443 }
      stage: { default: v1, enum: [v1, v2] }
  - { url: '{scheme}://{host}/api/v{number}', variables: { number: { default: 1, enum: [1, 2] } } }
  - { url: '/{tenant}', variables: { tenant: { default: acme/eu } } }
  - { url: '{base}/deep', variables: { base: { default: 'https://x.example.com/base' } } }
paths:
  /things: { get: ${responses} }
  /things/{id}: { get: ${responses} }
  /users/things: { get: ${responses} }
`).operations,
)

it.each([
  ['/things', 'GET /things'],
  ['/v1/things', 'GET /things'],
  ['/v2/things', 'GET /things'],
  ['/api/v2/things/1', 'GET /things/{id}'],
  ['/api/v3/things/1', undefined],
  ['/anybody/things/1', 'GET /things/{id}'],
  ['/acme/eu/things/1', 'GET /things/{id}'],
  ['/users/things', 'GET /users/things'],
  ['/anybody/users/things', 'GET /users/things'],
  ['/base/deep/things', 'GET /things'],
  ['/deep/things', 'GET /things'],
  ['/a/b/things', undefined],
])('%s is %s whatever value a server variable has', (path, key) => {
  expect(variables.match('GET', path)?.key).toBe(key)
})
