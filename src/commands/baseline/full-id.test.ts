import { expect, it } from 'vitest'
import { fullId } from './full-id.ts'

const known = ['9f2c4b7d01a3e586', '9f2c4b7d01a3e587', 'c0ffee0000000001']

it.each([
  ['c0ff', 'c0ffee0000000001'],
  ['c0f', 'c0f'],
  ['9f2c4b7d01a3e586', '9f2c4b7d01a3e586'],
  ['null-conformance', 'null-conformance'],
])('%s is %s', (text, id) => {
  expect(fullId(text, known)).toBe(id)
})

it('requires a longer prefix if it is ambiguous', () => {
  expect(() => fullId('9f2c4b', known)).toThrow(
    /^9f2c4b is the prefix of several ids: 9f2c4b7d01a3e586, 9f2c4b7d01a3e587\./,
  )
})
