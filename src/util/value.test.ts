import { expect, it } from 'vitest'
import type { Json } from '../model/json.ts'
import { showNames, showValues } from './value.ts'

it('shows the first values of a list as JSON and counts the rest', () => {
  expect(showValues(['null', null, 1], 3)).toBe('"null", null, 1')
  expect(showValues([1, 2, 3], 2)).toBe('1, 2 and 1 more')
  expect(showNames(['a', 'b'], 1)).toBe('a and 1 more')
})

it('does not read values that are only counted', () => {
  const values: Json[] = [1, 2]
  Object.defineProperty(values, 2, {
    get() {
      throw new Error('read')
    },
  })
  expect(showValues(values, 2)).toBe('1, 2 and 1 more')
})
