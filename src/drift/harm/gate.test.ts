import { expect, test } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import type { ReachSettings } from '../reach/settings.ts'
import { decide, type Intent } from './gate.ts'
import { createOwned } from './owned.ts'

const keys = [
  ...['GET /orders', 'POST /orders', 'DELETE /orders', 'PATCH /orders', 'GET /orders/{id}', 'PUT /orders/{id}'],
  ...['DELETE /orders/{id}', 'POST /orders/{id}/cancel', 'POST /orders/search', 'POST /orders/{id}/lines'],
  ...[
    'DELETE /orders/{id}/lines',
    'POST /orders/{id}/refund',
    'POST /orders/bulk-delete',
    'POST /purge',
    'PUT /settings',
    'POST /roles',
    'PUT /roles/{id}',
    'PATCH /roles',
  ],
  ...['POST /roles/{id}/permissions', 'PUT /roles/{id}/users/{user}', 'POST /groups', 'POST /grants', 'GET /logout'],
  ...['PUT /projects/{id}/items/{item}', 'POST /hangupAllCalls', 'POST /orders/{id}/calls'],
  ...['POST /users', 'DELETE /users/{id}', 'POST /projects/{id}/members', 'GET /projects/{id}', 'POST /accessories'],
]

const paths = [...new Set(keys.map((key) => key.split(' ')[1] ?? ''))].map((path) => {
  const methods = keys.filter((key) => key.endsWith(` ${path}`)).map((key) => (key.split(' ')[0] ?? '').toLowerCase())
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`)
  const body = 'requestBody: { content: { application/json: { schema: { type: object } } } },'
  const created = '{ 201: { description: d } }'
  const operations = methods.map(
    (method) =>
      `${method}: { ${method === 'get' ? '' : body} responses: ${/lines|permissions|members|refund/.test(path) ? created : '{}'} }`,
  )
  return `  ${path}: { parameters: [${parameters.join(', ')}], ${operations.join(', ')} }`
})
const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
${paths.join('\n')}
`)

const owned = createOwned({ made() {}, gone() {}, isOwnName: (name) => name.includes('c0ffee') })
for (const id of ['orders', 'roles', 'users', 'projects'].map((noun) => `/${noun}/{}`)) {
  owned.note({ id, value: 7, parents: {}, from: `POST ${id}` })
}
owned.noteAbsent('["/orders/{}","404"]')
owned.noteThere('', ['taken'], {})

/** Asks the gate about `METHOD /path?query body`; this run created the order, role, user and project 7. */
function ask(line: string, settings: ReachSettings = {}, more: Partial<Intent> = {}): string {
  const [, method = '', path = '', body] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? []
  const operation = description.operations.find(
    (one) =>
      one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  )
  if (operation === undefined) throw new Error(`no operation matches ${line}`)
  const decision = decide({
    ...{ operation, description, author: 'specdrift', isThrowaway: false, settings },
    request: { method, path, headers: {}, ...(body && { body }) },
    captures: { owned },
    ...more,
  })
  return 'permit' in decision ? 'sent' : decision.because.replace(/; "(resources|never)": .*/, '')
}

const taken = (name: string, value: unknown): string =>
  `its "${name}" is ${JSON.stringify(value)}, which may be the one of something that this run did not create`
const foreign = 'this run has created no id to call it with'
const rights = (what: string) => `it may change what a credential may do ("${what}" in the path)`

test.each([
  ['GET /orders/1', 'sent'],
  ['POST /orders {}', 'sent'],
  ['POST /orders/search {}', 'sent'],
  ['POST /orders {"id":1}', taken('id', 1)],
  ['POST /orders {"id":7}', 'sent'],
  ['POST /orders {"id":404}', 'sent'],
  ['POST /orders {"id":"c0ffee01"}', 'sent'],
  ['POST /orders {"id":null,"key":""}', 'sent'],
  ['POST /orders?id=1 {}', taken('id', '1')],
  ['POST /orders {"order_id":1}', taken('order_id', 1)],
  ['POST /orders {"data":{"id":"1"}}', taken('id', '1')],
  ['POST /orders {"order":{"uuid":"1"}}', taken('uuid', '1')],
  ['POST /orders [{"id":7},{"id":1}]', taken('id', 1)],
  ['POST /orders {"slug":"a"}', taken('slug', 'a')],
  ['POST /orders [{"title":"a"},{"key":"a"}]', taken('key', 'a')],
  ['POST /orders id=1', taken('id', '1')],
  ['POST /orders {"customer":{"id":1}}', 'sent'],
  ['POST /orders {"id":"3fa85f64-5717-4562-b3fc-2c963f66afa6"}', 'sent'],
  ['POST /orders {"name":"taken"}', taken('name', 'taken')],
  ['POST /orders {"name":"free"}', 'sent'],
  ['POST /orders {"customerId":1}', 'sent'],
  ['POST /orders/search {"query":"mutation { wipe }"}', 'it may change something (a GraphQL mutation)'],
  ['GET /orders?action=delete&id=1', 'it may change something ("delete" in the query)'],
  ['PUT /orders/7 {"id":1}', taken('id', 1)],
  ['PUT /orders/7 {"id":7,"name":"taken"}', 'sent'],
  ['POST /orders/7/cancel {"ids":[1]}', taken('ids', 1)],
  ['PUT /projects/7/items/3 {}', 'this run has created no item to call it with'],
  ['PATCH /orders?id=7 {"total":1}', 'sent'],
  ['PATCH /orders?id=1 {"total":1}', 'it names no resource that this run created'],
  ['POST /hangupAllCalls {}', 'it names no resource that this run created'],
  ['POST /orders/7/calls {}', 'sent'],
  ['POST /orders/1/lines {}', 'sent'],
  ['POST /accessories {"owner":1}', 'sent'],
  ['PUT /orders/7 {}', 'sent'],
  ['PUT /orders/1 {}', foreign],
  ['PUT /orders/mine-c0ffee01 {}', 'sent'],
  ['PUT /orders/404 {}', 'sent'],
  ['DELETE /orders/1', foreign],
  ['DELETE /orders/7', 'sent'],
  ['POST /orders/1/cancel {}', foreign],
  ['POST /orders/7/cancel {}', 'sent'],
  ['POST /orders/1/refund {}', foreign],
  ['POST /orders/7/refund {}', 'sent'],
  ['POST /orders/bulk-delete {"ids":[1]}', 'it names no resource that this run created'],
  ['DELETE /orders/7/lines', 'sent'],
  ['DELETE /orders/1/lines', 'it deletes a whole collection'],
  ['DELETE /orders', 'it deletes a whole collection'],
  ['DELETE /orders?id=7', 'it deletes a whole collection'],
  ['DELETE /orders {"keys":["7"]}', 'it deletes a whole collection'],
  ['PATCH /orders {"keys":[7],"data":{}}', 'sent'],
  ['PATCH /orders {"keys":[],"data":{}}', 'it names no resource that this run created'],
  ['PATCH /orders {"keys":[7,1],"data":{}}', 'it names no resource that this run created'],
  ['PATCH /orders {"keys":{"all":true}}', 'it names no resource that this run created'],
  ['PATCH /orders {"data":{}}', 'it names no resource that this run created'],
  ['PATCH /orders [{"id":7}]', 'sent'],
  ['PATCH /orders [{"id":7},{"id":1}]', 'it names no resource that this run created'],
  ['PATCH /orders not-json', 'it names no resource that this run created'],
  ['POST /purge {}', 'it names no resource that this run created'],
  ['PUT /settings {}', 'it names no resource that this run created'],
])('allows changes only to resources created by this run: %s', (line, expected) => {
  expect(ask(line)).toBe(expected)
})

test.each([
  ['POST /roles {"name":"x"}', 'sent'],
  ['PUT /roles/1 {}', `${rights('roles')}, and ${foreign}`],
  ['PUT /roles/7 {}', 'sent'],
  ['PUT /roles/7 {"users":[1]}', `${rights('roles')}: "users" names 1, which this run did not create`],
  ['PATCH /roles {"keys":[7]}', 'sent'],
  ['PATCH /roles {"keys":[7,1]}', `${rights('roles')}, and this run has created nothing to call it with`],
  ['PATCH /roles {"keys":["c0ffee01"]}', `${rights('roles')}, and this run has created nothing to call it with`],
  [
    'PATCH /roles {"keys":[7],"data":{"users":[1]}}',
    `${rights('roles')}: "users" names 1, which this run did not create`,
  ],
  ['POST /roles/1/permissions {"ids":[1.5]}', `${rights('permissions')}, and ${foreign}`],
  ['POST /roles/7/permissions {"allowed":[1.5]}', 'sent'],
  [
    'PUT /roles/7/users/1 {}',
    'this run has created no user to call it with, and the user may be the one that our own credential belongs to',
  ],
  ['POST /groups {"users":[7]}', 'sent'],
  ['POST /groups {"users":[1]}', `${rights('groups')}: "users" names 1, which this run did not create`],
  ['POST /groups?user=1 {}', `${rights('groups')}: "user" names "1", which this run did not create`],
  ['POST /groups {"roles":[7],"users":["7"]}', 'sent'],
  ['POST /groups {"team":7}', `${rights('groups')}: "team" names 7, which this run did not create`],
  ['POST /groups {"users":[{"id":1}]}', `${rights('groups')}: "users" names 1, which this run did not create`],
  ['POST /grants {"role":1,"action":"read"}', `${rights('grants')}: "role" names 1, which this run did not create`],
  ['POST /grants {"role":null}', 'sent'],
  ['POST /users {"role":1,"name":"x"}', 'sent'],
  ['POST /projects/1/members {"userId":1}', `${rights('members')}: "userId" names 1, which this run did not create`],
  ['POST /projects/1/members {"userId":7}', 'sent'],
])('allows permission changes only for credentials created by this run: %s', (line, expected) => {
  expect(ask(line)).toBe(expected)
})

test('names the setting that allows a request, in the language of the config file', () => {
  const ask = (line: string, configFile: string) => {
    const [method = '', path = ''] = line.split(' ')
    const operation = description.operations.find(({ key }) => key === line)
    if (operation === undefined) throw new Error(`no operation matches ${line}`)
    const intent = { operation, description, author: 'specdrift', isThrowaway: false } as const
    const decision = decide({
      ...intent,
      settings: { configFile },
      request: { method, path, headers: {} },
      captures: { owned },
    })
    return 'permit' in decision ? 'sent' : decision.because
  }
  const deletes = 'it deletes a whole collection; '
  expect(ask('DELETE /orders', '/a/specdrift.config.ts')).toBe(
    `${deletes}resources: ['DELETE /orders'] in specdrift.config.ts allows it`,
  )
  expect(ask('DELETE /orders', 'specdrift.config.json')).toBe(
    `${deletes}"resources": ["DELETE /orders"] in specdrift.config.json allows it`,
  )
  expect(ask('GET /logout', 'specdrift.config.yaml')).toMatch(
    /; never: \['!GET \/logout'\] in specdrift\.config\.yaml allows it$/,
  )
})

test('allows resources and operations that the config names', () => {
  expect(ask('DELETE /orders/1', { resources: 'existing' })).toBe('sent')
  expect(ask('DELETE /orders', { resources: 'existing' })).toBe('it deletes a whole collection')
  expect(ask('PUT /roles/1 {}', { resources: 'existing' })).toContain('it may change what a credential may do')
  expect(ask('DELETE /orders', { resources: ['DELETE /orders'] })).toBe('sent')
  expect(ask('PUT /roles/1 {}', { resources: ['PUT /roles/{id}'] })).toBe('sent')
  expect(ask('POST /orders/1/refund {}', { reads: ['POST /orders/{id}/cancel'] })).toBe(foreign)
  expect(ask('POST /orders/1/refund {}', { reads: ['POST /orders/*/refund'] })).toBe('sent')
  expect(ask('PUT /orders/1 {}', { parameters: { 'PUT /orders/{id}': { id: 1 } } })).toBe('sent')
  expect(ask('PUT /orders/2 {}', { parameters: { 'PUT /orders/{id}': { id: 1 } } })).toBe(foreign)
  // A value for reading is no permission to change what it names.
  expect(ask('PUT /orders/1 {}', { parameters: { id: 1 } })).toBe(foreign)
  expect(ask('PUT /orders/1 {}', { parameters: { '* /orders/**': { id: 1 } } })).toBe(foreign)
  expect(ask('GET /logout', { resources: 'existing' })).toContain('it ends the session of the current user')
})

test('allows resources named by user tests, and everything on a throwaway target', () => {
  expect(ask('DELETE /orders', {}, { author: 'user' })).toBe('sent')
  expect(ask('DELETE /orders', {}, { isThrowaway: true })).toBe('sent')
})

test.each([
  ['application/x-www-form-urlencoded', 'user=1&name=x'],
  ['application/x-www-form-urlencoded', 'users%5B%5D=1'],
  ['application/x-www-form-urlencoded', 'user%5Bid%5D=1'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="user"\r\n\r\n1\r\n--b--\r\n'],
  ['application/xml', '<group><user>1</user></group>'],
])('finds a reference in a body of type %s: %s', (type, body) => {
  const request = { method: 'POST', path: '/groups', headers: { 'content-type': type }, body }
  expect(ask('POST /groups', {}, { request })).toContain('names "1", which this run did not create')
  expect(ask('POST /groups', {}, { request: { ...request, body: body.replace(/1/, '7') } })).toBe('sent')
  const order = { ...request, path: '/orders', body: body.replace(/users?/g, 'id') }
  expect(ask('POST /orders', {}, { request: order })).toBe(taken('id', '1'))
})
