import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { createRedactor } from './redact.ts'
import { ownVocabulary } from './vocabulary.ts'

const redactor = createRedactor({ keys: ['Account-Number'], values: ['known-secret'] })

describe('truncates a value by', () => {
  const nested = (depth: number, core: Json): Json => (depth === 0 ? core : [nested(depth - 1, core)])

  it('depth', () => {
    expect(redactor.json(nested(4, 1))).toEqual([[[[1]]]])
    expect(redactor.json(nested(4, [1, 2]))).toEqual([[[['[2 items]']]]])
    expect(redactor.json(nested(4, { a: 1 }))).toEqual([[[['{1 properties}']]]])
    expect(redactor.json({ a: { b: { c: { d: 1 } } } })).toEqual({ a: { b: { c: { d: 1 } } } })
    expect(redactor.json({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: '{1 properties}' } } } })
    expect(redactor.json({ a: { b: { c: { d: [1, 2, 3] } } } })).toEqual({ a: { b: { c: { d: '[3 items]' } } } })
  })

  it('number of members', () => {
    const items = (count: number) => Array.from({ length: count }, (_, index) => index)
    const object = (count: number) => Object.fromEntries(items(count).map((index) => [`k${index}`, index]))
    expect(redactor.json(items(12))).toEqual(items(12))
    expect(redactor.json(items(13))).toEqual([...items(12), '… 1 more'])
    expect(redactor.json(object(12))).toEqual(object(12))
    expect(redactor.json(object(13))).toEqual({ ...object(12), '…': '1 more' })
  })

  it('number of characters', () => {
    expect(redactor.json('y'.repeat(200))).toBe('y'.repeat(200))
    expect(redactor.json('y'.repeat(201))).toBe(`${'y'.repeat(200)}… (201 characters)`)
    expect(redactor.json({ ['y'.repeat(201)]: 1 })).toEqual({ [`${'y'.repeat(200)}… (201 characters)`]: 1 })
    expect(redactor.json('y'.repeat(5000))).toBe(`${'y'.repeat(200)}… (5000 characters)`)
  })

  it('and does not scan the rest', () => {
    const long = Array.from({ length: 995 }, (_, index) => 1000 + index).join('')
    const { json } = createRedactor({ values: [long] })
    expect(json(`${long}${'tail '.repeat(4)}`)).toBe(`[redacted]${'tail '.repeat(4)}`)
    expect(json(`${long}${'tail '.repeat(5)}`)).toBe(`[redacted]${'tail '.repeat(4)}…`)
    // A secret that the cut splits is redacted too.
    expect(json(`- ${'y'.repeat(3900)}${long}`)).toMatch(/^- y{198}… \(7882 characters\)$/)
  })
})

describe('a secret is redacted', () => {
  it('in values other than strings and objects', () => {
    expect(redactor.json(true)).toBe(true)
    expect(redactor.json(null)).toBe(null)
    expect(redactor.json(17)).toBe(17)
    expect(redactor.json([null, 'a known-secret'])).toEqual([null, 'a [redacted]'])
  })

  it('under a secret key; under `session` only if it is a string', () => {
    expect(redactor.json({ session: 'abc', token: 7, nested: { session: { id: 7 } } })).toEqual({
      session: '[redacted]',
      token: '[redacted]',
      nested: { session: { id: 7 } },
    })
    expect([redactor.json('abc', 'session'), redactor.json({ id: 7 }, 'session')]).toEqual(['[redacted]', { id: 7 }])
    expect([redactor.json('abc', 'note'), redactor.json('abc')]).toEqual(['abc', 'abc'])
  })

  it('in a header, by name or by value', () => {
    expect(redactor.header('x-api-key', 'abc')).toBe('[redacted]')
    expect(redactor.header('accept', 'a known-secret b')).toBe('a [redacted] b')
  })

  it('in API text even if it is a known word, but not in our messages', () => {
    const word = createRedactor({ values: ['expected'] })
    expect([word.value('expected 1'), word.text('expected 1')]).toEqual(['[redacted] 1', 'expected 1'])
  })
})

describe('key names', () => {
  it.each([
    'accountNumber',
    'account_number',
    'a.b.accountNumber',
    'a%2Etoken',
    'a%5btoken%5d',
    'a[token][]',
    'token.',
  ])('%s is secret', (key) => {
    expect([redactor.isSecret(key), redactor.isSecretParameter(key)]).toEqual([true, true])
  })

  it.each(['token.note', '[]', '', 'my token x'])('%j is not', (key) => {
    expect([redactor.isSecret(key), redactor.isSecretParameter(key)]).toEqual([false, false])
  })

  it('that also name resources are secret in headers only, unless configured', () => {
    expect([redactor.isSecret('session'), redactor.isSecretParameter('session')]).toEqual([true, false])
    expect(createRedactor({ keys: ['Session'] }).isSecretParameter('a[session]')).toBe(true)
  })
})

describe('a learned secret', () => {
  it('is redacted by the derived redactor only', () => {
    const more = redactor.knowing(['later-secret'])
    expect(more.text('known-secret later-secret')).toBe('[redacted] [redacted]')
    expect(redactor.text('known-secret later-secret')).toBe('[redacted] later-secret')
    expect(redactor.knowing(['known-secret', 'abc']).text('abc')).toBe('abc')
  })

  it('is redacted by all derived redactors from then on', () => {
    const first = createRedactor()
    const second = first.knowing(['one-secret'])
    first.remember(['two-secret', 'abc'])
    expect(second.text('one-secret two-secret abc')).toBe('[redacted] [redacted] abc')
    expect(first.text('one-secret two-secret')).toBe('one-secret [redacted]')
  })

  it('is merged with overlapping secrets', () => {
    const both = createRedactor({ values: ['cdefgh', 'xyzxyz'] }).knowing(['abcdef', 'efgh-', 'uvwuvw'])
    expect(both.text('- abcdefgh- uvwuvw xyzxyz')).toBe('- [redacted] [redacted] [redacted]')
    expect(
      createRedactor({ values: ['abcdefgh'] })
        .knowing(['cdef'])
        .text('abcdefghi'),
    ).toBe('[redacted]i')
    expect(
      createRedactor({ values: ['abcd'] })
        .knowing(['efgh'])
        .text('abcdefgh'),
    ).toBe('[redacted][redacted]')
  })

  it('is public if the description or our messages contain it', () => {
    const vocabulary = { ...ownVocabulary, names: new Set(['word']), values: new Set(['Given 1']) }
    const { isPublic } = createRedactor({ vocabulary })
    expect(['word', 'WORD', 'Given 1', 'given 1', 'words'].map(isPublic)).toEqual([true, true, true, false, false])
    expect(createRedactor().isPublic('expected')).toBe(true)
  })
})
