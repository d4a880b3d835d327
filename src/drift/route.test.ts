import { expect, it } from 'vitest'
import { descriptionOf } from '../testing/check-tester.ts'
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
