import { describe, expect, it } from 'vitest'
import { asciiJson } from './ascii-json.ts'

describe('asciiJson', () => {
  const far = 'x'.repeat(5000)
  it.each([
    ['ASCII only', '{"a": "b"}'],
    ['letters, signs and pairs of surrogates', '{"ä’": "a 🍫🚢 — b"}'],
    ['a character across two blocks', `{"a": "${'x'.repeat(4088)}🍫", "b": "${far}é"}`],
    ['a run across two blocks', `{"a": "${far}${'é'.repeat(5000)}"}`],
    ['an escaped backslash far before', '{"a": "\\\\ é"}'],
  ])('parses to the same value as the text: %s', (_, text) => {
    const ascii = asciiJson(Buffer.from(text))
    expect(ascii).toMatch(/^\p{ASCII}*$/u)
    expect(JSON.parse(ascii ?? '')).toEqual(JSON.parse(text))
  })

  it('does not escape a character after a backslash', () => {
    expect(asciiJson(Buffer.from('{"a": "\\é"}'))).toBeUndefined()
  })
})
