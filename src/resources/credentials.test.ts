import { expect, test } from 'vitest'
import { descriptionOf } from '../testing/check-tester.ts'
import { credentialChangeOf, ownCredentialOf, referencedRankOf } from './credentials.ts'

function changeOf(path: string, more = '', properties: readonly string[] = []): string | undefined {
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
])('%s may change the rights of a credential', (path) => {
  expect(changeOf(path)).toContain('in the path')
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
])('%s only looks like a credential', (path) => {
  expect(changeOf(path)).toBeUndefined()
})

test("operationId, tags and properties decide if the path doesn't", () => {
  expect(changeOf('/rpc', 'operationId: grantRole,')).toBe('its operationId "grantRole"')
  expect(changeOf('/rpc', 'tags: [Security Roles],')).toBe('its tag "Security Roles"')
  expect(changeOf('/rpc', '', ['user', 'permissions'])).toBe('its properties "permissions" and "user"')
  expect(changeOf('/rpc', 'operationId: listAccessories,', ['user', 'keys'])).toBeUndefined()
})

test.each([
  ['users', 'holder'],
  ['owner_id', 'holder'],
  ['roleIds', 'group'],
  ['permissions', 'grant'],
  ['keys', undefined],
  ['username', undefined],
  ['tokens', undefined],
])('the property %s references a %s', (name, rank) => {
  expect(referencedRankOf(name)).toBe(rank)
})

function reasonOf(key: string, operationId?: string): string | undefined {
  const [method = '', path = ''] = key.split(' ')
  const id = operationId === undefined ? '' : `operationId: ${operationId}, `
  const text = `{ openapi: 3.1.0, info: { title: t, version: '1' }, paths: { '${path}': { ${method.toLowerCase()}: { ${id}responses: {} } } } }`
  const description = descriptionOf(text)
  const [operation] = description.operations
  const found = operation && ownCredentialOf(operation, description)
  return found && `${found.because}${found.isSafeIfMade ? ' (unless made)' : ''}`
}

test.each<[string, string | undefined]>([
  ['POST /auth/logout', 'it ends the session of the current user'],
  ['GET /user/logout', 'it ends the session of the current user'],
  ['POST /sign-out', 'it ends the session of the current user'],
  ['POST /admin/shutdown', 'it stops the service'],
  ['POST /vms/{id}/shutdown', undefined],
  ['POST /api/admin/maintenance', 'it may take the service out of use'],
  ['PUT /system/read-only', 'it may take the service out of use'],
  ['POST /server/restart', 'it may take the service out of use'],
  ['GET /admin/api/v1/restart', 'it may take the service out of use'],
  ['GET /admin/shutdown', 'it stops the service'],
  ['GET /vms/{id}/restart', 'it stops or restarts what it names (unless made)'],
  ['POST /kernels/{id}/restart', undefined],
  ['GET /maintenance', undefined],
  ['DELETE /account', 'it changes the account of the current user'],
  ['PATCH /user', 'it changes the current user'],
  ['PUT /users/me', 'it changes the account of the current user'],
  ['DELETE /me', 'it changes the account of the current user'],
  ['POST /me/deactivate', 'it changes the account of the current user'],
  ['POST /account/mfa', 'it changes the mfa of the current user'],
  ['POST /me/2fa/enable', 'it changes the 2fa of the current user'],
  ['POST /users/{id}/mfa', 'the mfa may be the one of our own credential (unless made)'],
  ['DELETE /session', 'it changes the session of the current user'],
  ['POST /account/close', 'it changes the account of the current user'],
  ['POST /password/change', 'it changes the password of the current user'],
  ['PUT /me/password', 'it changes the password of the current user'],
  ['POST /auth/token/revoke', 'it changes the token of the current user'],
  ['POST /api-key/rotate', 'it changes the api key of the current user'],
  ['DELETE /accounts/{id}', 'the account may be the one that our own credential belongs to (unless made)'],
  ['PATCH /users/{username}', 'the user may be the one that our own credential belongs to (unless made)'],
  ['DELETE /tokens/{tokenId}', 'the token may be the one that our own credential belongs to (unless made)'],
  ['POST /users/{id}/deactivate', 'the user may be the one that our own credential belongs to (unless made)'],
  ['POST /me/posts', undefined],
  ['DELETE /me/posts/{id}', undefined],
  ['PUT /me/avatar', 'it changes the account of the current user'],
  ['POST /users/self/password', 'it changes the password of the current user'],
  ['POST /api/{version}/me/settings/apply', 'it changes the account of the current user'],
  ['POST /account/mfa', 'it changes the mfa of the current user'],
  ['POST /mfa/enable', 'it changes the mfa of the current user'],
  ['POST /auth/2fa', 'it changes the 2fa of the current user'],
  ['POST /profile', 'it changes the profile of the current user'],
  ['PUT /profile/avatar', 'it changes the profile of the current user'],
  ['PUT /users/{id}/password', 'the password may be the one of our own credential (unless made)'],
])('%s is not called: %s', (key, because) => expect(reasonOf(key)).toBe(because))

test('the operationId alone is sufficient', () => {
  expect(reasonOf('POST /auth/end', 'signOut')).toBe('it ends the session of the current user')
})

test.each([
  'GET /me',
  'GET /account',
  'POST /accounts',
  'POST /users',
  'POST /user',
  'POST /login',
  'POST /tokens',
  'POST /accounts/{id}/transactions',
  'PUT /accounts/{id}/addresses/{addressId}',
  'DELETE /pets/{id}',
  'POST /main-account/loans/{id}/close',
  'PATCH /orders/{id}',
  'GET /users/{id}/tokens',
  'POST /users/{id}/tokens',
])('%s is called', (key) => expect(reasonOf(key)).toBeUndefined())
