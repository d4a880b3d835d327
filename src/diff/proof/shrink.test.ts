import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { isSimple, shrink } from './shrink.ts'

const has = (name: string) => (value: Json) => isObject(value) && Object.hasOwn(value, name)

describe('shrink', () => {
  it.each<[string, Json, (value: Json) => boolean, Json]>([
    ['properties', { a: 1, b: 2, c: 3 }, has('b'), { b: 2 }],
    [
      'properties of properties',
      { a: { b: 1, c: 2 } },
      (value) => JSON.stringify(value).includes('c'),
      { a: { c: 2 } },
    ],
    ['items', [1, 2, 3], (value) => JSON.stringify(value).includes('2'), [2]],
    [
      'items of a long list by halves',
      Array(64).fill(1),
      (value) => Array.isArray(value) && value.length >= 5,
      Array(8).fill(1),
    ],
    ['characters of a long text', 'a'.repeat(400), (value) => String(value).length >= 120, 'a'.repeat(200)],
    ['no characters of a short text', 'https://example.com/a', () => true, 'https://example.com/a'],
    ['no item of a list of one', [1], () => true, [1]],
  ])('removes %s', (_, message, holds, smallest) => {
    expect(shrink(message, holds, 100)).toEqual(smallest)
  })

  it('stops after a number of attempts', () => {
    let calls = 0
    const message = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, at]))
    shrink(message, () => ++calls < 0, 10)
    expect(calls).toBe(10)
  })
})

it.each<[Json, boolean]>([
  ['text', true],
  [{ a: 1 }, true],
  [[{ a: 'text' }], true],
  [{ a: 1, b: 2 }, false],
  ['a'.repeat(101), false],
])('isSimple %j: %s', (message, expected) => {
  expect(isSimple(message)).toBe(expected)
})
