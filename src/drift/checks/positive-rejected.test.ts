import { expect, test } from 'vitest'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import { exchangeOf } from '../../testing/check-tester.ts'
import check from './positive-rejected.ts'

const generated: GeneratedRequest = {
  id: 'x-1',
  mode: 'positive',
  location: 'query page',
  what: 'is above its maximum',
}

const inspect = (status: number, more: { generated?: GeneratedRequest } = { generated }) =>
  check.judge({ ...exchangeOf({ status }), ...more })

test('positive-rejected', () => {
  expect(inspect(422)).toMatchObject({ key: 'query page', part: 'query page', direction: 'request' })
  expect(inspect(200)).toBeUndefined()
})

test.each<[string, string, string, string | undefined]>([
  ['query page', 'is there', 'query page', 'key'],
  ['header x-version', 'has characters beyond ASCII', 'header x-version', 'key'],
  ['body /name', 'has characters beyond ASCII', 'has characters beyond ASCII', 'key'],
  ['body /name', 'is there', 'rejected', undefined],
  ['request', 'combines: query a is there, query b is there', 'rejected', undefined],
])('%s that %s has key %j and owner %s', (location, what, key, owner) => {
  const draft = inspect(400, { generated: { ...generated, location, what, schemaPointer: '/components/schemas/A' } })
  expect(draft).toMatchObject({ key, schemaPointer: '/components/schemas/A' })
  expect([draft].flat()[0]?.owner).toBe(owner)
})

test.each([201, 302, 401, 403, 404, 409, 412, 429, 500])('%i is not a rejection of the request', (status) => {
  expect(inspect(status)).toBeUndefined()
})

test('checks only valid generated requests', () => {
  expect(inspect(400, {})).toBeUndefined()
  expect(inspect(400, { generated: { ...generated, mode: 'negative' } })).toBeUndefined()
})
