import { expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { observeExchange } from './observed-exchange.ts'

const [operation] = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths: { /a: { get: { responses: { '200': { description: d, content: { application/json: {} } }, '204': { description: d } } } } }
`).operations
if (operation === undefined) throw new Error('it is there')

const json = { 'content-type': 'application/json' }
const request = { method: 'GET', path: '/a?b=1', headers: { accept: '*/*' } }
const observe = (status: number | undefined, headers: Record<string, string>, body?: string) =>
  observeExchange(operation, {
    ...{ request, headers, milliseconds: 1, authenticated: false },
    ...(status !== undefined && { status }),
    ...(body !== undefined && { body }),
  })
const shared = { operation, path: '/a?b=1', requestHeaders: { accept: '*/*' } }
const [ok, empty] = operation.responses

it('contains the received response and the matching description', () => {
  const expected = { ...shared, headers: json, response: ok, mediaType: ok?.content[0], json: { a: 1 } }
  expect(observe(200, json, '{"a":1}')).toEqual(expected)
  expect(observe(200, json, '\uFEFF{"a":1}')).toEqual(expected)
})

it('omits absent parts', () => {
  const text = { 'content-type': 'text/plain' }
  expect(observe(200, {}, '{"a":1}')).toEqual({ ...shared, headers: {}, response: ok })
  expect(observe(200, text, '{"a":1}')).toEqual({ ...shared, headers: text, response: ok })
  expect(observe(200, json, '{')).toEqual({ ...shared, headers: json, response: ok, mediaType: ok?.content[0] })
  expect(observe(200, json)).toEqual({ ...shared, headers: json, response: ok, mediaType: ok?.content[0] })
  expect(observe(204, json)).toEqual({ ...shared, headers: json, response: empty })
  expect(observe(500, json, '1')).toEqual({ ...shared, headers: json, json: 1 })
  expect(observe(200, json, 'null')).toMatchObject({ json: null })
  expect(observe(undefined, {})).toBeUndefined()
})
