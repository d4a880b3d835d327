import { expect, test } from 'vitest'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import { exchangeOf } from '../../testing/check-tester.ts'
import check from './negative-accepted.ts'

const generated: GeneratedRequest = {
  id: 'x-1',
  mode: 'negative',
  location: 'query page',
  what: 'is above its maximum',
}

const inspect = (status: number, more: { generated?: GeneratedRequest } = { generated }) =>
  check.judge({ ...exchangeOf({ status }), ...more })

test('negative-accepted', () => {
  expect(inspect(201)).toMatchObject({
    key: 'is above its maximum',
    owner: 'key',
    part: 'query page',
    direction: 'request',
  })
  expect(inspect(400)).toBeUndefined()
})

test.each([302, 400, 401, 404, 409, 422, 429, 500])('%i does not accept the request', (status) => {
  expect(inspect(status)).toBeUndefined()
})

test('checks only invalid generated requests', () => {
  expect(inspect(200, {})).toBeUndefined()
  expect(inspect(200, { generated: { ...generated, mode: 'positive' } })).toBeUndefined()
})
