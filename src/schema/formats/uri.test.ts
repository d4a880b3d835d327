import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formats } from './formats.ts'

const checked = formats.get('uri') as { validate(text: string): boolean }
const whole = fullFormats.uri as (text: string) => boolean

it('agrees with the full URI grammar', () => {
  const piece = fc.constantFrom(
    'http',
    'https',
    'urn',
    ':',
    '/',
    '//',
    'a.b',
    '_',
    '-',
    '?',
    '#',
    '%41',
    '%',
    '[::1]',
    '@',
    '=',
    '&',
    ' ',
    '~',
    '',
    '1',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), fc.constantFrom('', 'https://', 'http://a'), (pieces, begun) => {
      const text = begun + pieces.join('')
      expect([text, checked.validate(text)]).toEqual([text, whole(text)])
    }),
    { numRuns: 2000 },
  )
})

it.each([
  ['https://example.com/', true],
  ['https://github.com/octocat/Hello-World/pull/1?a=b&c=d#discussion-diff-1', true],
  ['https://example.com/{id}', false],
  ['com/github/bar', false],
  ['text', false],
])('%s: %s', (text, isUri) => {
  expect(checked.validate(text)).toBe(isUri)
})
