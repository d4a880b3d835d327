import { expect, test } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { configuredInput, leftOutOf, requiredInput, unmatchedGlobs } from './settings.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: X-Tenant, in: header, required: true, schema: { type: string } }, { name: page, in: query, schema: { type: integer } }]
    get: { responses: {} }
    put: { requestBody: { content: { application/json: { schema: { type: object } } } }, responses: {} }
  /account: { delete: { responses: {} } }
  /users/{id}: { delete: { responses: {} } }
`)

const { operations } = description

const find = (key: string) => {
  const found = operations.find((operation) => operation.key === key)
  if (found === undefined) throw new Error(`the description of the test has no ${key}`)
  return found
}

test('prefers values for an operation to globs, and globs to parameter names', () => {
  const parameters = {
    'x-tenant': 'acme',
    id: 'any',
    'GET /items/{id}': { id: '42' },
    '* /items/**': { id: 'glob', page: 3, 'body /owner/id': 'o1', name: 'n' },
  }
  expect(configuredInput(parameters, find('GET /items/{id}'))).toEqual({
    headers: { 'X-Tenant': 'acme' },
    path: { id: '42' },
    query: { page: 3 },
  })
  expect(configuredInput(parameters, find('PUT /items/{id}'))).toEqual({
    headers: { 'X-Tenant': 'acme' },
    path: { id: 'glob' },
    query: { page: 3 },
    body: { owner: { id: 'o1' }, name: 'n' },
  })
  expect(configuredInput(parameters, find('DELETE /account'))).toEqual({})
  expect(requiredInput(parameters, find('PUT /items/{id}'))).toEqual({
    headers: { 'X-Tenant': 'acme' },
    path: { id: 'glob' },
  })
})

test('a location distinguishes parameters with the same name', () => {
  const parameters = { 'GET /items/{id}': { 'query page': 1, 'path id': 7, 'query id': 8 } }
  expect(configuredInput(parameters, find('GET /items/{id}'))).toEqual({ query: { page: 1 }, path: { id: 7 } })
})

test('skips forbidden operations and names the glob; also those that may invalidate our credential, unless allowed', () => {
  expect(leftOutOf(find('PUT /items/{id}'), description, { never: ['PUT /items/**'] })).toEqual({
    because: 'the config says so, never: "PUT /items/**"',
    isSafeIfMade: false,
  })
  expect(leftOutOf(find('GET /items/{id}'), description, { never: ['PUT /items/**'] })).toBeUndefined()
  expect(leftOutOf(find('DELETE /account'), description)?.because).toBe(
    'it changes the account of the current user; "never": ["!DELETE /account"] in the config allows it',
  )
  expect(leftOutOf(find('DELETE /account'), description, { never: ['!DELETE /account'] })).toBeUndefined()
  expect(leftOutOf(find('DELETE /users/{id}'), description)?.isSafeIfMade).toBe(true)
  expect(leftOutOf(find('DELETE /users/{id}'), description, { never: ['DELETE /users/**'] })?.isSafeIfMade).toBe(false)
})

test('reports globs without a match and suggests operations', () => {
  const settings = {
    reads: ['POST /serch'],
    never: ['DELETE /acount', '* /items/**'],
    parameters: { tenant: 'x', 'GET /nowhere': {} },
  }
  expect(unmatchedGlobs(settings, operations)).toEqual([
    { key: 'parameters: "GET /nowhere"', hint: '' },
    { key: 'never: "DELETE /acount"', hint: ' (did you mean DELETE /account?)' },
    { key: 'reads: "POST /serch"', hint: '' },
  ])
})
