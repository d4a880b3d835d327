import { expect, it } from 'vitest'
import { draftsOf, offencesOf } from '../../testing/check-tester.ts'
import check from './body-presence.ts'

const schema = '{ type: object }'
const nothing = '{ 204: { description: done }, 205: { description: done }, 304: { description: same } }'

it('reports an empty answer where a body is documented', () => {
  expect(draftsOf(check, { schema })).toMatchObject([{ key: 'none' }])
  expect(offencesOf({ schema, raw: '' })).toEqual(['body-presence'])
  expect(offencesOf({ schema, body: {} })).toEqual([])
})

it.each([204, 205, 304])('reports a body in a %i, and none otherwise', (status) => {
  expect(offencesOf({ responses: nothing, status, headers: {}, raw: 'x' })).toEqual(['body-presence'])
  expect(offencesOf({ responses: nothing, status, headers: {} })).toEqual([])
})

it('expects no body of an answer to HEAD', () => {
  expect(offencesOf({ schema, method: 'HEAD' })).toEqual([])
})
