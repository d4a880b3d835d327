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
])('%s matches %s for any value of a server variable', (path, key) => {
  expect(variables.match('GET', path)?.key).toBe(key)
})

const gaps = createRouter(
  descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /a{x}b{y}b: { get: ${responses} }
  /pre{x}: { get: ${responses}, post: ${responses}, head: ${responses} }
  /{x}post: { get: ${responses} }
  /x/{id}/{part}: { get: ${responses} }
  /x/{id}/parts: { get: ${responses} }
  /x/me/{part}: { put: ${responses}, get: ${responses} }
`).operations,
)

it.each([
  ['/a1b2b', 'GET /a{x}b{y}b'],
  ['/a1b22bb', 'GET /a{x}b{y}b'],
  ['/ab2b', undefined],
  ['/a1bb', undefined],
  ['/a1b', undefined],
  ['/a1c2b', undefined],
  ['/1b2b', undefined],
  ['/pre1', 'GET /pre{x}'],
  ['/pre', undefined],
  ['/xpre', undefined],
  ['/1post', 'GET /{x}post'],
  ['/post', undefined],
  ['/posted', undefined],
  // Literals on the left take precedence.
  ['/x/me/parts', 'GET /x/me/{part}'],
  ['/x/you/parts', 'GET /x/{id}/parts'],
  ['/x/you/more', 'GET /x/{id}/{part}'],
  ['x/you/more', 'GET /x/{id}/{part}'],
  ['/x//more', undefined],
])('%s matches %s: parameters are not empty', (path, key) => {
  expect(gaps.match('GET', path)?.key).toBe(key)
})

it('returns the operations at a path sorted by method, without HEAD', () => {
  const at = (path: string) => gaps.at(path).map(({ key }) => key)
  expect(at('/pre1')).toEqual(['GET /pre{x}', 'POST /pre{x}'])
  expect(at('/x/me/it')).toEqual(['GET /x/me/{part}', 'PUT /x/me/{part}'])
  expect(at('/nowhere')).toEqual([])
  expect(gaps.match('HEAD', '/pre1')?.key).toBe('HEAD /pre{x}')
})

it('lets a last x-multi-segment parameter contain slashes if nothing else matches', () => {
  const ref = '{ name: ref, in: path, required: true, x-multi-segment: true, schema: { type: string } }'
  const { match } = createRouter(
    descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /refs/{ref}: { get: { parameters: [${ref}], responses: { 200: { description: ok } } } }
  /refs/{ref}/lock: { get: ${responses} }
  /plain/{ref}: { get: ${responses} }
`).operations,
  )
  const keys = ['/refs/a', '/refs/heads/a', '/refs/a/lock', '/refs', '/plain/a/b'].map(
    (path) => match('GET', path)?.key,
  )
  expect(keys).toEqual(['GET /refs/{ref}', 'GET /refs/{ref}', 'GET /refs/{ref}/lock', undefined, undefined])
})
