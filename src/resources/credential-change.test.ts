import { expect, test } from 'vitest'
import { descriptionOf } from '../testing/check-tester.ts'
import { credentialChangeOf, referencedRankOf } from './credential-change.ts'

function reasonOf(path: string, more = '', properties: readonly string[] = []): string | undefined {
  const text = `{ openapi: 3.1.0, info: { title: t, version: '1' }, paths: { '${path}': { post: { ${more} responses: {} } } } }`
  const [operation] = descriptionOf(text).operations
  return operation && credentialChangeOf(operation, properties)?.because
}

test.each([
  '/security/roles/{id}',
  '/roles/{id}/permissions',
  '/groups',
  '/api-keys',
  '/public-keys',
  '/access-rules/{id}',
  '/orgs/{org}/members',
  '/user/sessions',
  '/users/{id}/mfa',
  '/auth/tokens',
  '/service-accounts/{id}',
  '/password',
])('%s may change what a credential may do', (path) => {
  expect(reasonOf(path)).toContain('in the path')
})

test.each([
  '/tokenize',
  '/accessories',
  '/keyboards',
  '/keynotes/{id}',
  '/users/{id}/orders',
  '/group-settings',
  '/policyholders',
  '/parole-hearings',
  '/permits',
  '/teammates',
])('%s is a false friend', (path) => {
  expect(reasonOf(path)).toBeUndefined()
})

test('the operationId, the tags and the properties decide where the path does not', () => {
  expect(reasonOf('/rpc', 'operationId: grantRole,')).toBe('its operationId "grantRole"')
  expect(reasonOf('/rpc', 'tags: [Security Roles],')).toBe('its tag "Security Roles"')
  expect(reasonOf('/rpc', '', ['user', 'permissions'])).toBe('its properties "permissions" and "user"')
  expect(reasonOf('/rpc', 'operationId: listAccessories,', ['user', 'keys'])).toBeUndefined()
})

test.each([
  ['users', 'holder'],
  ['owner_id', 'holder'],
  ['roleIds', 'group'],
  ['permissions', 'grant'],
  ['keys', undefined],
  ['username', undefined],
  ['tokens', undefined],
])('the property %s refers to a %s', (name, rank) => {
  expect(referencedRankOf(name)).toBe(rank)
})
