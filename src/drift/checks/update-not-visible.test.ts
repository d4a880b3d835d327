import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { AfterCall } from '../../model/live/generated.ts'
import { exchangeOf } from '../../testing/check-tester.ts'
import check from './update-not-visible.ts'

const inspect = (status: number, after?: AfterCall, json?: Json) =>
  check.judge({
    ...exchangeOf({ status }),
    ...(json !== undefined && { json }),
    ...(after && { generated: { id: 'seq-1', mode: 'stateful', location: 'request', what: 'looks', after } }),
  })

const after: AfterCall = { kind: 'updated', by: 'PUT /x', fields: [{ name: 'a', before: 'old', written: 'new' }] }

test('reports the value before the update', () => {
  expect(inspect(200, after, { a: 'old' })).toMatchObject([
    { message: 'is still "old" after PUT /x wrote "new"', key: 'a', location: '/a', expected: 'new', observed: 'old' },
  ])
})

test.each<Json>([{ a: 'new' }, { a: 'NEW' }, {}])('accepts %j: written, normalised or absent', (json) => {
  expect(inspect(200, after, json)).toEqual([])
})

test('ignores errors', () => {
  expect(inspect(404, after, { a: 'old' })).toBeUndefined()
  expect(inspect(200, undefined, { a: 'old' })).toBeUndefined()
})
