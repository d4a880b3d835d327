import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { differing } from './differing.ts'

describe('the differing parts of two values', () => {
  it.each<[string, Json, Json, Json | undefined, Json | undefined]>([
    ['a member', { a: 1, b: { c: 2, d: [3] } }, { a: 1, b: { c: 4, d: [3] } }, { b: { c: 2 } }, { b: { c: 4 } }],
    ['a member that is new', { a: 1 }, { a: 1, b: null }, {}, { b: null }],
    ['a member that is gone', { a: 1, b: false }, { a: 1 }, { b: false }, {}],
    ['items by position', [1, { a: 2, b: 3 }, 4], [1, { a: 5, b: 3 }, 4, 6], [{ a: 2 }], [{ a: 5 }, 6]],
    ['a value of another type', { a: [1] }, { a: { 0: 1 } }, { a: [1] }, { a: { 0: 1 } }],
    ['a text and the value it spells', 'null', null, 'null', null],
    ['nothing where only the order of members does', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined, undefined],
    [
      'a member of a prototype',
      {},
      JSON.parse('{"__proto__": 1, "toString": 2}'),
      {},
      JSON.parse('{"__proto__": 1, "toString": 2}'),
    ],
  ])('%s', (_, before, after, was, is) => {
    expect(differing(before, after)).toEqual(was === undefined ? undefined : [was, is])
    expect(differing(after, before)).toEqual(was === undefined ? undefined : [is, was])
    expect(differing(before, structuredClone(before))).toBeUndefined()
  })

  it('include everything below the maximum depth', () => {
    const nested = (inner: Json) => Array.from({ length: 1000 }).reduce<Json>((value) => [value, 'same'], inner)
    const lengths: number[] = []
    let found = differing(nested(1), nested(2))?.[0]
    for (; Array.isArray(found) && lengths.length <= 100; found = found[0]) lengths.push(found.length)
    expect(lengths).toEqual([...Array.from({ length: 100 }, () => 1), 2])
    expect(differing(nested(1), nested(1))).toBeUndefined()
  })
})
