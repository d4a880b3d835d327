import { afterEach, expect, it } from 'vitest'
import { allowClones } from './clone-tracked.ts'
import { trackReads } from './track-reads.ts'

function track<T>(value: T): { readonly value: T; readonly noted: Set<string> } {
  const noted = new Set<string>()
  return { value: trackReads(value, (path) => noted.add(path.join('/'))), noted }
}

it('supports writes to a tracked value', () => {
  const { value } = track({ items: [{ n: 2 }, { n: 1 }, { n: 3 }], next: { page: 2 } as object | undefined })
  value.items.sort((a, b) => a.n - b.n)
  expect(value.items.map(({ n }) => n)).toEqual([1, 2, 3])
  value.items = value.items.filter(({ n }) => n > 1)
  expect([value.items.length, value.items[0]?.n]).toEqual([2, 2])
  expect(value.next).toEqual({ page: 2 })
  value.next = undefined
  expect(value.next).toBe(undefined)
})

it('reports reads of a moved member at its original path', () => {
  const { value, noted } = track({ first: { id: 1 }, second: { id: 2 } })
  value.second = value.first
  expect(value.second.id).toBe(1)
  expect(noted).toContain('first/id')
})

it('reports all members of a frozen value as read', () => {
  const { value, noted } = track({ open: { a: 1 }, loan: { status: { code: 'A' } } })
  Object.freeze(value)
  expect(value.loan.status.code).toBe('A')
  expect([...noted].sort()).toEqual(['loan', 'loan/status', 'loan/status/code'])
})

it('returns the same object for the same member', () => {
  const { value, noted } = track({ loan: { id: 1 } })
  expect(value.loan).toBe(value.loan)
  expect([...noted]).toEqual(['loan'])
})

const { structuredClone: original } = globalThis
afterEach(() => {
  globalThis.structuredClone = original
})

it('can be cloned, which reads all members', () => {
  allowClones()
  const { value, noted } = track({ loan: { id: 1, tags: ['a', 'b'] }, page: { next: null }, count: 2 })
  const clone = structuredClone(value.loan)
  expect([clone, Array.isArray(clone.tags)]).toEqual([{ id: 1, tags: ['a', 'b'] }, true])
  expect([...noted].sort()).toEqual(['loan', 'loan/id', 'loan/tags', 'loan/tags/0', 'loan/tags/1'])
  clone.id = 3
  expect(value.loan.id).toBe(1)
})

it.each([
  ['in an object', (loan: object) => ({ cart: [loan] })],
  ['in a map', (loan: object) => new Map([['a', loan]])],
  ['in a set', (loan: object) => new Set([loan])],
  ['next to a date and a bigint', (loan: object) => ({ loan, at: new Date(0), big: 1n })],
])('can be cloned %s', (_, wrap) => {
  allowClones()
  const { value, noted } = track({ loan: { id: 1 } })
  expect(structuredClone(wrap(value.loan))).toEqual(wrap({ id: 1 }))
  expect(noted).toContain('loan/id')
})

it('can be cloned after sorting an array, and with a cycle', () => {
  allowClones()
  const { value, noted } = track({ items: [{ n: 2 }, { n: 1 }] as object[] })
  value.items.reverse()
  value.items.push(value)
  const clone = structuredClone(value)
  expect(clone.items.slice(0, 2)).toEqual([{ n: 1 }, { n: 2 }])
  expect(clone.items[2]).toBe(clone)
  expect([...noted]).toEqual(expect.arrayContaining(['items/0/n', 'items/1/n']))
})

it('still cannot be cloned with a function', () => {
  allowClones()
  allowClones()
  expect(() => structuredClone(() => 1)).toThrow('could not be cloned')
  expect(() => structuredClone({ loan: track({ id: 1 }).value, run: () => 1 })).toThrow('could not be cloned')
  expect(structuredClone({ __proto__: null, a: 1 })).toEqual({ a: 1 })
})
