import { expect, it } from 'vitest'
import { grouped } from './text.ts'

it.each([0, 7, 999, 1000, 12_345, 1_000_000, Number.MAX_SAFE_INTEGER])('formats %i like en-US', (count) => {
  expect(grouped(count)).toBe(count.toLocaleString('en-US'))
})
