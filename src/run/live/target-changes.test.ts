import { expect, test } from 'vitest'
import type { CallChange } from '../../suite/calls/change-of.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { mergeTargetChanges, targetChangesOf } from './target-changes.ts'

function record(operation: string, kind: CallChange['kind'], ...names: readonly string[]): CallRecord {
  const call = { operation, test: '', outcome: 'received', curl: '', findings: [], notChecked: [] } as const
  return { ...call, milliseconds: 1, sent: [], change: { kind, names } }
}
const nothing = { sent: [], made: [], left: [] }

test('resources created by suites and not deleted are left behind, unless their parent was deleted', () => {
  const suites = [
    record('POST /orders', 'created', '/orders/7'),
    record('POST /orders', 'created', '/orders/8'),
    record('POST /orders/{id}/lines', 'created', '/orders/8/lines/1'),
    record('DELETE /orders/{id}', 'deleted', '/orders/8'),
  ]
  expect(targetChangesOf(suites, nothing)).toEqual([
    { kind: 'created', operation: 'POST /orders', count: 2, names: ['/orders/7', '/orders/8'] },
    { kind: 'created', operation: 'POST /orders/{id}/lines', count: 1, names: ['/orders/8/lines/1'] },
    { kind: 'deleted', operation: 'DELETE /orders/{id}', count: 1, names: ['/orders/8'] },
    { kind: 'left-behind', operation: 'POST /orders', count: 1, names: ['/orders/7'], because: 'no test deletes it' },
  ])
})

test('changes of resources not created by the run are marked; a resource counts once, an unnamed creation each time', () => {
  const sent = [
    record('PUT /orders/{id}', 'changed', '/orders/1'),
    record('PUT /orders/{id}', 'changed', '/orders/1'),
    record('PUT /orders/{id}', 'changed', '/orders/9'),
    record('POST /notes', 'created'),
    record('POST /notes', 'created'),
  ]
  const left = [{ kind: 'left-behind', operation: 'POST /notes', count: 1, names: [], because: 'no name' }] as const
  expect(targetChangesOf([], { sent, made: ['/orders/9'], left })).toEqual([
    { kind: 'created', operation: 'POST /notes', count: 2, names: [] },
    { kind: 'changed', operation: 'PUT /orders/{id}', count: 1, names: ['/orders/9'] },
    { kind: 'changed', operation: 'PUT /orders/{id}', count: 1, names: ['/orders/1'], wasThere: true },
    ...left,
  ])
})

test('merges shards and counts names beyond the tenth', () => {
  const ids = Array.from({ length: 12 }, (_, id) => `/orders/${id}`)
  const [one] = mergeTargetChanges(
    ids.map((name) => ({ kind: 'created', operation: 'POST /orders', count: 1, names: [name] })),
  )
  expect(one).toMatchObject({ count: 12, names: ids.slice(0, 10) })
  expect(
    mergeTargetChanges([...(one ? [one] : []), ...(one ? [{ ...one, names: ['/orders/20'], count: 1 }] : [])]),
  ).toMatchObject([{ count: 13 }])
})
