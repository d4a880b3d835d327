import { expect, test } from 'vitest'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import { exchangeOf } from '../../testing/check-tester.ts'
import check from './auth-ignored.ts'

const generated: GeneratedRequest = { id: 'x-1', mode: 'auth', location: 'query page', what: 'is above its maximum' }

const inspect = (status: number, more: { generated?: GeneratedRequest } = { generated }) =>
  check.judge({ ...exchangeOf({ status }), ...more })

test('auth-ignored', () => {
  expect(inspect(200)).toMatchObject({ key: 'is above its maximum', part: 'query page', direction: 'request' })
  expect(inspect(401)).toBeUndefined()
})

test.each([302, 400, 403, 404, 429, 500])('%i does not accept the request', (status) => {
  expect(inspect(status)).toBeUndefined()
})

test('checks only requests without the credential', () => {
  expect(inspect(200, {})).toBeUndefined()
  expect(inspect(200, { generated: { ...generated, mode: 'negative' } })).toBeUndefined()
})
