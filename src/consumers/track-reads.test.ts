import { expect, it } from 'vitest'
import { trackReads } from './track-reads.ts'

function track<T>(value: T): { readonly value: T; readonly noted: Set<string> } {
  const noted = new Set<string>()
  return { value: trackReads(value, (path) => noted.add(path.join('/'))), noted }
}

it('lets its user change what it hands out', () => {
  const { value } = track({ items: [{ n: 2 }, { n: 1 }, { n: 3 }], next: { page: 2 } as object | undefined })
  value.items.sort((a, b) => a.n - b.n)
  expect(value.items.map(({ n }) => n)).toEqual([1, 2, 3])
  value.items = value.items.filter(({ n }) => n > 1)
  expect([value.items.length, value.items[0]?.n]).toEqual([2, 2])
  expect(value.next).toEqual({ page: 2 })
  value.next = undefined
  expect(value.next).toBe(undefined)
})

it('notes what is read of a member that was put elsewhere, where it came from', () => {
  const { value, noted } = track({ first: { id: 1 }, second: { id: 2 } })
  value.second = value.first
  expect(value.second.id).toBe(1)
  expect(noted).toContain('first/id')
})

it('takes what is frozen as read whole', () => {
  const { value, noted } = track({ open: { a: 1 }, loan: { status: { code: 'A' } } })
  Object.freeze(value)
  expect(value.loan.status.code).toBe('A')
  expect([...noted].sort()).toEqual(['loan', 'loan/status', 'loan/status/code'])
})

it('hands out the same object for the same member', () => {
  const { value, noted } = track({ loan: { id: 1 } })
  expect(value.loan).toBe(value.loan)
  expect([...noted]).toEqual(['loan'])
})
