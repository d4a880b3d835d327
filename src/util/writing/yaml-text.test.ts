import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { yamlText } from './yaml-text.ts'

it.each([
  ['plain text', ''],
  ['\u202egnp.exe', 'text: "\\u202egnp.exe"\n'],
  ['\u{e0041}', 'text: "\\U000e0041"\n'],
  ['first\n  ::error::x', 'text: "first\\n  \\u003a:error::x"\n'],
  ['a ##[add-mask]b', 'text: "a #\\u0023[add-mask]b"\n'],
  ['\u001b[31m', 'text: "\\e[31m"\n'],
])('%j stays the same value, and acts nowhere', (text, written) => {
  if (text !== 'plain text') expect(yamlText({ text })).toBe(written)
  const value = { [text]: [text, { a: null, b: 1 }] }
  expect(yamlText(value)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|^\s*::|##\w*\[/mu)
  expect(load(yamlText(value))).toEqual(value)
})
