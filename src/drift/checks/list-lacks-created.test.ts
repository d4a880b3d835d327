import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { AfterCall } from '../../model/live/generated.ts'
import { exchangeOf } from '../../testing/check-tester.ts'
import check from './list-lacks-created.ts'

const inspect = (status: number, after?: AfterCall, json?: Json) =>
  check.judge({
    ...exchangeOf({ status }),
    ...(json !== undefined && { json }),
    ...(after && { generated: { id: 'seq-1', mode: 'stateful', location: 'request', what: 'looks', after } }),
  })

const after: AfterCall = { kind: 'to-be-listed', by: 'POST /x', id: 7 }

test.each<Json>([[], [{ id: 6 }], { items: [{ id: '8' }], next: null }])('reports %j', (json) => {
  expect(inspect(200, after, json)).toMatchObject({ message: 'lacks what POST /x made', key: 'POST /x' })
})

test.each<Json>([
  [{ id: 7 }],
  { items: [{ id: '7' }] },
  { data: [{ attributes: { key: 7 } }] },
  // There may be another page.
  { items: [{ id: 1 }], next: '/x?page=2' },
  { items: [{ id: 1 }], page: { has_more: true } },
  Array.from({ length: 10 }, (_, id) => ({ id: id + 100 })),
  // Not a list.
  { id: 1 },
])('accepts %j', (json) => {
  expect(inspect(200, after, json)).toBeUndefined()
})

test('checks only the list after a creation', () => {
  expect(inspect(404, after, [])).toBeUndefined()
  expect(inspect(200, undefined, [])).toBeUndefined()
})
