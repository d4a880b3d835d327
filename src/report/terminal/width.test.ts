import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { fitted, padded, widthOf, wrapped } from './width.ts'

it.each([
  ['', 0],
  ['GET /loans', 10],
  ['残高', 4],
  ['café', 4],
  ['cafe\u0301', 4],
  ['👩‍👩‍👧', 2],
  ['b06 → b07 … “a”', 15],
])('%j takes %i columns', (given, columns) => {
  expect(widthOf(given)).toBe(columns)
  expect(widthOf(padded(given, 20))).toBe(20)
})

it.each([
  ['as it is', 'GET /loans', 10, 'GET /loans'],
  ['cut', 'GET /loans', 9, 'GET /loa…'],
  ['between characters that take two columns', '残高残高', 6, '残高…'],
  ['beside a character of several code points', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['where there is no width', 'x'.repeat(500), undefined, 'x'.repeat(500)],
])('a text is fitted: %s', (_what, text, columns, expected) => {
  expect(fitted(text, columns)).toBe(expected)
})

it.each([
  ['at a separator', 'one · two · three', 12, ['one · two', '  three']],
  ['at a space', '  one two three', 10, ['  one two', '  three']],
  ['where there is neither', 'x'.repeat(25), 10, ['x'.repeat(10), `  ${'x'.repeat(8)}`, `  ${'x'.repeat(7)}`]],
  ['nowhere without a width', 'one · two · three', undefined, ['one · two · three']],
])('a text is wrapped %s', (_what, text, columns, expected) => {
  expect(wrapped(text, columns, 2)).toEqual(expected)
})

it('wraps without exceeding the width or losing text', () => {
  const texts = fc.array(fc.constantFrom('a', 'bc', ' ', ' · ', '残', '👩‍👩‍👧', 'word', 'x'.repeat(30)))
  fc.assert(
    fc.property(texts, fc.integer({ min: 12, max: 40 }), (parts, columns) => {
      const text = parts.join('')
      const lines = wrapped(text, columns, 2)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      expect(lines.join('').replace(/[ ·]/g, '')).toBe(text.replace(/[ ·]/g, ''))
    }),
  )
})

it('agrees with the Unicode tables for characters counted without them', () => {
  const single = [...Array(0x2800).keys()].map((code) => String.fromCharCode(code)).filter((one) => widthOf(one) === 1)
  expect(single.filter((one) => stringWidth(one) !== 1)).toEqual([])
})
