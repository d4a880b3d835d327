import { expect, it } from 'vitest'
import { foundInRequest } from '../../../testing/request-tester.ts'
import { notDefined } from '../text-value.ts'

const itself = '{ $ref: "#/paths/~1a/post/parameters/0/schema" }'
const either = '{ type: array, items: { anyOf: [{ type: object }, { enum: [x] }] } }'
const unread = [`the query parameter q: ${notDefined}`]

it.each([
  [
    'an object in a list',
    'schema: { type: array, items: { type: object, required: [a] } }',
    '%7B%22a%22%3A1%7D',
    unread,
  ],
  ['an object or text in a list', `schema: ${either}`, 'x&q=y', unread],
  ['a text that may be an object', `schema: ${either}`, 'x', []],
  ['a recursive list', `schema: { type: array, items: ${itself} }`, '1', unread],
])('a query with %s: %s, ?q=%s', (_, schema, value, expected) => {
  const found = foundInRequest(`parameters: [{ name: q, in: query, ${schema} }]`, { path: `/a?q=${value}` })
  expect(found).toEqual(expected)
})

it.each([
  ['a list', '{ type: object, properties: { a: { type: array, items: { type: integer } } } }', '1,2', unread],
  ['a recursive object', `{ type: object, additionalProperties: ${itself} }`, '1', unread],
  ['a list or a number', '{ type: object, properties: { a: { type: [array, integer] } } }', '1', []],
])('an object of a query whose member is %s: %s', (_, schema, value, expected) => {
  const parameter = `{ name: q, in: query, style: deepObject, schema: ${schema} }`
  expect(foundInRequest(`parameters: [${parameter}]`, { path: `/a?q[a]=${value}` })).toEqual(expected)
})

it('a header with a recursive list', () => {
  const parameter = `{ name: q, in: header, schema: { type: array, items: ${itself} } }`
  const found = foundInRequest(`parameters: [${parameter}]`, { requestHeaders: { q: '1' } })
  expect(found).toEqual([`the header parameter q: ${notDefined}`])
})
