import { describe, expect, it } from 'vitest'
import { namedCharacter } from './entities.ts'
import { Readings } from './readings.ts'

/** Every reading at the start of the text, formatted as `character end`. */
const readings = (text: string) => new Readings(text).at(0).map(({ character, end }) => `${character} ${end}`)

/** The readings except the literal character. */
const read = (text: string) => readings(text).slice(1)

describe('reads an escape in addition to its first character', () => {
  it.each<[text: string, ...found: string[]]>([
    // Percent-encoding: UTF-8 of one to four bytes, ISO 8859-1 if the bytes aren't UTF-8, and JavaScript's escape().
    ['%41', 'A 3'],
    ['%c3%bc', 'ü 6'],
    ['%e2%82%ac', '€ 9'],
    ['%F0%9F%94%91', '🔑 12'],
    ['%FC', 'ü 3'],
    ['%c3x', 'Ã 3'],
    ['%e2%82x', 'â 3'],
    ['%u00fc', 'ü 6'],
    ['%U00FC', 'ü 6'],
    // Each byte may be escaped again.
    ['%25fc', '% 3', 'ü 5'],
    ['%25c3%25bc', '% 3', 'ü 10'],
    ['%25u00fc', '% 3', 'ü 8'],
    // JSON, JavaScript, C.
    ['\\n', '\n 2'],
    ['\\r', '\r 2'],
    ['\\t', '\t 2'],
    ['\\b', '\b 2'],
    ['\\f', '\f 2'],
    ['\\v', '\v 2'],
    ['\\/', '/ 2'],
    ['\\"', '" 2'],
    ['\\u00fc', 'ü 6'],
    ['\\u{fc}', 'ü 6'],
    ['\\u{1F511}', '🔑 9'],
    ['\\ud83d\\udd11', '\ud83d 6', '🔑 12'],
    ['\\ud83d\\u0041', '\ud83d 6'],
    ['\\ud83dx', '\ud83d 6'],
    ['\\udd11\\udd11', '\udd11 6'],
    ['\\U0001f511', '🔑 10'],
    ['\\xfc', 'ü 4'],
    ['\\xc3\\xbc', 'Ã 4', 'ü 8'],
    ['\\374', 'ü 4'],
    ['\\101', 'A 4'],
    ['\\-', '- 2'],
    ['\\%2f', '% 2', '/ 4'],
    // Character references.
    ['&uuml;', 'ü 6'],
    ['&uuml', 'ü 5'],
    ['&UUML;', 'ü 6'],
    ['&Uuml;', 'Ü 6'],
    ['&amp;', '& 5'],
    ['&lt;', '< 4'],
    ['&#252;', 'ü 6'],
    ['&#252', 'ü 5'],
    ['&#xfc;', 'ü 6'],
    ['&#X00FC;', 'ü 8'],
    ['&#x1f511;', '🔑 9'],
    ['&#00065;', 'A 8'],
    ['&amp;uuml;', '& 5', 'ü 10'],
    ['&%23252%3b', 'ü 10'],
    // Quoted-printable, JSON Pointer.
    ['=FC', 'ü 3'],
    ['=C3=BC', 'ü 6'],
    ['~0', '~ 2'],
    ['~1', '/ 2'],
    // Quotes: doubled, or closed and reopened in a shell.
    ["''", "' 2"],
    ['""', '" 2'],
    // Repeatedly doubled, up to the maximum escape depth.
    ["'''''''", "' 2", "' 3", "' 4", "' 5", "' 6"],
    ["'\\''", "' 3", "' 4"],
    [`'"'"'`, "' 5"],
    // Closing and reopening applies only to single quotes of a shell.
    ['"%22"', '" 4'],
    [`"'"'"`],
    ["'&'"],
    ["'\\x"],
  ])('%j', (text, ...found) => {
    expect(readings(text)).toEqual([`${text[0]} 1`, ...found])
  })

  it.each([
    ...[
      'a',
      '%',
      '%4',
      '%4x',
      '%u00f',
      '%zz',
      '\\',
      '\\a',
      '\\9',
      '\\400',
      '\\37',
      '\\38x',
      '\\u00f',
      '\\u{}',
      '\\u{1234567}',
    ],
    ...[
      '\\u{110000}',
      '\\xf',
      '\\U0001f51',
      '\\U00110000',
      '&',
      '& ',
      '&a',
      '&a-',
      '&xothing;',
      '&#;',
      '&#x;',
      '&#x110000;',
    ],
    ...['=', '=4', '=zz', '~', '~2', "'", '"', "'a'", `"'`],
  ])('%j is not an escape', (text) => {
    expect(read(text)).toEqual([])
  })
})

it('returns no reading at or after the end of the text', () => {
  const found = new Readings('ab')
  expect([found.at(2), found.at(3)]).toEqual([[], []])
  expect(found.at(1)).toEqual([{ character: 'b', end: 2 }])
})

it('reads a character beyond U+FFFF as one character', () => {
  expect(readings('🔑x')).toEqual(['🔑 2'])
})

it('reads a run of backslashes as one, for JSON nested in JSON up to five levels', () => {
  const ends = (count: number) =>
    new Readings('\\'.repeat(count)).at(0).flatMap(({ character, end }) => (character === '\\' ? [end] : []))
  expect(ends(1)).toEqual([1])
  expect(ends(2)).toEqual([1, 2])
  expect(ends(3)).toEqual([1, 2, 3])
  expect(ends(5)).toEqual([1, 2, 4, 5])
  expect(ends(40)).toEqual([1, 2, 4, 8, 16, 31])
  expect(read('\\\\u00fc')).toEqual(['\\ 2', 'ü 7'])
  expect(read('\\\\\\\\n')).toEqual(['\\ 2', '\\ 4', '\n 5'])
  expect(read('%5c\\')).toEqual(['\\ 3'])
})

it('reads escapes nested up to three levels', () => {
  expect(read('%252525fc').at(-1)).toBe('ü 9')
  expect(read('&amp;amp;amp;lt;').at(-1)).toBe('< 16')
})

it('knows the named characters of ASCII and ISO 8859-1', () => {
  const names = 'nbsp iexcl frac12 Agrave yuml quot apos amp lsqb rcub midast Tab NewLine AMP'
  expect(names.split(' ').map(namedCharacter).join('')).toBe('\u00a0¡½Àÿ"\'&[}*\t\n&')
  expect(['Quot', 'nope', 'NOPE', ''].map(namedCharacter)).toEqual([undefined, undefined, undefined, undefined])
})
