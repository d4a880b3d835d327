import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indentIfMinified } from './indent-json.ts'

it.each([
  ['minified JSON', '{"a":[1,2],"b":{"c":"x, {y}: \\"z\\""}}'],
  ['one with a space after each separator, as Python writes it', '{"a": [1, 2], "b": {"c": "x, {y}: \\"z\\""}}'],
  ['one that ends with a line break', '{"a":[1,2],"b":{"c":"x, {y}: \\"z\\""}}\n'],
])('prints each member and item of %s on its own line', (_what, text) => {
  expect(indentIfMinified(text)).toBe(`{
  "a": [
    1,
    2
  ],
  "b": {
    "c": "x, {y}: \\"z\\""
  }
}
`)
})

it('keeps key order, duplicate keys and all digits', () => {
  const text = '{"b":1,"200":12345678901234567890.10,"2":{},"b":[ ],"x":"\\u00e9\\\\"}'
  expect(indentIfMinified(text)).toBe(
    '{\n  "b": 1,\n  "200": 12345678901234567890.10,\n  "2": {},\n  "b": [],\n  "x": "\\u00e9\\\\"\n}\n',
  )
})

it('leaves text with line breaks unchanged, whatever its indentation', () => {
  const value = { openapi: '3.1.0', tags: ['a', 'b'], paths: { '/a': { get: { 'x-note': 'long, '.repeat(900) } } } }
  for (const space of [1, 2, 4, '\t']) {
    const text = JSON.stringify(value, null, space)
    expect(indentIfMinified(text)).toBe(text)
  }
  const listsOnOneLine = '{\n  "tags": ["a", "b", "c", "d", "e"],\n  "more": ["f", "g", "h"]\n}'
  expect(indentIfMinified(listsOnOneLine)).toBe(listsOnOneLine)
  expect(indentIfMinified('{}')).toBe('{}')
})

it('keeps the content, and is idempotent', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = indentIfMinified(JSON.stringify(value))
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(indentIfMinified(text)).toBe(text)
    }),
  )
})

it('supports strings of any length with any escapes', () => {
  const value = ['\\n'.repeat(2e6), '\\', '\\"', '"', '', 'x\ny'].map((text) => ({ [text]: [text, 1] }))
  expect(JSON.parse(indentIfMinified(JSON.stringify(value)))).toEqual(value)
})
