import { expect, it } from 'vitest'
import { draftsOf, violationsOf } from '../../testing/check-tester.ts'
import check from './body-presence.ts'

const schema = '{ type: object }'
const nothing = '{ 204: { description: done }, 205: { description: done }, 304: { description: same } }'

it('reports an empty response if a body is documented', () => {
  expect(draftsOf(check, { schema })).toMatchObject([{ key: 'none' }])
  expect(violationsOf({ schema, raw: '' })).toEqual(['body-presence'])
  expect(violationsOf({ schema, body: {} })).toEqual([])
})

it.each([204, 205, 304])('reports a body in a %i, but no missing body', (status) => {
  expect(violationsOf({ responses: nothing, status, headers: {}, raw: 'x' })).toEqual(['body-presence'])
  expect(violationsOf({ responses: nothing, status, headers: {} })).toEqual([])
})

it('expects no body in a response to HEAD', () => {
  expect(violationsOf({ schema, method: 'HEAD' })).toEqual([])
})
