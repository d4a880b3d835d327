import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { SecretIndex } from './secret-index.ts'

/** The text with the secrets found in brackets. */
function shown(text: string, ...secrets: string[]) {
  const index = new SecretIndex()
  for (const secret of secrets) index.add(secret)
  let shown = ''
  let done = 0
  for (const { start, end } of index.find(text)) {
    shown += `${text.slice(done, start)}[${text.slice(start, end)}]`
    done = end
  }
  return shown + text.slice(done)
}

describe('a secret is found', () => {
  it.each([
    ['at the beginning', 'abcdef x', '[abcdef] x'],
    ['at the end', 'x abcdef', 'x [abcdef]'],
    ['in two places', 'abcdef abcdef', '[abcdef] [abcdef]'],
    ['side by side', 'abcdefabcdef', '[abcdef][abcdef]'],
    ['in capitals', 'ABCDEF', '[ABCDEF]'],
    ['after a partial match', 'abcabcdef', 'abc[abcdef]'],
    ['escaped', 'x%61bcd\\u0065f', 'x[%61bcd\\u0065f]'],
    // RFC 9112 §5.2 and §2.2.
    ['in a folded line', 'abc\r\n def', '[abc\r\n def]'],
    ['in a line folded with a tab', 'abc\n\tdef', '[abc\n\tdef]'],
    ['in a wrapped line', 'abc\ndef', '[abc\ndef]'],
    ['over several lines', 'a\nb\n\n  c\rdef', '[a\nb\n\n  c\rdef]'],
    ['after a break', '\nabcdef', '\n[abcdef]'],
    ['across a line break escaped in JSON', 'abc\\r\\ndef', '[abc\\r\\ndef]'],
    // RFC 2045 §6.7.
    ['at a soft break', 'abc=\r\ndef', '[abc=\r\ndef]'],
    ['at a soft break without a carriage return', 'abc=\ndef', '[abc=\ndef]'],
    ['at a soft break in JSON', 'abc=\\r\\ndef', '[abc=\\r\\ndef]'],
    ['at a soft break in JSON in JSON', 'abc=\\\\ndef', '[abc=\\\\ndef]'],
    ['across a shell line continuation', 'abc\\\n  def', '[abc\\\n  def]'],
    ['across a shell line continuation with CRLF', 'abc\\\r\n  def', '[abc\\\r\n  def]'],
    // Truncated secrets.
    ['cut', 'abcd…', '[abcd]…'],
    ['cut with dots', 'abcd...', '[abcd]...'],
    ['cut in an escape', 'abcd%6…', '[abcd%6]…'],
    ['cut in a reference', 'abcd&#x6…', '[abcd&#x6]…'],
    ['cut in a unit', 'abcd\\u00…', '[abcd\\u00]…'],
  ])('%s', (_, text, expected) => {
    expect(shown(text, 'abcdef')).toBe(expected)
  })

  it.each([
    ['empty text', ''],
    ['its beginning', 'abcde'],
    ['its beginning in a sentence', 'abcde.'],
    ['its beginning, two dots', 'abcd..'],
    ['too little before a cut', 'abc…'],
    ['a prefix before a later cut', 'abcd% of it …'],
    ['a prefix with a cut far from the escape', `abcd%${'1'.repeat(60)}…`],
    ['an equals sign that breaks no line', 'abc=def'],
    ['a soft break that indents', 'abc=\n  def'],
    ['a backslash that breaks no line', 'abc\\\\def'],
    ['a space', 'abc def'],
    ['its suffix', 'bcdef'],
  ])('but not in %s', (_, text) => {
    expect(shown(text, 'abcdef')).toBe(text)
  })

  it('if a plus or a line fold replaces its space', () => {
    for (const text of ['ab cd', 'ab+cd', 'ab%20cd', 'ab\r\n cd', 'ab\ncd', 'ab\n  cd'])
      expect(shown(text, 'ab cd')).toBe(`[${text}]`)
    expect(shown('ab cd', 'ab+cd')).toBe('[ab cd]')
    expect(shown('abcd', 'ab cd')).toBe('abcd')
  })

  it('as the longest of several with a common prefix, merging overlaps', () => {
    expect(shown('abcdefgh', 'abcd', 'abcdefg', 'abcx')).toBe('[abcdefg]h')
    expect(shown('abcdxfgh', 'abcd', 'abcdefg', 'abcx')).toBe('[abcd]xfgh')
    expect(shown('abcdefgh', 'abcde', 'cdefg')).toBe('[abcdefg]h')
    expect(shown('abcdefgh', 'abcdef', 'cd')).toBe('[abcdef]gh')
  })

  it('in non-ASCII letters of either case, and with lone surrogates', () => {
    expect(shown('STRAÜẞE', 'straüße')).toBe('[STRAÜẞE]')
    expect(shown('(ab\ud800cd)', 'ab\ufffdcd')).toBe('([ab\ud800cd])')
    expect(shown('(ab\ufffdcd)', 'ab\ud800cd')).toBe('([ab\ufffdcd])')
    expect(shown('(ab🔑cd)', 'ab🔑cd')).toBe('([ab🔑cd])')
  })
})

it('matches an exact form case-sensitively', () => {
  const index = new SecretIndex()
  index.add('aBcD', true)
  index.add('aBCd', true)
  expect(['aBcD', 'aBCd', 'abcd', 'ABCD'].map((text) => index.find(text))).toEqual([
    [{ start: 0, end: 4 }],
    [{ start: 0, end: 4 }],
    [],
    [],
  ])
})

it('ignores an empty form', () => {
  const index = new SecretIndex()
  index.add('')
  expect(index.find('abc')).toEqual([])
})

it('scans text with many readings in linear time', () => {
  const redactor = createRedactor({ values: [`${"'".repeat(12)}x`] })
  for (const length of [20, 30]) expect(redactor.text("'".repeat(length))).toBe("'".repeat(length))
})
