import { expect, test } from 'vitest'
import type { AfterCall } from '../../model/live/generated.ts'
import { exchangeOf } from '../../testing/check-tester.ts'
import check from './created-not-readable.ts'

const inspect = (status: number, after?: AfterCall) =>
  check.judge({
    ...exchangeOf({ status }),
    ...(after && { generated: { id: 'seq-1', mode: 'stateful', location: 'request', what: 'looks', after } }),
  })

test.each([404, 410])('reports %i', (status) => {
  expect(inspect(status, { kind: 'created', by: 'POST /x' })).toMatchObject({
    message: expect.stringMatching(new RegExp(`^status ${status} .*POST /x`)),
    key: 'POST /x',
    part: String(status),
  })
})

test.each([200, 403, 500])('accepts %i', (status) => {
  expect(inspect(status, { kind: 'created', by: 'POST /x' })).toBeUndefined()
})

test('checks only the read after a creation', () => {
  for (const status of [200, 404]) {
    expect(inspect(status)).toBeUndefined()
    expect(inspect(status, { kind: 'updated', by: 'PUT /x', fields: [] })).toBeUndefined()
  }
})
